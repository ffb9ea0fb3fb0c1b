/**
 * Times the bootstrap of `bench compare` at the size that issue 3 names (B = 10,000; 4 metrics x 5 strata; 2,000
 * queries) beside a plain version of the same work, in one process.
 *
 *     npx tsx scripts/speed/bootstrap.ts [queries] [resamples]
 */
import { randomStream } from '../../harness/random.ts';
import { bootstrap } from '../../harness/stats/bootstrap.ts';
import { DEFAULT_INTERVAL } from '../../harness/stats/bootstrap-interval.ts';
import { randomisationTest } from '../../harness/stats/randomisation.ts';

const queries = Number(process.argv[2] ?? 2000);
const resamples = Number(process.argv[3] ?? 10_000);
const STRATA = 5;
const METRICS = 4;

const stream = randomStream(1, 'bench-bootstrap');
const columns = Array.from({ length: METRICS }, () =>
	Array.from({ length: queries }, () => (stream.next() < 0.6 ? 0 : stream.below(21) / 10 - 1)),
);
const strata = Array.from({ length: STRATA }, (_, stratum) => ({
	name: `s${stratum}`,
	rows: Array.from({ length: queries }, (_, row) => row).filter((row) => row % STRATA === stratum),
}));

/** One metric and one stratum at a time, fresh draws for each, an array of deltas per resample. */
function plain(): number {
	const draws = randomStream(1, 'plain');
	let checksum = 0;
	for (const column of columns) {
		const all: number[] = new Array<number>(resamples).fill(0);
		for (const { rows } of strata) {
			const deltas = rows.map((row) => column[row] as number);
			const means: number[] = [];
			for (let b = 0; b < resamples; b++) {
				const resample = deltas.map(() => deltas[draws.below(deltas.length)] as number);
				const sum = resample.reduce((total, delta) => total + delta, 0);
				means.push(sum / deltas.length);
				all[b] = (all[b] as number) + sum / queries;
			}
			means.sort((x, y) => x - y);
			checksum += means[Math.floor(resamples * 0.025)] as number;
		}
		all.sort((x, y) => x - y);
		checksum += all[Math.floor(resamples * 0.025)] as number;
	}
	return checksum;
}

function timed(work: () => unknown): number {
	const start = performance.now();
	work();
	return performance.now() - start;
}

const settings = { resamples, confidence: 0.95, method: DEFAULT_INTERVAL, seed: 1 } as const;
const ours = Math.min(...[1, 2, 3].map(() => timed(() => bootstrap(columns, strata, settings))));
const naive = timed(plain);
const signs = timed(() => {
	for (const column of columns) {
		randomisationTest(column, randomStream(1, 'signs'));
		for (const { rows } of strata)
			randomisationTest(
				rows.map((row) => column[row] as number),
				randomStream(1, 'signs'),
			);
	}
});

console.log(`${queries} queries, ${METRICS} metrics x (${STRATA} strata + overall), B = ${resamples}`);
console.log(`bootstrap, ${DEFAULT_INTERVAL}   ${ours.toFixed(0)} ms`);
console.log(`plain version            ${naive.toFixed(0)} ms  (${(naive / ours).toFixed(1)} x)`);
console.log(`randomisation, 100,000   ${signs.toFixed(0)} ms`);
