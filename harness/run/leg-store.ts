import { existsSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { Dataset, IndexedRanking, Json, JsonObject, Leg } from '../contract.ts';
import { identityHash } from '../files/json.ts';
import { sha256 } from '../files/sha256.ts';
import { writeFileWhole } from '../files/write-file.ts';
import { codeHash } from './code-hash.ts';
import type { LegResult } from './retrieve.ts';

/** One leg as kept: its rankings by queryIndex, and what its retriever said of itself. */
export interface StoredLeg {
	readonly results: readonly LegResult[];
	readonly facts: JsonObject;
	/** DocIndices of documents that the retriever does not cover; absent where it did not say. */
	readonly unknown?: Int32Array;
	/** What retrieving it took, when it was; absent for a leg that was not retrieved by `keepLegs`. */
	readonly timing?: LegTiming;
}

/** The time that a leg took. */
export interface LegTiming {
	/** Opening and indexing. */
	readonly indexSeconds: number;
	/** By queryIndex: milliseconds of the leg's own stage, without the stages that it times apart (embedding a query). */
	readonly milliseconds: Float64Array;
}

/**
 * The hash of everything that the rankings of a leg depend on: dataset, queries, plugin, the files it reads and its
 * surroundings, options, depth, the code, and the identities of the legs that seed it. `all` are the legs of the system.
 */
export function legIdentity(leg: Leg, all: readonly Leg[], dataset: Dataset, seed: number): string {
	return identityHash({
		code: codeHash(),
		dataset: dataset.fingerprint,
		...(dataset.scopes === undefined ? {} : { scopes: { ...dataset.scopes } }),
		queries: identityHash(dataset.queries.map((query) => query.id)),
		plugin: leg.plugin,
		plugin_code: leg.codeHash ?? null,
		...(leg.reads === undefined ? {} : { reads: leg.reads.map((name) => [name, fileHash(dataset.directory, name)]) }),
		...(leg.surroundings === undefined ? {} : { surroundings: leg.surroundings }),
		options: leg.options as JsonObject,
		depth: leg.depth,
		seed,
		seeded_by: leg.seededBy.map((name) => {
			const seeding = all.find((other) => other.name === name) as Leg;
			return [name, legIdentity(seeding, all, dataset, seed)];
		}),
	});
}

/**
 * sha-256 of a file beside the corpus; of a file elsewhere, which may be larger than memory, its size and the time of its
 * last change. Null where there is none.
 */
function fileHash(directory: string, name: string): string | null {
	if (isAbsolute(name)) {
		const stat = statSync(name, { throwIfNoEntry: false });
		return stat === undefined ? null : `${stat.size} bytes of ${stat.mtimeMs}`;
	}
	const path = join(directory, name);
	return existsSync(path) ? sha256(readFileSync(path)) : null;
}

interface StoredFile {
	readonly facts: JsonObject;
	readonly unknown?: readonly number[];
	readonly timing?: { readonly index_seconds: number; readonly milliseconds: readonly number[] };
	/** By queryIndex: docIndices, scores, and the docIndices that the leg started from (null where it did not say). */
	readonly queries: readonly (readonly [readonly number[], readonly number[], readonly number[] | null])[];
}

/** Whether the cache has a file for a leg; {@link readStoredLeg} tells whether it is whole. */
export function hasStoredLeg(cacheDirectory: string, identity: string): boolean {
	return existsSync(legPath(cacheDirectory, identity));
}

/** The kept rankings of a leg, or undefined where there are none or the file is not whole. */
export function readStoredLeg(cacheDirectory: string, identity: string): StoredLeg | undefined {
	const path = legPath(cacheDirectory, identity);
	if (!existsSync(path)) return undefined;
	const text = readFileSync(path, 'utf8');
	const cut = text.indexOf('\n');
	const body = text.slice(cut + 1);
	if (text.slice(0, cut) !== sha256(body)) return undefined;
	const { facts, unknown, timing, queries } = JSON.parse(body) as StoredFile;
	return {
		facts,
		...(unknown === undefined ? {} : { unknown: Int32Array.from(unknown) }),
		...(timing === undefined
			? {}
			: { timing: { indexSeconds: timing.index_seconds, milliseconds: Float64Array.from(timing.milliseconds) } }),
		results: queries.map(([docs, scores, seeds]) => ({
			ranking: { docs: Int32Array.from(docs), scores: Float64Array.from(scores) },
			seeds: seeds === null ? undefined : Int32Array.from(seeds),
		})),
	};
}

export function writeStoredLeg(cacheDirectory: string, identity: string, leg: StoredLeg): void {
	const file: StoredFile = {
		facts: leg.facts,
		...(leg.unknown === undefined ? {} : { unknown: Array.from(leg.unknown) }),
		...(leg.timing === undefined
			? {}
			: { timing: { index_seconds: leg.timing.indexSeconds, milliseconds: Array.from(leg.timing.milliseconds) } }),
		queries: leg.results.map(({ ranking, seeds }) => [
			Array.from((ranking as IndexedRanking).docs),
			Array.from((ranking as IndexedRanking).scores),
			seeds === undefined ? null : Array.from(seeds),
		]),
	};
	const body = JSON.stringify(file as unknown as Json);
	writeFileWhole(legPath(cacheDirectory, identity), `${sha256(body)}\n${body}`);
}

function legPath(cacheDirectory: string, identity: string): string {
	return join(cacheDirectory, 'legs', `${identity}.json`);
}
