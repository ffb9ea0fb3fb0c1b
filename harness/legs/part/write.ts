import type { Dataset, JsonObject, Leg } from '../../contract.ts';
import { pipelineToJson } from '../../fusion/pipeline-json.ts';
import { describeReport, type ReportTexts, writeReport } from '../report-folder.ts';
import type { PartSystem, PartTest } from './part-test.ts';

/** The test's dataset, its two systems with the legs they were retrieved from, and the day. */
export interface PartTestSubject {
	readonly dataset: Dataset;
	readonly having: PartSystem & { readonly legs: readonly Leg[] };
	readonly without: PartSystem & { readonly legs: readonly Leg[] };
	readonly depth: number;
	/** ISO 8601, UTC. */
	readonly created: string;
}

const FORMAT = 'part-test/1';

/** Writes the report's folder; see {@link writeReport}. */
export function writePartTest(
	into: Parameters<typeof writeReport>[0],
	test: PartTest,
	texts: ReportTexts,
	subject: PartTestSubject,
): string {
	return writeReport(into, texts, describe(test, subject));
}

function describe({ part, comparison }: PartTest, subject: PartTestSubject): JsonObject {
	const { dataset, having, without, depth, created } = subject;
	const { options, metrics } = comparison;
	const { alpha, correction, margin = null, resamples, power, seed } = options;
	return {
		...describeReport(FORMAT, created, dataset),
		part: { kind: part.kind, name: part.name, written: part.written },
		with: describeSystem(having),
		without: describeSystem(without),
		protocol: { metrics: [...metrics], depth, alpha, correction, margin, resamples, power },
		seed,
	};
}

function describeSystem({ label, kept, legs }: PartTestSubject['having']): JsonObject {
	return {
		system: label,
		pipeline: pipelineToJson(kept.pipeline),
		legs: legs.map(({ name, plugin, options, depth, codeHash }) => ({
			name,
			retriever: plugin,
			options: options as JsonObject,
			retrieved: depth,
			facts: kept.legs.find((leg) => leg.name === name)?.facts ?? {},
			...(codeHash === undefined ? {} : { code_sha256: codeHash }),
		})),
	};
}
