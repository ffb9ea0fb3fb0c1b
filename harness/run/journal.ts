import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexedRanking } from '../contract.ts';
import { writeFileWhole } from '../files/write-file.ts';
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
	reranked: RerankedRow | null,
];
/** Times that are no number in JSON, because the deadline passed before the pair was scored, are null. */
type RerankedRow = readonly [
	computed: number,
	scores: readonly (readonly [docIndex: number, score: number | null, ms: number | null, cut: boolean | null])[],
];

/**
 * Opens `cache/journals/<identity>.jsonl`: a line per query with indices of documents, scores and times, no text. A
 * line that an interruption tore is passed over. `fresh` forgets what was kept.
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
			writeFileWhole(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
			file = openSync(path, 'a');
		}
		writeSync(file, lines.join(''));
		lines = [];
		written = performance.now();
	};
	// Ctrl-C ends the process at once; what came since the last write is then written here.
	process.once('exit', flush);
	const close = (): void => {
		flush();
		process.removeListener('exit', flush);
		if (file !== undefined) closeSync(file);
		file = undefined;
	};
	return {
		kept: new Map(rows.map((row) => [row[0], fromRow(row)])),
		add: (queryIndex, retrieved) => {
			lines.push(`${JSON.stringify(toRow(queryIndex, retrieved))}\n`);
			if (performance.now() - written > WRITE_EVERY_MS) flush();
		},
		close,
		remove: () => {
			lines = [];
			close();
			rmSync(path, { force: true });
		},
	};
}

function readRows(path: string, queries: number): readonly Row[] {
	const rows = new Map<number, Row>();
	for (const line of readFileSync(path, 'utf8').split('\n')) {
		try {
			const row = JSON.parse(line) as Row;
			if (Array.isArray(row) && row.length === 6 && row[0] < queries) rows.set(row[0], row);
		} catch {
			// Torn by the interruption.
		}
	}
	return [...rows.values()];
}

function toRow(queryIndex: number, { ranking, byLeg, clock, unknownIds, reranked }: RetrievedQuery): Row {
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
		reranked === undefined
			? null
			: [
					reranked.computed,
					// JSON writes NaN and Infinity as null.
					Array.from(reranked.scores, ([doc, { score, milliseconds, cut }]) => [doc, score, milliseconds, cut ?? null]),
				],
	];
}

function fromRow([, [docs, scores], legs, times, unknownIds, reranked]: Row): RetrievedQuery {
	const clock = new StageClock();
	for (const [stage, milliseconds] of times) clock.times.set(stage, milliseconds);
	const byLeg = legs.map(([name, legDocs, legScores, seeds]): [string, LegResult] => [
		name,
		{ ranking: indexed(legDocs, legScores), seeds: seeds === null ? undefined : Int32Array.from(seeds) },
	]);
	const found = { ranking: indexed(docs, scores), byLeg: new Map(byLeg), clock, unknownIds };
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
