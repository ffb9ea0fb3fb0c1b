import type { MetricColumns } from '../compare/columns.ts';
import { type CompareOptions, type ComparisonRow, OVERALL } from '../compare/comparison.ts';
import { judgeFamily } from '../compare/family.ts';
import { bootstrapAll } from '../compare/resampling.ts';
import { scopesOf, testRow } from '../compare/row.ts';
import type { Verdict } from '../compare/verdict.ts';
import type { Metric, Query } from '../contract.ts';
import type { StratifiedBootstrap } from '../stats/bootstrap.ts';
import type { Interval } from '../stats/bootstrap-interval.ts';
import { corrections } from '../stats/corrections.ts';
import type { StratumRows } from '../stats/resample.ts';
import { type ResampledT, resampledT } from '../stats/resampled-t.ts';
import { studentTQuantile } from '../stats/student-t.ts';
import type { Folds } from './held-out.ts';

/** Two systems on the same held-out queries. */
export interface Match {
	/** What the row is called: the variant. */
	readonly label: string;
	/** By repeat, by query. */
	readonly opponent: readonly Float64Array[];
	readonly challenger: readonly Float64Array[];
}

/** What the matches are played on. */
export interface Ground {
	readonly metric: Pick<Metric, 'name' | 'max'>;
	/** By column: the query. */
	readonly queries: readonly Query[];
	readonly strata: readonly StratumRows[];
	readonly folds: Folds;
	readonly foldCount: number;
}

/** One verdict of a retest. */
export interface RetestRow extends Omit<ComparisonRow, 'mde'> {
	/** p of the corrected resampled t test, corrected within the family: the verdict's third witness. */
	readonly foldsP: number;
	/** Smallest delta that this could have found; inconclusive rows only. */
	readonly couldFind: number | undefined;
}

/** Differences this small are the same number, averaged in another order. */
const SAME = 1e-12;

/**
 * Judges a family of matches by the rules of `bench compare` (`compare/verdict.ts`), on each query's mean over the
 * repeats, and asks a third witness: the corrected resampled t test over folds. The settings were chosen on queries
 * that the folds share, so the queries' differences are not independent, and a test that takes them as such calls
 * noise a finding: of 150 simulated families of 16 rows without any difference, 18 held a win or a loss at a level of
 * .05 by the first two, 5 by all three. It can only turn a verdict into `inconclusive`. The interval is the wider of
 * both on either side.
 *
 * The family is all matches x (overall and strata), in that order.
 */
export function judgeMatches(matches: readonly Match[], ground: Ground, options: CompareOptions): readonly RetestRow[] {
	if (matches.length === 0) return [];
	const columns = matches.map((match) => columnOf(match, ground));
	const resampled = bootstrapAll(columns, options);
	const scopes = scopesOf(columns[0] as MetricColumns);
	const tested = matches.flatMap((match, i) =>
		scopes.map((scope) => ({
			row: testRow(
				columns[i] as MetricColumns,
				scope,
				{ place: 1, label: match.label },
				resampled[i]?.[0] as StratifiedBootstrap,
				options,
			),
			folds: foldTest(match, ground, scope.name === OVERALL ? undefined : scope.rows, 1 - options.alpha),
		})),
	);
	const rows = judgeFamily(
		tested.map(({ row }) => row),
		options,
	);
	const correction = corrections[options.correction];
	const foldsP = correction.adjust(tested.map(({ folds }) => folds.p));
	const level = correction.loneLevel(options.alpha, tested.length);
	return rows.map((row, i): RetestRow => {
		const folds = (tested[i] as (typeof tested)[number]).folds;
		const interval = wider(row.interval, folds.interval);
		const verdict = agreed(row, foldsP[i] as number, interval, options);
		return {
			...row,
			interval,
			foldsP: foldsP[i] as number,
			verdict,
			couldFind: verdict === 'inconclusive' ? smallest(row, folds, level, options) : undefined,
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

/** The larger of what the comparison and the test over folds could find. */
function smallest(
	row: ComparisonRow,
	{ standardError, df }: FoldTest,
	level: number,
	{ power }: CompareOptions,
): number | undefined {
	const seen = row.mde?.mde;
	if (standardError === 0 || df < 1) return seen;
	const byFolds = (studentTQuantile(1 - level / 2, df) + studentTQuantile(power, df)) * standardError;
	return Math.max(seen ?? 0, byFolds);
}

type FoldTest = ResampledT & { readonly df: number };

/** The mean difference on each held-out fold, of every repeat; folds without a query of the scope are left out. */
function foldTest(
	{ opponent, challenger }: Match,
	{ folds, foldCount }: Ground,
	rows: readonly number[] | undefined,
	confidence: number,
): FoldTest {
	const deltas = folds.flatMap((foldOf, repeat) => {
		const sums = new Float64Array(foldCount);
		const counts = new Float64Array(foldCount);
		for (const column of rows ?? foldOf.keys()) {
			const fold = foldOf[column] as number;
			const delta = (challenger[repeat]?.[column] as number) - (opponent[repeat]?.[column] as number);
			sums[fold] = (sums[fold] as number) + delta;
			counts[fold] = (counts[fold] as number) + 1;
		}
		return [...sums].flatMap((sum, fold) => (counts[fold] === 0 ? [] : [sum / (counts[fold] as number)]));
	});
	return { ...resampledT(deltas, foldCount, confidence), df: deltas.length - 1 };
}

function columnOf({ opponent, challenger }: Match, { metric, queries, strata }: Ground): MetricColumns {
	const repeats = opponent.length;
	const baseline = queries.map((_, column) => meanOver(opponent, column, repeats));
	return {
		metric: metric.name,
		max: metric.max,
		queries: queries.map(({ id, stratum }) => ({ queryId: id, stratum, scores: [] })),
		values: [
			baseline,
			queries.map((_, column) => {
				let delta = 0;
				for (let repeat = 0; repeat < repeats; repeat++)
					delta += ((challenger[repeat]?.[column] as number) - (opponent[repeat]?.[column] as number)) / repeats;
				return (baseline[column] as number) + (Math.abs(delta) < SAME ? 0 : delta);
			}),
		],
		strata,
	};
}

function meanOver(values: readonly Float64Array[], column: number, repeats: number): number {
	return values.reduce((sum, repeat) => sum + (repeat[column] as number), 0) / repeats;
}

function wider(one: Interval, other: Interval): Interval {
	return { low: Math.min(one.low, other.low), high: Math.max(one.high, other.high) };
}
