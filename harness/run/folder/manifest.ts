import { isAbsolute, relative } from 'node:path';
import type { Dataset, Json, JsonObject } from '../../contract.ts';
import { madeBy } from '../../files/tool-identity.ts';
import { pipelineToJson } from '../../fusion/pipeline-json.ts';
import { foundNothing } from '../found-nothing.ts';
import { queriesCut } from '../queries-cut.ts';
import type { RunRecord } from '../run-record.ts';
import { manifestRerank } from './rerank-facts.ts';
import type { Manifest, ManifestSystem } from './run-folder.ts';

/** The part of the request that the manifest records beside the run itself. */
export interface RunRequest {
	/** Strata selected by the user; absent: all. */
	readonly selectedStrata?: readonly string[] | undefined;
	/** ISO 8601, UTC; absent: now. */
	readonly created?: string;
}

/** The manifest of a run, its file hashes still to come. */
export function describeRun(run: RunRecord, request: RunRequest): Omit<Manifest, 'files'> {
	const { dataset, metrics, depth, seed } = run;
	const nothing = foundNothing(dataset.queries, run.rankings);
	const cut = queriesCut(run);
	return {
		format: 1,
		created: request.created ?? new Date().toISOString(),
		...madeBy(),
		dataset: {
			name: dataset.name,
			directory: portablePath(dataset.directory),
			fingerprint: dataset.fingerprint,
			docs: dataset.corpus.length,
			queries: dataset.queries.length,
			strata: strataCounts(dataset),
			...(dataset.scopes === undefined ? {} : { scopes: { ...dataset.scopes, stores: scopeCount(dataset) } }),
			sensitive: dataset.sensitivePolicy,
			sensitive_left_out: dataset.sensitiveLeftOut,
		},
		system: describeSystem(run),
		metrics: metrics.map((metric) => metric.name),
		depth,
		seed,
		...(run.rerank === undefined ? {} : { rerank: manifestRerank(run.rerank) }),
		...(nothing.size === 0 ? {} : { found_nothing: Object.fromEntries(nothing) }),
		...(cut.length === 0 ? {} : { queries_cut: cut }),
		...(request.selectedStrata === undefined ? {} : { selected_strata: request.selectedStrata }),
	};
}

function describeSystem({ system, facts, legs, pipeline }: RunRecord): ManifestSystem {
	const base = {
		name: system.name,
		plugin: writtenPlugin(system.plugin.name, system.plugin.module),
		options: system.options as JsonObject,
		facts: codeFacts(system.plugin.codeHash, facts),
	};
	if (pipeline === undefined) return base;
	return {
		...base,
		legs: legs.map(({ leg, facts: legFacts }) => ({
			name: leg.name,
			plugin: writtenPlugin(leg.plugin, leg.module),
			options: leg.options as JsonObject,
			depth: leg.depth,
			seeded_by: leg.seededBy,
			facts: codeFacts(leg.codeHash, legFacts),
		})),
		pipeline: pipelineToJson(pipeline),
	};
}

/** The name of a built-in, or the path of a user's module: the plugin is found again by it. */
function writtenPlugin(name: string, module: string | undefined): string {
	return module === undefined ? name : portablePath(module);
}

function codeFacts(codeHash: string | undefined, facts: JsonObject): JsonObject {
	return codeHash === undefined ? facts : { ...facts, code_sha256: codeHash };
}

function strataCounts({ queries }: Dataset): Record<string, number> {
	// A stratum may be called `constructor`.
	const counts = new Map<string, number>();
	for (const { stratum } of queries) counts.set(stratum, (counts.get(stratum) ?? 0) + 1);
	return Object.fromEntries(counts);
}

/** Scopes that queries are asked in. */
function scopeCount({ queries }: Dataset): number {
	return new Set(queries.flatMap(({ scope }) => (scope === undefined ? [] : [scope]))).size;
}

/** Relative where the path is below the working directory, so that a checkout may move. */
function portablePath(path: string): string {
	const fromHere = relative(process.cwd(), path);
	return fromHere !== '' && !fromHere.startsWith('..') && !isAbsolute(fromHere) ? fromHere : path;
}

/** JSON text of a manifest: keys in a fixed order, one field a line. */
export function manifestText(manifest: Manifest): string {
	return `${JSON.stringify(manifest as unknown as Json, null, 2)}\n`;
}
