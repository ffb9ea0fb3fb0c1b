/**
 * Simulates whole comparisons whose truth is known, three metrics over four strata, and counts how often any row is
 * falsely called a win or loss: by the rule in use (`compare/gatekeeping.ts`), with a secondary family but no gate, and
 * by the rule before (each metric's overall and strata rows one Holm family). Then the power of the overall verdict alone
 * and with its strata in one family. Deterministic for its arguments.
 *
 *     npx tsx scripts/check/family-error.ts [repetitions] [<baseline run> <challenger run>]
 *
 * With two runs there is a null world of real deltas too: their queries, drawn anew within strata, the two runs swapped
 * on each by a fair coin, so that no difference is true.
 */
import { alignRuns } from '../../harness/compare/align.ts';
import { columnsOf, columnsOfPair, deltasOf } from '../../harness/compare/columns.ts';
import { COMPARE_DEFAULTS, type CompareOptions, OVERALL } from '../../harness/compare/comparison.ts';
import { decideFamily } from '../../harness/compare/family.ts';
import { decideQuestion, type GatedRow, type OpenRow } from '../../harness/compare/gatekeeping.ts';
import { readQuestion } from '../../harness/compare/question.ts';
import { bootstrapAll } from '../../harness/compare/resampling.ts';
import { resampledFor, scopesOf } from '../../harness/compare/row.ts';
import type { Verdict } from '../../harness/compare/verdict.ts';
import { type RandomStream, randomStream } from '../../harness/random.ts';
import { readRun } from '../../harness/run/folder/read.ts';
import type { RunFolder } from '../../harness/run/folder/run-folder.ts';
import type { StratifiedBootstrap } from '../../harness/stats/bootstrap.ts';
import { meanDelta } from '../../harness/stats/deltas.ts';
import { effect } from '../../harness/stats/effect.ts';
import { runForTests } from '../../harness/testing/run-for-tests.ts';

const repetitions = Number(process.argv[2] ?? 500);
const named = process.argv.slice(3, 5);
const METRICS = ['recall@10', 'nDCG@10', 'MRR'];
const STRATA = ['a', 'b', 'c', 'd'];
const QUERIES_PER_STRATUM = 20;

/** Metric values of one query, baseline first. */
type Scores = readonly Readonly<Record<string, number>>[];

interface World {
	readonly name: string;
	readonly challengers: number;
	/** Whether a challenger's difference in a stratum is truly 0; overall it is where it is in all strata. */
	readonly isNull: (challenger: number, stratum: string) => boolean;
	readonly draw: (stream: RandomStream) => readonly { readonly stratum: string; readonly scores: Scores }[];
}

/** The rank of the one relevant document: in the top 3, the top 30, or nowhere. */
function rank(stream: RandomStream): number {
	const luck = stream.next();
	return luck < 0.4 ? 1 + stream.below(3) : luck < 0.8 ? 4 + stream.below(27) : Number.POSITIVE_INFINITY;
}

const scoresOf = (index: number): Record<string, number> => ({
	'recall@10': index <= 10 ? 1 : 0,
	'nDCG@10': index <= 10 ? 1 / Math.log2(index + 1) : 0,
	MRR: 1 / index,
});

/** Each challenger ranks a share `moved` of the queries by itself, and lifts a share of those that the baseline misses. */
function simulated(
	moved: number,
	gain: (challenger: number, stratum: string) => number,
	challengers = 1,
): World['draw'] {
	return (stream) =>
		STRATA.flatMap((stratum) =>
			Array.from({ length: QUERIES_PER_STRATUM }, () => {
				const base = rank(stream);
				const others = Array.from({ length: challengers }, (_, challenger) => {
					const own = stream.next() < moved ? rank(stream) : base;
					return own > 10 && stream.next() < gain(challenger, stratum) ? 1 + stream.below(10) : own;
				});
				return { stratum, scores: [base, ...others].map(scoresOf) };
			}),
		);
}

const none = (): number => 0;
const always = (): boolean => true;

/** Real queries drawn anew within their strata, the two runs swapped by a coin. */
function real([baseline, challenger]: readonly RunFolder[]): World['draw'] {
	const strata = new Map<string, Scores[]>();
	baseline?.scores.forEach((scores, i) => {
		const pair = [scores.metrics, challenger?.scores[i]?.metrics];
		if (pair.some((metrics) => metrics === undefined)) return;
		strata.set(scores.stratum, [...(strata.get(scores.stratum) ?? []), pair as Scores]);
	});
	return (stream) =>
		[...strata].flatMap(([stratum, pairs]) =>
			Array.from({ length: QUERIES_PER_STRATUM }, () => {
				const pair = pairs[stream.below(pairs.length)] as Scores;
				return { stratum, scores: stream.next() < 0.5 ? pair : [...pair].reverse() };
			}),
		);
}

function runsOf(draw: ReturnType<World['draw']>, challengers: number): readonly RunFolder[] {
	return Array.from({ length: challengers + 1 }, (_, run) => {
		const strata: Record<string, Record<string, number[]>> = {};
		for (const { stratum, scores } of draw) {
			strata[stratum] ??= Object.fromEntries(METRICS.map((metric) => [metric, []]));
			for (const metric of METRICS) strata[stratum]?.[metric]?.push(scores[run]?.[metric] as number);
		}
		return runForTests({ name: `system${run}`, strata });
	});
}

/**
 * The rows of a comparison as `compareRuns` makes them, less what no verdict is decided by: the randomisation test and the
 * MDE, which take nine tenths of its time.
 */
