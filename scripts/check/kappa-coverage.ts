/**
 * Simulates two judges whose true kappa is known and counts how often an interval over queries covers it: resampling
 * queries (percentile) beside the jackknife over queries with t. Deterministic for its arguments.
 *
 *     npx tsx scripts/check/kappa-coverage.ts [repetitions] [queries,queries,...]
 */
import { type Confusion, confusionOf, sumOfTables } from '../../harness/labels/agreement/confusion.ts';
import { cohensKappa, kappaValue } from '../../harness/labels/agreement/kappa.ts';
import { jackknifeInterval } from '../../harness/labels/agreement/kappa-jackknife.ts';
import type { KappaWeights } from '../../harness/labels/agreement/weights.ts';
import { type RandomStream, randomStream } from '../../harness/random.ts';
import { normalQuantile } from '../../harness/stats/normal.ts';
import { clusterBootstrap } from './kappa-bootstrap.ts';

const repetitions = Number(process.argv[2] ?? 1000);
const sizes = (process.argv[3] ?? '3,4,5,6,8,10,15,20,30,50').split(',').map(Number);
const CONFIDENCE = 0.95;
const RESAMPLES = 400;
/** Queries from which the true kappa is computed. */
const TRUTH = 40_000;

interface World {
	readonly name: string;
	readonly weights: KappaWeights;
	readonly grades: readonly number[];
	/** Judged documents of a query. */
	readonly documents: (stream: RandomStream) => number;
	/** Sd over queries of how relevant their documents are, of a judge's own reading of a query, and of each document. */
	readonly query: number;
	readonly reading: number;
	readonly noise: number;
	/** A document gets as many grades above the lowest as the sum is above these. */
	readonly thresholds: readonly number[];
}

const ten = (): number => 10;
const uneven = (stream: RandomStream): number => 3 + stream.below(38);
const binary = { weights: 'plain', grades: [0, 1], thresholds: [0.6] } as const;
const graded = { weights: 'quadratic', grades: [0, 1, 2, 3], thresholds: [0, 0.8, 1.6] } as const;
const worlds: readonly World[] = [
	{ ...binary, name: 'binary, 10 documents, readings alike', documents: ten, query: 0.5, reading: 0, noise: 0.6 },
	{ ...binary, name: 'binary, 10 documents, readings differ', documents: ten, query: 0.7, reading: 0.7, noise: 0.4 },
	{ ...binary, name: 'binary, 3 to 40 documents', documents: uneven, query: 0.7, reading: 0.5, noise: 0.5 },
	{
		...binary,
		name: 'binary, rarely relevant',
		documents: () => 20,
		query: 0.7,
		reading: 0.4,
		noise: 0.4,
		thresholds: [1.8],
	},
	{ ...binary, name: 'binary, near agreement', documents: () => 20, query: 0.7, reading: 0.1, noise: 0.1 },
	{ ...graded, name: 'grades 0-3, 10 documents', documents: ten, query: 0.7, reading: 0.5, noise: 0.5 },
	{
		...graded,
		name: 'grades 0-3, linear, 3 to 40 documents',
		weights: 'linear',
		documents: uneven,
		query: 0.9,
		reading: 0.7,
		noise: 0.5,
	},
];

function drawQuery(world: World, stream: RandomStream): [number, number][] {
	const normal = (): number => normalQuantile((stream.uint32() + 0.5) / 4294967296);
	const centre = world.query * normal();
	const readings = [world.reading * normal(), world.reading * normal()] as const;
	return Array.from({ length: world.documents(stream) }, () => {
		const document = centre + normal();
		const [one, other] = readings.map((reading) => {
			const seen = document + reading + world.noise * normal();
			return world.thresholds.filter((threshold) => seen > threshold).length;
		}) as [number, number];
		return [one, other];
	});
}

function tableOf(pairs: readonly (readonly [number, number])[], grades: readonly number[]): Confusion {
	const counts = grades.map(() => grades.map(() => 0));
	for (const [one, other] of pairs) (counts[one] as number[])[other] = (counts[one]?.[other] ?? 0) + 1;
	return { grades, counts, n: pairs.length };
}

function trueKappa(world: World): number {
	const stream = randomStream(7, `truth/${world.name}`);
	const pairs = Array.from({ length: TRUTH }, () => drawQuery(world, stream)).flat();
	return kappaValue(confusionOf(pairs), world.weights) as number;
}

const methods = ['asymptotic', 'bootstrap', 'jackknife t'] as const;
const share = (count: number, of: number): string => (of === 0 ? '-' : `${((100 * count) / of).toFixed(1)} %`);

console.log(`${repetitions} repetitions, nominal ${100 * CONFIDENCE} %; covered (mean length; given in)`);
for (const world of worlds) {
	const truth = trueKappa(world);
	console.log(`\n${world.name}: true kappa ${truth.toFixed(3)} (${world.weights})`);
	for (const queries of sizes) {
		const stream = randomStream(11, `${world.name}/${queries}`);
		const found = methods.map(() => ({ covered: 0, given: 0, length: 0 }));
		for (let repetition = 0; repetition < repetitions; repetition++) {
			const clusters = Array.from({ length: queries }, () => tableOf(drawQuery(world, stream), world.grades));
			const settings = { resamples: RESAMPLES, confidence: CONFIDENCE, seed: repetition };
			const intervals = [
				cohensKappa(sumOfTables(clusters), world.weights, CONFIDENCE)?.interval,
				clusterBootstrap(clusters, world.weights, settings)?.interval,
				jackknifeInterval(clusters, world.weights, CONFIDENCE)?.interval,
			];
			intervals.forEach((interval, i) => {
				const into = found[i] as (typeof found)[number];
				if (interval === undefined) return;
				into.given++;
				into.length += interval.high - interval.low;
				if (interval.low <= truth && truth <= interval.high) into.covered++;
			});
		}
		const cells = found.map(
			({ covered, given, length }, i) =>
				`${methods[i]} ${share(covered, given)} (${(length / given).toFixed(2)}; ${share(given, repetitions)})`,
		);
		console.log(`${String(queries).padStart(4)} queries  ${cells.join('   ')}`);
	}
}
