import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { IndexedRanking } from '../contract.ts';
import { isForbidden, withPath, writeFileWhole } from '../files/write-file.ts';
import type { RetrievedQuery } from './open-system.ts';
import type { RerankedQuery } from './rerank-query.ts';
import type { LegResult } from './retrieve.ts';
import { StageClock } from './stage-clock.ts';

/** The rankings of a run as they come, so that a run that was interrupted goes on where it stopped. */
export interface Journal {
	/** By query index: what an earlier run of the same identity left. */
	readonly kept: ReadonlyMap<number, RetrievedQuery>;
	add(queryIndex: number, retrieved: RetrievedQuery): void;
	/** Ends it, what was added on disk. */
	close(): void;
	/** Ends it and removes its file: the run is whole. */
	remove(): void;
}

/** A run that is over within this time leaves no file. */
const WRITE_EVERY_MS = 1000;

type RankingRow = readonly [docs: readonly number[], scores: readonly number[]];
type LegRow = readonly [
	name: string,
	docs: readonly number[],
	scores: readonly number[],
	seeds: readonly number[] | null,
];
type Row = readonly [
	queryIndex: number,
	ranking: RankingRow,
	legs: readonly LegRow[],
	milliseconds: readonly (readonly [stage: string, ms: number])[],
	unknownIds: number,
	asked: NonNullable<RetrievedQuery['asked']> | null,
	reranked: RerankedRow | null,
];
/** Times that are no number in JSON, because the deadline passed before the pair was scored, are null. */
type RerankedRow = readonly [
	computed: number,
	scores: readonly (readonly [docIndex: number, score: number | null, ms: number | null, cut: boolean | null])[],
];

/**
 * Opens `cache/journals/<identity>.jsonl`: a line per query, its CRC-32 and JSON with indices of documents, scores and
 * times, no text. A line that an interruption tore, or that was changed, is passed over, and that query is asked again.
 * In a cache that may only be read nothing is kept. `fresh` forgets what was kept.
 */
export function openJournal(cacheDirectory: string, identity: string, queries: number, fresh: boolean): Journal {
	const path = join(cacheDirectory, 'journals', `${identity}.jsonl`);
	const rows = fresh || !existsSync(path) ? [] : readRows(path, queries);
	let file: number | undefined;
	let lines: string[] = [];
	let written = performance.now();
	const flush = (): void => {
		if (lines.length === 0) return;
		if (file === undefined) {
			// Written whole once: no torn line stays before what is added.
			writeFileWhole(path, rows.map(lineOf).join(''));
			file = openSync(path, 'a');
		}
		writeSync(file, lines.join(''));
		lines = [];
		written = performance.now();
	};
	let keeps = true;
	const keep = (): void => {
		if (!keeps) return;
		try {
			flush();
		} catch (error) {
			keeps = false;
			if (!isForbidden(error)) throw withPath(error, path);
		}
	};
	const keepAtExit = (): void => {
		try {
			keep();
		} catch {
			// The process ends: what could not be kept is asked again.
		}
	};
	// Ctrl-C ends the process at once; what came since the last write is then written here.
	process.once('exit', keepAtExit);
	const close = (): void => {
		process.removeListener('exit', keepAtExit);
		keep();
		if (file !== undefined) closeSync(file);
		file = undefined;
	};
	return {
		kept: new Map(rows.map((row) => [row[0], fromRow(row)])),
		add: (queryIndex, retrieved) => {
			if (!keeps) return;
			lines.push(lineOf(toRow(queryIndex, retrieved)));
			if (performance.now() - written > WRITE_EVERY_MS) keep();
		},
		close,
		remove: () => {
			lines = [];
			close();
			if (existsSync(path)) rmSync(path, { force: true });
		},
	};
}

function readRows(path: string, queries: number): readonly Row[] {
	const rows = new Map<number, Row>();
	for (const line of readFileSync(path, 'utf8').split('\n')) {
		const [sum, json] = [line.slice(0, CHECKSUM), line.slice(CHECKSUM + 1)];
		// Torn by the interruption, or damaged.
		if (sum !== checksum(json)) continue;
		const row = JSON.parse(json) as Row;
		if (Array.isArray(row) && row.length === 7 && row[0] < queries) rows.set(row[0], row);
	}
	return [...rows.values()];
}

/** Characters of {@link checksum}. */
const CHECKSUM = 8;

function checksum(json: string): string {
	return crc32(json).toString(16).padStart(CHECKSUM, '0');
}

function lineOf(row: Row): string {
	const json = JSON.stringify(row);
	return `${checksum(json)} ${json}\n`;
}

function toRow(queryIndex: number, { ranking, byLeg, clock, unknownIds, asked, reranked }: RetrievedQuery): Row {
	return [
		queryIndex,
		[Array.from(ranking.docs), Array.from(ranking.scores)],
		Array.from(
			byLeg,
			([name, leg]): LegRow => [
				name,
				Array.from(leg.ranking.docs),
				Array.from(leg.ranking.scores),
				leg.seeds === undefined ? null : Array.from(leg.seeds),
			],
		),
		[...clock.times],
		unknownIds,
		asked ?? null,
		reranked === undefined
			? null
			: [
					reranked.computed,
					// JSON writes NaN and Infinity as null.
					Array.from(reranked.scores, ([doc, { score, milliseconds, cut }]) => [doc, score, milliseconds, cut ?? null]),
				],
	];
}

function fromRow([, [docs, scores], legs, times, unknownIds, asked, reranked]: Row): RetrievedQuery {
	const clock = new StageClock();
	for (const [stage, milliseconds] of times) clock.times.set(stage, milliseconds);
	const byLeg = legs.map(([name, legDocs, legScores, seeds]): [string, LegResult] => [
		name,
		{ ranking: indexed(legDocs, legScores), seeds: seeds === null ? undefined : Int32Array.from(seeds) },
	]);
	const found = {
		ranking: indexed(docs, scores),
		byLeg: new Map(byLeg),
		clock,
		unknownIds,
		...(asked === null ? {} : { asked }),
	};
	return reranked === null ? found : { ...found, reranked: rerankedOf(reranked) };
}

function rerankedOf([computed, scores]: RerankedRow): RerankedQuery {
	return {
		computed,
		scores: new Map(
			scores.map(([doc, score, ms, cut]) => [
				doc,
				{
					score: score ?? Number.NaN,
					milliseconds: ms ?? Number.POSITIVE_INFINITY,
					...(cut === null ? {} : { cut }),
				},
			]),
		),
	};
}

function indexed(docs: readonly number[], scores: readonly number[]): IndexedRanking {
	return { docs: Int32Array.from(docs), scores: Float64Array.from(scores) };
}
