/**
 * Times the bootstrap of `bench compare` (B = 10,000; 4 metrics x 5 strata; 2,000 queries) beside a plain version of the
 * same work and scipy's BCa, twice, order swapped.
 *
 *     node --import tsx scripts/speed/bootstrap.ts [queries] [resamples]
 */
import { randomStream } from '../../harness/random.ts';
import { bootstrap } from '../../harness/stats/bootstrap.ts';
import { DEFAULT_INTERVAL } from '../../harness/stats/bootstrap-interval.ts';
import { randomisationTest } from '../../harness/stats/randomisation.ts';
import { bothOrders, peerPython, runPeer, timed } from './peers.ts';

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

const settings = { resamples, confidence: 0.95, method: DEFAULT_INTERVAL, seed: 1 } as const;
const python = peerPython(['numpy', 'scipy']);
const line = async (system: string, work: () => unknown): Promise<void> => {
	console.log(JSON.stringify({ system, ...(await timed(work)) }));
};
console.log(JSON.stringify({ queries, metrics: METRICS, strata: STRATA, resamples }));
// Compiled before it is timed, as every later comparison of a process is.
bootstrap(columns, strata, { ...settings, resamples: 500 });
await bothOrders({
	ours: () => line(`ours, ${DEFAULT_INTERVAL}`, () => bootstrap(columns, strata, settings)),
	signs: () =>
		line('ours, sign flips', () => {
			for (const column of columns)
				for (const rows of [columns[0]?.keys() ?? [], ...strata.map((stratum) => stratum.rows)])
					randomisationTest(
						Array.from(rows, (row) => column[row] as number),
						randomStream(1, 'signs'),
					);
		}),
	plain: () => line('plain loop', plain),
	scipy: () => {
		if (python === undefined) return;
		for (const peer of runPeer(python, 'compare_peer.py', [queries, resamples, METRICS, STRATA].map(String)))
			console.log(JSON.stringify(peer));
	},
});