function openRows(runs: readonly RunFolder[], options: CompareOptions) {
	const aligned = alignRuns(runs);
	const columns = METRICS.map((metric) => columnsOf(metric, aligned));
	const pairs = columns.flatMap((column) =>
		runs.slice(1).map((run, i) => ({
			column: columnsOfPair(column, 0, i + 1),
			challenger: run.manifest.system.name,
		})),
	);
	const resampled = bootstrapAll(
		pairs.map(({ column }) => column),
		options,
	);
	const rows = pairs.flatMap(({ column, challenger }, i) =>
		scopesOf(column).map((scope): OpenRow => {
			const all = deltasOf(column, 1);
			const deltas = scope.rows === undefined ? all : scope.rows.map((row) => all[row] as number);
			const { interval, studentisedP, shareAtMostZero } = resampledFor(scope, resampled[i]?.[0] as StratifiedBootstrap);
			return {
				pair: challenger,
				notATest: undefined,
				row: {
					metric: column.metric,
					stratum: scope.name,
					challenger,
					baselineMean: 0,
					challengerMean: meanDelta(deltas),
					effect: effect(deltas),
					interval,
					shareAtMostZero,
					randomisationP: 1,
					rawStudentisedP: studentisedP,
					tP: undefined,
					rawEquivalenceP: undefined,
					sample: { deltas, max: column.max, room: { gain: 1, loss: 1 } },
					few: true,
					ceiling: false,
				},
			};
		}),
	);
	return { rows, question: readQuestion(columns, options) };
}

const claim = (verdict: Verdict | undefined): boolean => verdict === 'win' || verdict === 'loss';

function simulate({ name, challengers, isNull, draw }: World): void {
	const stream = randomStream(1, name);
	const count = { now: 0, noGate: 0, before: 0, primary: 0, overallNow: 0, overallBefore: 0 };
	for (let seed = 0; seed < repetitions; seed++) {
		const drawn = draw(stream);
		const options = { ...COMPARE_DEFAULTS, metrics: METRICS, seed };
		const { rows: open, question } = openRows(runsOf(drawn, challengers), options);
		const rows = decideQuestion(open, question, options);
		const before = new Map(
			METRICS.flatMap((metric) => {
				const family = open.flatMap(({ row }) => (row.metric === metric ? [row] : []));
				return decideFamily(family, options).map((row, i) => [family[i], row.verdict] as const);
			}),
		);
		const verdictBefore = (i: number): Verdict | undefined => before.get(open[i]?.row);
		const strata = [...new Set(drawn.map(({ stratum }) => stratum))];
		const untrue = (row: GatedRow): boolean => {
			const challenger = Number(row.challenger.replace('system', '')) - 1;
			return (row.stratum === OVERALL ? strata : [row.stratum]).every((stratum) => isNull(challenger, stratum));
		};
		if (rows.some((row) => claim(row.verdict) && untrue(row))) count.now++;
		if (rows.some((row) => claim(row.familyVerdict) && untrue(row))) count.noGate++;
		if (rows.some((row, i) => claim(verdictBefore(i)) && untrue(row))) count.before++;
		if (rows.some((row) => row.role === 'primary' && claim(row.verdict) && untrue(row))) count.primary++;
		if (claim(rows[0]?.verdict)) count.overallNow++;
		if (claim(verdictBefore(0))) count.overallBefore++;
	}
	const percent = (hits: number): string => `${((100 * hits) / repetitions).toFixed(1)} %`.padStart(9);
	const figures = [count.now, count.noGate, count.before, count.primary, count.overallNow, count.overallBefore];
	console.log(`${name.padEnd(52)}${figures.map(percent).join(' ')}`);
}

console.log(
	`${STRATA.length} strata of ${QUERIES_PER_STRATUM} queries, ${METRICS.length} metrics, ${repetitions} repetitions (standard error of 5 %: ${(100 * Math.sqrt(0.0475 / repetitions)).toFixed(1)} points)`,
);
console.log(`${''.padEnd(52)} any false win or loss, of all rows      | overall of the first metric`);
console.log(
	`${'world'.padEnd(52)}${['in use', 'no gate', 'before', 'primary', 'in use', 'before'].map((head) => head.padStart(9)).join(' ')}`,
);
const onlyFirst = (challenger: number): number => (challenger === 0 ? 0.8 : 0);
const worlds: readonly World[] = [
	{ name: 'null: all queries move', challengers: 1, isNull: always, draw: simulated(1, none) },
	{ name: 'null: a third of the queries moves', challengers: 1, isNull: always, draw: simulated(1 / 3, none) },
	...(named.length === 2
		? [
				{
					name: 'null: real queries, swapped by a coin',
					challengers: 1,
					isNull: always,
					draw: real(named.map((run) => readRun(run, 'results'))),
				},
			]
		: []),
	{
		name: 'better in one stratum of four',
		challengers: 1,
		isNull: (_, stratum) => stratum !== 'a',
		draw: simulated(1 / 3, (_, stratum) => (stratum === 'a' ? 0.9 : 0)),
	},
	{
		name: 'better in all strata, by a little',
		challengers: 1,
		isNull: () => false,
		draw: simulated(1 / 3, () => 0.17),
	},
	{ name: '3 challengers: null', challengers: 3, isNull: always, draw: simulated(1 / 3, none, 3) },
	{
		name: '3 challengers: one much better, two null',
		challengers: 3,
		isNull: (challenger) => challenger > 0,
		draw: simulated(1 / 3, onlyFirst, 3),
	},
];
for (const world of worlds) simulate(world);
