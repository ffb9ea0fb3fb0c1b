/**
 * Simulates comparisons whose truth is known and counts how often the interval covers it and how often the verdict is
 * false. Deterministic for its arguments.
 *
 *     npx tsx scripts/speed/interval-coverage.ts [repetitions] [queries]
 */
import { decide } from '../../harness/compare/verdict.ts';
import { type RandomStream, randomStream } from '../../harness/random.ts';
import { bootstrap } from '../../harness/stats/bootstrap.ts';
import { corrections } from '../../harness/stats/corrections.ts';
import { effect } from '../../harness/stats/effect.ts';
import { randomisationTest } from '../../harness/stats/randomisation.ts';
import { worlds } from '../../harness/stats/testing/simulated-worlds.ts';

const repetitions = Number(process.argv[2] ?? 2000);
const queries = Number(process.argv[3] ?? 40);
const ALPHA = 0.05;
const RESAMPLES = 2000;
const DRAWS = 2000;
/** Rows of a simulated family: as a run of four strata has them, without the overall row. */
const FAMILY = 4;

interface Row {
	readonly covered: { readonly bca: boolean; readonly percentile: boolean };
	readonly p: number;
	readonly studentisedP: number;
	readonly identical: boolean;
	readonly meanDelta: number;
	readonly interval: { readonly low: number; readonly high: number };
}

function simulate(draw: (stream: RandomStream) => number, mean: number, stream: RandomStream, seed: number): Row {
	const deltas = Array.from({ length: queries }, () => draw(stream));
	const strata = [{ name: 'all', rows: deltas.map((_, row) => row) }];
	const resampled = (method: 'bca' | 'percentile') => {
		const [column] = bootstrap([deltas], strata, { resamples: RESAMPLES, confidence: 1 - ALPHA, method, seed });
		if (column === undefined) throw new Error('the bootstrap gave no result');
		return column.overall;
	};
	const covers = ({ low, high }: { low: number; high: number }): boolean => low <= mean + 1e-12 && mean - 1e-12 <= high;
	const bca = resampled('bca');
	const { meanDelta, wins, losses } = effect(deltas);
	return {
		covered: { bca: covers(bca.interval), percentile: covers(resampled('percentile').interval) },
		p: randomisationTest(deltas, randomStream(seed, 'signs'), DRAWS).p,
		identical: wins + losses === 0,
		meanDelta,
		interval: bca.interval,
		studentisedP: bca.studentisedP,
	};
}

/** Whether the verdict is a win or a loss. */
function claims(row: Row, correctedP: number, studentisedP: number): boolean {
	const { interval, identical, meanDelta } = row;
	const evidence = {
		interval,
		identical,
		meanDelta,
		correctedP,
		studentisedP,
		equivalenceP: undefined,
		margin: undefined,
		alpha: ALPHA,
	};
	return ['win', 'loss'].includes(decide(evidence));
}

const percent = (count: number): string => `${((100 * count) / repetitions).toFixed(1)} %`.padStart(8);
console.log(
	`${queries} queries, ${repetitions} repetitions (standard error of 5 %: ${(100 * Math.sqrt(0.0475 / repetitions)).toFixed(2)} points)`,
);
console.log(
	`${'world'.padEnd(44)} ${'covered: BCa'.padStart(12)} percentile | off 0: BCa, randomisation, verdict; family of ${FAMILY}`,
);
for (const world of worlds) {
	const stream = randomStream(1, `${world.name}/${queries}`);
	const count = { bca: 0, percentile: 0, offZero: 0, rejected: 0, claimed: 0, family: 0 };
	for (let repetition = 0; repetition < repetitions; repetition++) {
		const family = Array.from({ length: FAMILY }, (_, i) =>
			simulate(world.draw, world.mean, stream, repetition * FAMILY + i),
		);
		const [row] = family;
		if (row === undefined) continue;
		if (row.covered.bca) count.bca++;
		if (row.covered.percentile) count.percentile++;
		if (row.interval.low > 0 || row.interval.high < 0) count.offZero++;
		if (row.p < ALPHA) count.rejected++;
		if (claims(row, row.p, row.studentisedP)) count.claimed++;
		const corrected = corrections.holm.adjust(family.map(({ p }) => p));
		const studentised = corrections.holm.adjust(family.map((member) => member.studentisedP));
		if (family.some((member, i) => claims(member, corrected[i] ?? 1, studentised[i] ?? 1))) count.family++;
	}
	const rates = `| ${[count.offZero, count.rejected, count.claimed, count.family].map(percent).join(' ')}`;
	console.log(
		`${world.name.padEnd(44)} ${percent(count.bca)}     ${percent(count.percentile)}   ${world.mean === 0 ? rates : ''}`,
	);
}
