import { createHash } from 'node:crypto';
import type { Dataset, JsonObject, Leg } from '../../contract.ts';
import { canonicalJson } from '../../files/json.ts';
import { toolCommit, toolVersion } from '../../files/tool-identity.ts';
import { pipelineToJson } from '../../fusion/pipeline-json.ts';
import { writeFolderWhole, writeNewFolder } from '../../run/folder/write.ts';
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

/**
 * Writes `report.md`, `rows.json` and the manifest, whole or not at all. Only ids and numbers are written; all but the
 * manifest's time is the same when the test is repeated.
 *
 * @returns the folder: `path`, or where a `fresh` one is wished and the name is taken, that with a number
 */
export function writePartTest(
	{ path, fresh }: { readonly path: string; readonly fresh: boolean },
	test: PartTest,
	texts: { readonly markdown: string; readonly data: JsonObject },
	subject: PartTestSubject,
): string {
	const files = { 'report.md': texts.markdown, 'rows.json': `${canonicalJson(texts.data, 2)}\n` };
	const manifest = {
		...describe(test, subject),
		files: Object.fromEntries(
			Object.entries(files).map(([name, text]) => [name, createHash('sha256').update(text).digest('hex')]),
		),
	};
	const write = fresh ? writeNewFolder : writeFolderWhole;
	return write(path, { 'manifest.json': `${JSON.stringify(manifest, null, 2)}\n`, ...files });
}

function describe({ part, comparison }: PartTest, subject: PartTestSubject): JsonObject {
	const { dataset, having, without, depth, created } = subject;
	const { options, metrics } = comparison;
	const { alpha, correction, margin = null, resamples, power, seed } = options;
	return {
		format: FORMAT,
		created,
		tool: { name: 'recall-bench', version: toolVersion(), commit: toolCommit() },
		node: process.version,
		platform: `${process.platform}-${process.arch}`,
		dataset: {
			name: dataset.name,
			fingerprint: dataset.fingerprint,
			docs: dataset.corpus.length,
			queries: dataset.queries.length,
			sensitive: dataset.sensitivePolicy,
			sensitive_left_out: dataset.sensitiveLeftOut,
		},
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
