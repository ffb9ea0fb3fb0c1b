/**
 * Simulates comparisons whose truth is known. Prints how often each interval covers the truth and how long it is against
 * Student's t interval (the mean over samples that have one), for one stratum of `queries` and for the overall mean of
 * other layouts of strata; and in null worlds how often a verdict is false. Deterministic for its arguments.
 *
 *     npx tsx scripts/check/interval-coverage.ts [repetitions] [queries] [words of a world's name]
 */
import { decide } from '../../harness/compare/verdict.ts';
import { type RandomStream, randomStream } from '../../harness/random.ts';
import { type BootstrapResult, bootstrap, type StratifiedBootstrap } from '../../harness/stats/bootstrap.ts';
import { type IntervalMethodName, intervalMethods } from '../../harness/stats/bootstrap-interval.ts';
import { corrections } from '../../harness/stats/corrections.ts';
import { effect } from '../../harness/stats/effect.ts';
import type { Interval } from '../../harness/stats/interval.ts';
import { pairedTInterval } from '../../harness/stats/paired-t.ts';
import { randomisationTest } from '../../harness/stats/randomisation.ts';
import { layouts, strataOf } from '../../harness/stats/testing/layouts.ts';
import { type World, worlds } from '../../harness/stats/testing/simulated-worlds.ts';

const repetitions = Number(process.argv[2] ?? 1000);
const queries = Number(process.argv[3] ?? 40);
const chosen = worlds.filter(({ name }) => name.includes(process.argv[4] ?? ''));
const ALPHA = 0.05;
const RESAMPLES = 1000;
const DRAWS = 1000;
/** Rows of a simulated family: as a run of four strata has them, without the overall row. */
const FAMILY = 4;
const METHODS = Object.keys(intervalMethods) as IntervalMethodName[];

const covers = ({ low, high }: Interval, mean: number): boolean => low <= mean + 1e-12 && mean - 1e-12 <= high;
const percent = (count: number, of = repetitions): string => ((100 * count) / of).toFixed(1).padStart(5);

function drawn(world: World, n: number, stream: RandomStream): number[] {
	return Array.from({ length: n }, () => world.draw(stream));
}

/** Coverage and length of every method on one layout, and of t where there is one stratum. */
function coverage(world: World): readonly string[] {
	return layouts.map(({ name, sizes }) => {
		const strata = strataOf(sizes(queries));
		const n = sizes(queries).reduce((sum, size) => sum + size, 0);
		const stream = randomStream(1, `${world.name}/${name}/${n}`);
		const covered = new Map<string, number>();
		const length = new Map<string, number>();
		let tLength = 0;
		const methods = name === 'one' || name === 'four' ? METHODS : METHODS.slice(0, 1);
		const add = (method: string, interval: Interval, counts: boolean): void => {
			covered.set(method, (covered.get(method) ?? 0) + Number(covers(interval, world.mean)));
			if (counts) length.set(method, (length.get(method) ?? 0) + interval.high - interval.low);
		};
		for (let seed = 0; seed < repetitions; seed++) {
			const deltas = drawn(world, n, stream);
			const t = pairedTInterval(deltas, 1 - ALPHA);
			if (t !== undefined) tLength += t.high - t.low;
			add('t', t ?? { low: deltas[0] as number, high: deltas[0] as number }, t !== undefined);
			for (const method of methods) {
				const settings = { resamples: RESAMPLES, confidence: 1 - ALPHA, method, seed };
				const [column] = bootstrap([deltas], strata, settings) as [StratifiedBootstrap];
				add(method, column.overall.interval, t !== undefined);
			}
		}
		const shown = name === 'one' ? ['t', ...METHODS] : methods;
		return shown
			.map((method) => `${percent(covered.get(method) ?? 0)} ${((length.get(method) ?? 0) / tLength).toFixed(2)}`)
			.join('  ');
	});
}

interface Row {
	readonly p: number;
	readonly meanDelta: number;
	readonly found: BootstrapResult;
}

function nullRow(world: World, stream: RandomStream, seed: number): Row {
	const deltas = drawn(world, queries, stream);
	const settings = { resamples: RESAMPLES, confidence: 1 - ALPHA, method: METHODS[0] as IntervalMethodName, seed };
	const [column] = bootstrap([deltas], strataOf([queries]), settings) as [StratifiedBootstrap];
	return {
		p: randomisationTest(deltas, randomStream(seed, 'signs'), DRAWS).p,
		meanDelta: effect(deltas).meanDelta,
		found: column.overall,
	};
}

/** Rows with a verdict of win or loss, corrected within `rows`. */
function claims(rows: readonly Row[]): number {
	const studentised = corrections.holm.adjust(rows.map(({ found }) => found.studentisedP));
	return rows.filter(({ meanDelta, found }, i) => {
		const verdict = decide({
			meanDelta,
			interval: found.interval,
			studentisedP: studentised[i] as number,
			equivalenceP: undefined,
			margin: undefined,
			alpha: ALPHA,
		});
		return verdict === 'win' || verdict === 'loss';
	}).length;
}

function falseVerdicts(world: World): string {
	const stream = randomStream(2, `${world.name}/${queries}`);
	const count = { randomised: 0, studentised: 0, verdict: 0, family: 0 };
	for (let repetition = 0; repetition < repetitions; repetition++) {
		const rows = Array.from({ length: FAMILY }, (_, i) => nullRow(world, stream, repetition * FAMILY + i));
		for (const row of rows) {
			if (row.p < ALPHA) count.randomised++;
			if (row.found.studentisedP < ALPHA) count.studentised++;
			count.verdict += claims([row]);
		}
		if (claims(rows) > 0) count.family++;
	}
	const each = repetitions * FAMILY;
	return [
		percent(count.randomised, each),
		percent(count.studentised, each),
		percent(count.verdict, each),
		percent(count.family),
	].join('  ');
}

console.log(
	`${queries} queries, ${repetitions} repetitions, B = ${RESAMPLES}; standard error of 95 %: ${(100 * Math.sqrt(0.0475 / repetitions)).toFixed(1)} points`,
);
console.log('coverage of the 95 % interval in %, and its length / that of t');
console.log(
	[
		'world'.padEnd(46),
		...layouts.map(({ name }, i) => `${name}: ${i === 0 ? 't, ' : ''}${i < 2 ? METHODS.join(', ') : METHODS[0]}`),
	].join(' | '),
);
for (const world of chosen) {
	const unseen =
		world.rare === undefined
			? ''
			: ` (rare deltas are in ${percent((1 - (1 - world.rare) ** queries) * repetitions)} % of samples)`;
	console.log(`${world.name.padEnd(46)} | ${coverage(world).join(' | ')}${unseen}`);
}
console.log(
	`false wins and losses in %: randomisation test, studentised, verdict of one row, of a family of ${FAMILY}`,
);
for (const world of chosen.filter(({ mean }) => mean === 0))
	console.log(`${world.name.padEnd(46)} | ${falseVerdicts(world)}`);
