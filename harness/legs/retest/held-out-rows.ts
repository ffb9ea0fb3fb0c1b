import { type ClusterChoice, clusterOf } from '../../compare/cluster-choice.ts';
import type { MetricColumns } from '../../compare/columns.ts';
import { type CompareOptions, type ComparisonRow, OVERALL } from '../../compare/comparison.ts';
import { judgeFamily } from '../../compare/family.ts';
import { bootstrapAll } from '../../compare/resampling.ts';
import { scopesOf, testRow } from '../../compare/row.ts';
import type { Verdict } from '../../compare/verdict.ts';
import type { Metric, Query } from '../../contract.ts';
import type { StratifiedBootstrap } from '../../stats/bootstrap.ts';
import type { Interval } from '../../stats/bootstrap-interval.ts';
import { corrections } from '../../stats/corrections.ts';
import type { StratumRows } from '../../stats/resample.ts';
import type { ResampledT } from '../../stats/resampled-t.ts';
import { studentTQuantile } from '../../stats/student-t.ts';
import type { Folds } from '../grid/folds.ts';
import { foldTest } from './fold-test.ts';

/** Two systems on the same held-out queries. */
export interface HeldOutPair {
	/** The row's name: the variant. */
	readonly label: string;
	/** By repeat, by query: what the variant is compared with. */
	readonly reference: readonly Float64Array[];
	readonly variant: readonly Float64Array[];
}

/** The queries that all systems of a retest are compared on, and their folds. */
export interface HeldOutQueries {
	readonly metric: Pick<Metric, 'name' | 'max'>;
	/** By column: the query. */
	readonly queries: readonly Query[];
	readonly strata: readonly StratumRows[];
	readonly folds: Folds;
	readonly foldCount: number;
	/** By column, the cluster of the query; absent: all are independent. */
	readonly clusters?: readonly string[] | undefined;
}

/** One verdict of a retest. */
export interface RetestRow extends Omit<ComparisonRow, 'mde'> {
	/** p of the corrected resampled t test, corrected within the family: the second test of the verdict. */
	readonly foldsP: number;
	/**
	 * Minimum detectable effect: the smallest true delta that this comparison alone finds with the power asked for.
	 * Inconclusive rows only; Infinity where it is more than the metric leaves room for.
	 */
	readonly mde: number | undefined;
}

/** Differences this small are the same number, averaged in another order. */
const SAME = 1e-12;

/**
 * Judges a family of comparisons by the rules of `bench compare` (`compare/verdict.ts`), on each query's mean over the
 * repeats, and asks a third test: the corrected resampled t test over folds. The settings were chosen on queries
 * that the folds share, so the queries' differences are not independent, and a test that takes them as such calls
 * noise a finding: of 150 simulated families of 16 rows without any difference, 18 held a win or a loss at a level of
 * .05 by the first two, 5 by all three. It can only turn a verdict into `inconclusive`. The interval is the wider of
 * both on either side.
 *
 * The family is all pairs x (overall and strata), in that order.
 */
export function judgeHeldOut(
	pairs: readonly HeldOutPair[],
	queries: HeldOutQueries,
	options: CompareOptions,
): readonly RetestRow[] {
	if (pairs.length === 0) return [];
	const columns = pairs.map((pair) => columnOf(pair, queries, options.clusters));
	const resampled = bootstrapAll(columns, options);
	const scopes = scopesOf(columns[0] as MetricColumns);
	const tested = pairs.flatMap((pair, i) =>
		scopes.map((scope) => ({
			row: testRow(
				columns[i] as MetricColumns,
				scope,
				{ column: 1, label: pair.label },
				resampled[i]?.[0] as StratifiedBootstrap,
				options,
			),
			folds: foldTest(
				(repeat, column) => deltaAt(pair, repeat, column),
				queries,
				1 - options.alpha,
				scope.name === OVERALL ? undefined : scope.rows,
			),
		})),
	);
	const rows = judgeFamily(
		tested.map(({ row }) => row),
		options,
	);
	const correction = corrections[options.correction];
	const foldsP = correction.adjust(tested.map(({ folds }) => folds.p));
	const level = correction.singleLevel(options.alpha, tested.length);
	return rows.map((row, i): RetestRow => {
		const folds = (tested[i] as (typeof tested)[number]).folds;
		const interval = wider(row.interval, folds.interval);
		const verdict = agreed(row, foldsP[i] as number, interval, options);
		return {
			...row,
			interval,
			foldsP: foldsP[i] as number,
			verdict,
			mde: verdict === 'inconclusive' ? detectable(row, folds, level, queries.metric.max, options) : undefined,
		};
	});
}

function agreed(row: ComparisonRow, foldsP: number, interval: Interval, { alpha, margin }: CompareOptions): Verdict {
	if (row.effect.wins === 0 && row.effect.losses === 0) return row.verdict;
	if (row.verdict === 'win' || row.verdict === 'loss') {
		const offZero = row.verdict === 'win' ? interval.low > 0 : interval.high < 0;
		return foldsP < alpha && offZero ? row.verdict : 'inconclusive';
	}
	if (row.verdict === 'equivalent')
		return margin !== undefined && interval.low > -margin && interval.high < margin ? 'equivalent' : 'inconclusive';
	return row.verdict;
}

/** The larger of what the comparison and the test over folds find. */
function detectable(
	row: ComparisonRow,
	{ standardError, df }: ResampledT,
	level: number,
	max: number,
	{ power }: CompareOptions,
): number | undefined {
	const ofRow = row.mde?.mde;
	const ofFolds =
		standardError === 0 || df < 1
			? undefined
			: (studentTQuantile(1 - level / 2, df) + studentTQuantile(power, df)) * standardError;
	if (ofRow === undefined && ofFolds === undefined) return undefined;
	const delta = Math.max(ofRow ?? 0, ofFolds ?? 0);
	return delta > max - row.baselineMean ? Number.POSITIVE_INFINITY : delta;
}

function columnOf(
	pair: HeldOutPair,
	{ metric, queries, strata }: HeldOutQueries,
	clusters: ClusterChoice | undefined,
): MetricColumns {
	const { reference } = pair;
	const repeats = reference.length;
	const baseline = queries.map((_, column) => meanOver(reference, column, repeats));
	return {
		metric: metric.name,
		max: metric.max,
		queries: queries.map(({ id, stratum, scope }) => ({
			queryId: id,
			stratum,
			cluster: clusterOf({ queryId: id, scope }, clusters),
			scores: [],
		})),
		values: [
			baseline,
			queries.map((_, column) => {
				let delta = 0;
				for (let repeat = 0; repeat < repeats; repeat++) delta += deltaAt(pair, repeat, column) / repeats;
				return (baseline[column] as number) + (Math.abs(delta) < SAME ? 0 : delta);
			}),
		],
		strata,
	};
}

function meanOver(values: readonly Float64Array[], column: number, repeats: number): number {
	return values.reduce((sum, repeat) => sum + (repeat[column] as number), 0) / repeats;
}

function deltaAt({ reference, variant }: HeldOutPair, repeat: number, column: number): number {
	return (variant[repeat]?.[column] as number) - (reference[repeat]?.[column] as number);
}

function wider(one: Interval, other: Interval): Interval {
	return { low: Math.min(one.low, other.low), high: Math.max(one.high, other.high) };
}
