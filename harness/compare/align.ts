import type { QueryId } from '../contract.ts';
import { BenchError } from '../errors.ts';
import type { RunFolder } from '../run/folder/run-folder.ts';
import type { QueryScores } from '../run/scores.ts';
import { type ClusterChoice, clusterOf } from './cluster-choice.ts';

/** One query with its scores in every run. */
export interface AlignedQuery {
	readonly queryId: QueryId;
	readonly stratum: string;
	/** Queries of one cluster are not independent; absent: independent of all others. */
	readonly cluster?: string | undefined;
	/** Its stratum is no part of the overall row. */
	readonly outsideOverall?: boolean;
	/** By run: the baseline first, then the challengers in order. */
	readonly scores: readonly QueryScores[];
}

/**
 * The queries of several runs, paired by id, in the order of the first run. Runs of different datasets, strata,
 * queries or judgments are not comparable: a BenchError says what differs.
 */
export function alignRuns(runs: readonly RunFolder[], clusters?: ClusterChoice): readonly AlignedQuery[] {
	const [first, ...others] = runs;
	if (first === undefined) return [];
	const tables = others.map((run) => {
		requireSameData(first, run);
		return new Map(run.scores.map((scores) => [scores.queryId, scores]));
	});
	return first.scores.map((scores) => ({
		queryId: scores.queryId,
		stratum: scores.stratum,
		cluster: clusterOf(scores, clusters),
		outsideOverall: scores.outsideOverall === true,
		scores: [scores, ...tables.map((table) => table.get(scores.queryId) as QueryScores)],
	}));
}

/** Pairs the scores of several systems that are on the same queries in the same order. */
export function alignScores(
	systems: readonly (readonly QueryScores[])[],
	clusters?: ClusterChoice,
): readonly AlignedQuery[] {
	const [first = []] = systems;
	return first.map((query, i) => ({
		queryId: query.queryId,
		stratum: query.stratum,
		cluster: clusterOf(query, clusters),
		outsideOverall: query.outsideOverall === true,
		scores: systems.map((scores) => scores[i] as QueryScores),
	}));
}

function requireSameData(baseline: RunFolder, challenger: RunFolder): void {
	const differences = [
		...fingerprintDifference(baseline, challenger),
		...setDifference(
			'strata',
			new Set(baseline.scores.map(({ stratum }) => stratum)),
			new Set(challenger.scores.map(({ stratum }) => stratum)),
		),
		...setDifference(
			'queries',
			new Set(baseline.scores.map(({ queryId }) => queryId)),
			new Set(challenger.scores.map(({ queryId }) => queryId)),
		),
	];
	if (differences.length === 0)
		for (const difference of queryDifference(baseline, challenger)) differences.push(difference);
	if (differences.length === 0) return;
	throw new BenchError(
		'results',
		[`${baseline.path} and ${challenger.path} can't be compared`, ...differences].join('\n'),
		{ hint: 'Run both systems on the same dataset and the same strata.' },
	);
}

function fingerprintDifference(baseline: RunFolder, challenger: RunFolder): string[] {
	const [one, other] = [baseline.manifest.dataset, challenger.manifest.dataset];
	if (one.fingerprint === other.fingerprint) return [];
	const lines = [
		`dataset: ${one.name} ${one.fingerprint.slice(0, 12)} (${one.docs} documents, ${one.queries} queries), not ${other.name} ${other.fingerprint.slice(0, 12)} (${other.docs} documents, ${other.queries} queries)`,
	];
	if (one.sensitive !== other.sensitive)
		lines.push(`sensitive documents: ${one.sensitive}, not ${other.sensitive} (--sensitive)`);
	return lines;
}

function setDifference(what: string, one: ReadonlySet<string>, other: ReadonlySet<string>): string[] {
	const missing = [...one].filter((name) => !other.has(name));
	const added = [...other].filter((name) => !one.has(name));
	return [
		...(missing.length > 0 ? [`${what} only in the first: ${named(missing)}`] : []),
		...(added.length > 0 ? [`${what} only in the second: ${named(added)}`] : []),
	];
}

function queryDifference(baseline: RunFolder, challenger: RunFolder): string[] {
	const table = new Map(challenger.scores.map((scores) => [scores.queryId, scores]));
	const differing = (differs: (one: QueryScores, other: QueryScores) => boolean): string[] =>
		baseline.scores.filter((one) => differs(one, table.get(one.queryId) as QueryScores)).map(({ queryId }) => queryId);
	const moved = differing((one, other) => one.stratum !== other.stratum);
	const judged = differing((one, other) => one.relevant !== other.relevant);
	return [
		...(moved.length > 0 ? [`queries in another stratum: ${named(moved)}`] : []),
		...(judged.length > 0 ? [`queries with another number of relevant documents: ${named(judged)}`] : []),
	];
}

function named(names: readonly string[]): string {
	const shown = names.slice(0, 5).join(', ');
	return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}
