import type { Dataset, Json, JsonObject, Options } from '../../contract.ts';
import type { KeptLegs } from '../../fusion/kept-legs.ts';
import { pipelineToJson } from '../../fusion/pipeline-json.ts';
import { describeReport, type ReportTexts, writeReport } from '../report-folder.ts';
import type { RetestReport } from './report.ts';
import type { RetestVariant } from './variant.ts';

/** The test and its dataset. */
export interface RetestSubject {
	readonly dataset: Dataset;
	/** The leg's retriever as it was named. */
	readonly retriever: string;
	/** With all options of the leg, resolved. */
	readonly variants: readonly (RetestVariant & { readonly options: Options; readonly codeHash?: string | undefined })[];
	readonly deeper: KeptLegs;
	/** ISO 8601, UTC. */
	readonly created: string;
}

const FORMAT = 'retest/3';

/** Writes the report's folder; see {@link writeReport}. */
export function writeRetest(
	into: Parameters<typeof writeReport>[0],
	report: RetestReport,
	texts: ReportTexts,
	subject: RetestSubject,
): string {
	return writeReport(into, texts, describeRetest(report, subject));
}

function describeRetest(report: RetestReport, subject: RetestSubject): JsonObject {
	const { dataset, retriever, variants, deeper, created } = subject;
	const { options, leg } = report;
	return {
		...describeReport(FORMAT, created, dataset),
		leg,
		retriever,
		base: {
			pipeline: pipelineToJson(deeper.pipeline),
			legs: deeper.legs.map(({ name, depth, facts }) => ({ name, retrieved: depth, facts })),
		},
		variants: variants.map(({ label, options: own, codeHash, kept }) => ({
			variant: label,
			options: own as JsonObject,
			facts: kept.legs.find(({ name }) => name === leg)?.facts ?? {},
			...(codeHash === undefined ? {} : { code_sha256: codeHash }),
		})),
		protocol: {
			metric: options.metric.name,
			cutoff: options.cutoff,
			depth: options.depth,
			weights: options.weights,
			folds: options.folds,
			repeats: options.repeats,
			placebos: options.placebos,
			simulations: options.simulations,
			min_coverage: options.minCoverage,
			alpha: options.compare.alpha,
			correction: options.compare.correction,
			margin: options.compare.margin ?? null,
			resamples: options.compare.resamples,
			power: options.compare.power,
		},
		seed: options.seed,
	} satisfies Record<string, Json>;
}
