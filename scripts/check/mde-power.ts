/**
 * Real power of a comparison's rule at the MDE that a pilot of n queries prints, in worlds whose truth is known. A pilot
 * is drawn from the world, its MDE computed, then runs of n queries are drawn from the world changed to that true
 * difference, and judged by the whole rule (studentised bootstrap, interval, `decide`). Promised is
 * 80 %. Deterministic for its arguments.
 *
 *     npx tsx scripts/check/mde-power.ts [pilots] [runs per pilot]
 *
 * A world is given a true difference in three ways: by tilting it (as the MDE assumes), by turning ties and losses into
 * gains at random, and by adding the same to every delta.
 */
import { decide } from '../../harness/compare/verdict.ts';
import { randomStream } from '../../harness/random.ts';
import { bootstrap } from '../../harness/stats/bootstrap.ts';
import { DEFAULT_INTERVAL } from '../../harness/stats/bootstrap-interval.ts';
import { type DeltaDistribution, deltaDistribution } from '../../harness/stats/delta-distribution.ts';
import { effect } from '../../harness/stats/effect.ts';
import { mde } from '../../harness/stats/mde.ts';
import { minimumDetectableEffect } from '../../harness/stats/power.ts';
import { simulateSamples } from '../../harness/stats/simulated-sample.ts';
import { worlds } from '../../harness/stats/testing/simulated-worlds.ts';
import { tilted } from '../../harness/stats/tilt.ts';

const pilots = Number(process.argv[2] ?? 30);
const runs = Number(process.argv[3] ?? 10);
const SIZES = [20, 40, 80, 200];
const LEVEL = 0.05;
const POWER = 0.8;
/** The widest delta of any world that is not bounded by itself. */
const WIDEST = 20;

const meanOf = ({ values, weights }: DeltaDistribution): number =>
	values.reduce((sum, value, i) => sum + value * (weights[i] as number), 0);

/** The world at a true mean of 0 with a share of all deltas replaced by gains of its own sizes. */
function converted(world: DeltaDistribution, difference: number): DeltaDistribution | undefined {
	const { values, weights } = world;
	const sizes = [...values].flatMap((value, i) =>
		value === 0 ? [] : [[Math.abs(value), weights[i] as number] as const],
	);
	const gains = deltaDistribution(sizes.map(([size, weight]) => [Math.sign(difference) * size, weight]));
	const share = difference / meanOf(gains);
	if (share > 1) return undefined;
	return deltaDistribution([
		...[...values].map((value, i) => [value, (1 - share) * (weights[i] as number)] as const),
		...[...gains.values].map((value, i) => [value, share * (gains.weights[i] as number)] as const),
	]);
}

function shifted({ values, weights }: DeltaDistribution, difference: number): DeltaDistribution {
	return deltaDistribution([...values].map((value, i) => [value + difference, weights[i] as number]));
}

function verdictOf(deltas: readonly number[], seed: number): string {
	const rows = deltas.map((_, row) => row);
	const settings = { resamples: 2000, confidence: 1 - LEVEL, method: DEFAULT_INTERVAL, seed } as const;
	const found = bootstrap([deltas], [{ name: 'all', rows }], settings)[0]?.overall;
	if (found === undefined) throw new Error('the bootstrap gave no result');
	const { meanDelta } = effect(deltas);
	return decide({
		meanDelta,
		interval: found.interval,
		studentisedP: found.studentisedP,
		equivalenceP: undefined,
		margin: undefined,
		alpha: LEVEL,
	});
}

/** Wins among `runs` runs of n queries from a world; undefined where there is no such world. */
function winsIn(world: DeltaDistribution | undefined, n: number, name: string): number | undefined {
	if (world === undefined) return undefined;
	const stream = randomStream(11, name);
	let wins = 0;
	simulateSamples(world, n, runs, stream, ({ deltas }) => {
		if (verdictOf([...deltas], stream.uint32()) === 'win') wins++;
	});
	return wins;
}

/** The rule before: the paired t test with the seen sd, and at least six moves of the mean size. */
function byFormula(deltas: readonly number[]): number | undefined {
	const { n, sd, meanMove } = effect(deltas);
	const smallest = minimumDetectableEffect(n, LEVEL, POWER);
	return smallest === undefined || sd === 0 ? undefined : Math.max(smallest * sd, (6 * meanMove) / n);
}

class Tally {
	private wins = 0;
	private tried = 0;
	private out = 0;
	add(wins: number | undefined): void {
		if (wins === undefined) this.out++;
		else {
			this.wins += wins;
			this.tried += runs;
		}
	}
	toString(): string {
		const share = this.tried === 0 ? '-' : ((100 * this.wins) / this.tried).toFixed(1);
		return `${share}${this.out > 0 ? ` (${this.out} out)` : ''}`.padEnd(14);
	}
}

console.log(
	`${pilots} pilots, ${runs} runs each; "out": pilots whose printed value no such world reaches, or that print none`,
);
console.log(
	`${'world'.padEnd(42)}    n | t formula: tilted       | simulated: tilted         converted      shifted      | median MDE`,
);
for (const world of worlds)
	for (const n of SIZES) {
		const stream = randomStream(5, `${world.name}/${n}`);
		const population = deltaDistribution(Array.from({ length: 20_000 }, () => [world.draw(stream), 1]));
		const at0 = tilted(population, 0) ?? population;
		const tallies = { old: new Tally(), tilt: new Tally(), convert: new Tally(), shift: new Tally() };
		const printed: number[] = [];
		for (let pilot = 0; pilot < pilots; pilot++) {
			const deltas = Array.from({ length: n }, () => world.draw(stream));
			const name = `${world.name}/${n}/${pilot}`;
			const old = byFormula(deltas);
			tallies.old.add(old === undefined ? undefined : winsIn(tilted(population, old), n, `${name}/old`));
			const found = mde(deltas, {
				level: LEVEL,
				power: POWER,
				room: { gain: WIDEST, loss: WIDEST },
				seed: 1,
				stream: name,
			}).mde;
			printed.push(found ?? Number.POSITIVE_INFINITY);
			const at = (make: (difference: number) => DeltaDistribution | undefined, how: string): number | undefined =>
				found === undefined ? undefined : winsIn(make(found), n, `${name}/${how}`);
			tallies.tilt.add(at((difference) => tilted(population, difference), 'tilted'));
			tallies.convert.add(at((difference) => converted(at0, difference), 'converted'));
			if (n <= 80) tallies.shift.add(at((difference) => shifted(at0, difference), 'shifted'));
		}
		const median = printed.sort((a, b) => a - b)[Math.floor(pilots / 2)] as number;
		console.log(
			`${world.name.padEnd(42)} ${String(n).padStart(4)} | ${tallies.old}          | ${tallies.tilt}            ${tallies.convert} ${tallies.shift}| ${median.toFixed(3)}`,
		);
	}
