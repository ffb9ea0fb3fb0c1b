import { createHash } from 'node:crypto';
import type { Dataset, Json, JsonObject, Options } from '../../contract.ts';
import { canonicalJson } from '../../files/json.ts';
import { toolCommit, toolVersion } from '../../files/tool-identity.ts';
import type { KeptLegs } from '../../fusion/kept-legs.ts';
import { pipelineToJson } from '../../fusion/pipeline-json.ts';
import { writeFolderWhole, writeNewFolder } from '../../run/folder/write.ts';
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

/** The written files: the report for people, and its rows for programs. */
export interface RetestTexts {
	readonly markdown: string;
	readonly data: JsonObject;
}

const FORMAT = 'retest/3';

/**
 * Writes `report.md`, `rows.json` and the manifest, whole or not at all. Only ids and numbers are written; all but the
 * manifest's time is the same when the retest is repeated.
 *
 * @returns the folder: `path`, or where a `fresh` one is wished and the name is taken, that with a number
 */
export function writeRetest(
	{ path, fresh }: { readonly path: string; readonly fresh: boolean },
	report: RetestReport,
	texts: RetestTexts,
	subject: RetestSubject,
): string {
	const files = {
		'report.md': texts.markdown,
		'rows.json': `${canonicalJson(texts.data, 2)}\n`,
	};
	const manifest = { ...describeRetest(report, subject), files: hashes(files) };
	const write = fresh ? writeNewFolder : writeFolderWhole;
	return write(path, { 'manifest.json': `${JSON.stringify(manifest, null, 2)}\n`, ...files });
}

function describeRetest(report: RetestReport, subject: RetestSubject): JsonObject {
	const { dataset, retriever, variants, deeper, created } = subject;
	const { options, leg } = report;
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

function hashes(files: Readonly<Record<string, string>>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(files).map(([name, content]) => [name, createHash('sha256').update(content).digest('hex')]),
	);
}
