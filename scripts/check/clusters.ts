/**
 * Simulates comparisons over queries that come in clusters of unequal size, as the questions of one conversation do, with
 * a true mean delta of 0: how often a verdict is false (`win` or `loss` at .05) and how often the interval covers the
 * truth, with the clusters known and without. Deterministic for its arguments.
 *
 *     npx tsx scripts/check/clusters.ts [repetitions] [resamples] [words of the world's name] [clusters,...] [icc,...]
 */
import { decide } from '../../harness/compare/verdict.ts';
import { type RandomStream, randomStream } from '../../harness/random.ts';
import { bootstrap, type StratifiedBootstrap } from '../../harness/stats/bootstrap.ts';
import { clusterT } from '../../harness/stats/cluster-t.ts';
import { clusterSums } from '../../harness/stats/clusters.ts';
import { normalQuantile } from '../../harness/stats/normal.ts';
import { rowsByStratum } from '../../harness/stats/rows-by-stratum.ts';

const repetitions = Number(process.argv[2] ?? 1000);
const resamples = Number(process.argv[3] ?? 999);
const worldWords = process.argv[4] ?? '';
const clusterCounts = numbers(process.argv[5]) ?? [5, 10, 20, 29, 30, 50];
const correlations = numbers(process.argv[6]) ?? [0, 0.05, 0.2];
const ALPHA = 0.05;

function numbers(list: string | undefined): readonly number[] | undefined {
	return list?.split(',').map(Number);
}

interface World {
	readonly name: string;
	/** The deltas of one cluster; `icc` is their intraclass correlation and their true mean is 0. */
	draw(size: number, icc: number, stream: RandomStream): number[];
}

const normal = (stream: RandomStream): number => normalQuantile((stream.uint32() + 0.5) / 4294967296);

const WORLDS: readonly World[] = [
	{
		name: 'normal deltas',
		draw: (size, icc, stream) => {
			const shared = Math.sqrt(icc) * normal(stream);
			return Array.from({ length: size }, () => 0.2 * (shared + Math.sqrt(1 - icc) * normal(stream)));
		},
	},
	{
		// 30 % of the queries move by one; a cluster leans to gains or to losses.
		name: 'seven of ten tie',
		draw: (size, icc, stream) => {
			const lean = Math.sqrt(0.3 * icc) / 2;
			const gain = 0.15 + (stream.next() < 0.5 ? lean : -lean);
			return Array.from({ length: size }, () => {
				const u = stream.next();
				return u < gain ? 1 : u < 0.3 ? -1 : 0;
			});
		},
	},
	{
		name: 'clusters skewed',
		draw: (size, icc, stream) => {
			const shared = Math.sqrt(icc) * (-Math.log(1 - stream.next()) - 1);
			return Array.from({ length: size }, () => 0.2 * (shared + Math.sqrt(1 - icc) * normal(stream)));
		},
	},
	{
		// 60 % of the queries move by one; one cluster in three loses twice as much as each of the others gains.
		name: 'one in three loses',
		draw: (size, icc, stream) => {
			const lean = Math.sqrt(0.3 * icc);
			const gain = 0.3 + (stream.next() < 1 / 3 ? -lean : lean / 2);
			return Array.from({ length: size }, () => {
				const u = stream.next();
				return u < gain ? 1 : u < 0.6 ? -1 : 0;
			});
		},
	},
];

/** From 4 to 36 queries, evenly: 20 on average. */
const sizesOf = (clusters: number): readonly number[] =>
	Array.from({ length: clusters }, (_, g) => Math.round(4 + (32 * g) / (clusters - 1)));

interface Counts {
	wrong: number;
	covered: number;
	width: number;
}

const counts = (): Counts => ({ wrong: 0, covered: 0, width: 0 });

function add(to: Counts, [column]: readonly StratifiedBootstrap[]): void {
	const { interval, studentisedP } = (column as StratifiedBootstrap).overall;
	const middle = (interval.low + interval.high) / 2;
	const evidence = { meanDelta: middle, interval, studentisedP, equivalenceP: undefined, margin: undefined };
	if (decide({ ...evidence, alpha: ALPHA }) !== 'inconclusive') to.wrong++;
	if (interval.low <= 0 && interval.high >= 0) to.covered++;
	to.width += interval.high - interval.low;
}

const percent = (count: number): string => `${((100 * count) / repetitions).toFixed(1)} %`.padStart(7);

console.log(`${repetitions} simulated comparisons a row; queries 4 to 36 a cluster; level ${ALPHA}`);
console.log(
	'world             clusters   icc   false verdicts: unclustered  cluster t  bench   covers: unclustered  bench   width',
);
for (const world of WORLDS.filter(({ name }) => name.includes(worldWords)))
	for (const clusters of clusterCounts)
		for (const icc of correlations) {
			const stream = randomStream(1, `${world.name}/${clusters}/${icc}`);
			const sizes = sizesOf(clusters);
			const names = sizes.flatMap((size, g) => Array.from({ length: size }, () => String(g)));
			const strata = rowsByStratum(names.map(() => 'all'));
			const plain = counts();
			const ours = counts();
			let byT = 0;
			for (let seed = 0; seed < repetitions; seed++) {
				const deltas = sizes.flatMap((size) => world.draw(size, icc, stream));
				const settings = { resamples, confidence: 1 - ALPHA, method: 'studentised' as const, seed };
				add(plain, bootstrap([deltas], strata, settings));
				add(ours, bootstrap([deltas], strata, { ...settings, clusters: names }));
				if ((clusterT(clusterSums(deltas, names))?.p ?? 1) < ALPHA) byT++;
			}
			console.log(
				`${world.name.padEnd(18)}${String(clusters).padStart(7)}${String(icc).padStart(7)}${percent(plain.wrong).padStart(28)}${percent(byT).padStart(11)}${percent(ours.wrong).padStart(9)}${percent(plain.covered).padStart(20)}${percent(ours.covered).padStart(9)}   x ${(ours.width / plain.width).toFixed(2)}`,
			);
		}
