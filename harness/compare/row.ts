import { randomStream } from '../random.ts';
import type { BootstrapResult, StratifiedBootstrap } from '../stats/bootstrap.ts';
import { clusterSignFlips } from '../stats/cluster-sign-flips.ts';
import { clusterT } from '../stats/cluster-t.ts';
import { clusterSums } from '../stats/clusters.ts';
import { meanDelta } from '../stats/deltas.ts';
import { effect } from '../stats/effect.ts';
import { studentisedEquivalence } from '../stats/equivalence.ts';
import type { Room } from '../stats/mde.ts';
import { pairedT } from '../stats/paired-t.ts';
import { randomisationTest } from '../stats/randomisation.ts';
import { clusterNames } from './cluster-choice.ts';
import { deltasOf, type MetricColumns, overallRows } from './columns.ts';
import { type CompareOptions, type ComparisonRow, FEW_QUERIES, OVERALL } from './comparison.ts';

/** A row before its family is known. */
export type TestedRow = Omit<
	ComparisonRow,
	'correctedP' | 'studentisedP' | 'equivalenceP' | 'verdict' | 'level' | 'mde'
>;

/** The queries of a row: all, or those of a stratum. */
export interface Scope {
	readonly name: string;
	/** Undefined: all. */
	readonly rows: readonly number[] | undefined;
}

export function scopesOf(columns: MetricColumns): readonly Scope[] {
	const { strata } = columns;
	const overall: Scope = { name: OVERALL, rows: overallRows(columns) };
	return strata.length > 1 ? [overall, ...strata] : [overall];
}

/** The bootstrap result for the queries of a row. */
export function resampledFor(scope: Scope, { overall, strata }: StratifiedBootstrap): BootstrapResult {
	return (scope.name === OVERALL ? overall : strata.get(scope.name)) as BootstrapResult;
}

/** Every test of one row, each on its own. */
export function testRow(
	column: MetricColumns,
	scope: Scope,
	challenger: { readonly column: number; readonly label: string },
	resampled: StratifiedBootstrap,
	{ margin, seed }: CompareOptions,
): TestedRow {
	const pick = <T>(values: readonly T[]): readonly T[] =>
		scope.rows === undefined ? values : scope.rows.map((row) => values[row] as T);
	const deltas = pick(deltasOf(column, challenger.column));
	const baseline = pick(column.values[0] ?? []);
	const stream = randomStream(seed, `randomisation/${column.metric}/${scope.name}`);
	const found = resampledFor(scope, resampled);
	const clusters = found.clustering === undefined ? undefined : pick(clusterNames(column.queries) ?? []);
	const sums = clusters && clusterSums(deltas, clusters);
	return {
		metric: column.metric,
		stratum: scope.name,
		challenger: challenger.label,
		baselineMean: meanDelta(baseline),
		challengerMean: meanDelta(pick(column.values[challenger.column] ?? [])),
		effect: effect(deltas),
		interval: found.interval,
		shareAtMostZero: found.shareAtMostZero,
		randomisationP: (sums === undefined ? randomisationTest(deltas, stream) : clusterSignFlips(sums, stream)).p,
		tP: (sums === undefined ? pairedT(deltas) : clusterT(sums))?.p,
		clustering: found.clustering,
		rawStudentisedP: found.studentisedP,
		rawEquivalenceP: margin === undefined ? undefined : studentisedEquivalence(found, margin).p,
		sample: { deltas, clusters, max: column.max, room: roomAround(baseline, column.max) },
		few: deltas.length < FEW_QUERIES,
		outsideOverall: column.strata.some(({ name, outside }) => name === scope.name && outside === true),
		ceiling: baseline.length > 0 && baseline.every((value) => value >= column.max),
	};
}

/** How far the mean can still rise and fall. */
export function roomAround(baseline: readonly number[], max: number): Room {
	const mean = meanDelta(baseline);
	return { gain: Math.max(0, max - mean), loss: Math.max(0, mean) };
}
