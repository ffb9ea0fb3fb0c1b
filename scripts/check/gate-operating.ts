/**
 * How the gate errs and what it decides, on worlds whose truth is known. First, for every world and interval: how often
 * a candidate that dropped by just the limit passes and fails, which the level allows 2.5 % each. Then what README's
 * first recipe (a limit of .01) and `--max-drop auto` do with unchanged quality and with true drops. Deterministic for
 * its arguments; the interval of the gate's default comes first.
 *
 *     npx tsx scripts/check/gate-operating.ts [repetitions] [queries] [words of a world's name]
 */
import type { BuildNoise } from '../../harness/compare/gate/build-noise.ts';
import { decidableDrop } from '../../harness/compare/gate/decidable-drop.ts';
import { decideDrop } from '../../harness/compare/gate/decide-drop.ts';
import { GATE_DEFAULTS } from '../../harness/compare/gate/result.ts';
import { outcomeRates, resampledBuilds, type Simulation } from '../../harness/compare/gate/simulate.ts';
import { randomStream } from '../../harness/random.ts';
import { bootstrap } from '../../harness/stats/bootstrap.ts';
import { type IntervalMethodName, intervalMethods } from '../../harness/stats/bootstrap-interval.ts';
import { distributionOf } from '../../harness/stats/delta-distribution.ts';
import { type World, worlds } from '../../harness/stats/testing/simulated-worlds.ts';

const repetitions = Number(process.argv[2] ?? 2000);
const queries = Number(process.argv[3] ?? 50);
const chosen = worlds.filter(({ name }) => name.includes(process.argv[4] ?? ''));
const { alpha, power } = GATE_DEFAULTS;
const methods = [
	GATE_DEFAULTS.ci,
	...(Object.keys(intervalMethods) as IntervalMethodName[]).filter((name) => name !== GATE_DEFAULTS.ci),
];
const RESAMPLES = 1000;
/** Simulated candidates that share their bootstrap draws. */
const BATCH = 50;
/** The mean of the baseline, where a world of deltas has none: no drop is larger. */
const MEAN = 0.7;
const LIMIT = 0.01;

const percent = (share: number): string => (100 * share).toFixed(1).padStart(5);

/** Candidates that dropped by just the limit: worlds that gain are turned round. */
function atTheLimit(world: World, method: IntervalMethodName) {
	const sign = world.mean > 0 ? -1 : 1;
	const stream = randomStream(1, `${world.name}/${queries}`);
	const rows = [{ name: 'all', rows: Array.from({ length: queries }, (_, row) => row) }];
	const counts = { pass: 0, fail: 0, identical: 0, inconclusive: 0 };
	for (let done = 0; done < repetitions; done += BATCH) {
		const columns = Array.from({ length: BATCH }, () => rows[0]?.rows.map(() => sign * world.draw(stream)) ?? []);
		bootstrap(columns, rows, { resamples: RESAMPLES, confidence: 1 - alpha, method, seed: done }).forEach(
			({ overall }, i) => {
				const identical = (columns[i] ?? []).every((delta) => delta === 0);
				if (identical) counts.identical++;
				else counts[decideDrop(overall.interval, Math.abs(world.mean), false)]++;
			},
		);
	}
	const share = (count: number): number => count / (Math.ceil(repetitions / BATCH) * BATCH);
	return { pass: share(counts.pass), identical: share(counts.identical), fail: share(counts.fail) };
}

console.log(
	`true drop = limit, ${queries} queries, ${repetitions} candidates per world (standard error of 2.5 %: ${(100 * Math.sqrt(0.024375 / repetitions)).toFixed(2)} points)`,
);
console.log(
	'wrong passes (without those that pass because not one query scored differently: "same") and wrong failures, %',
);
console.log(
	`${'world'.padEnd(48)} ${'limit'.padStart(7)}  same  ${methods.map((name) => `${name}: pass  fail`.padStart(24)).join(' ')}`,
);
for (const world of chosen) {
	const cells = methods.map((method) => atTheLimit(world, method));
	console.log(
		[
			world.name.slice(0, 48).padEnd(48),
			Math.abs(world.mean).toFixed(4).padStart(7),
			percent(cells[0]?.identical ?? 0),
			...cells.map(({ pass, fail }) => `${percent(pass)} ${percent(fail)}`.padStart(24)),
		].join(' '),
	);
}

/** Noise as the world shows it, either way round. */
function noiseOf(world: World): BuildNoise {
	const stream = randomStream(2, world.name);
	const deltas = Array.from({ length: 2000 }, () => world.draw(stream));
	const within = deltas.map((delta) => Math.max(-1, Math.min(1, delta)));
	return {
		deltas: distributionOf([...within, ...within.map((delta) => -delta)]),
		units: queries,
		perUnit: 1,
		mean: MEAN,
		max: 1,
	};
}

const simulation: Simulation = { alpha, ci: GATE_DEFAULTS.ci, seed: 1 };
console.log(`\n${queries} queries, ${GATE_DEFAULTS.ci}: pass / inconclusive / fail, %`);
console.log(
	`${'noise between builds'.padEnd(48)} limit ${LIMIT}: no change    drop of ${3 * LIMIT}    auto: limit    no change  drop = limit  twice the limit`,
);
for (const world of chosen.filter(({ mean }) => mean === 0)) {
	const noise = noiseOf(world);
	const rates = (drop: number, limit: number): string => {
		const builds = resampledBuilds(noise, drop, queries, simulation);
		if (builds === undefined) return '-'.padStart(16);
		const { pass, inconclusive, fail } = outcomeRates(builds, limit, alpha);
		return [pass, inconclusive, fail]
			.map((share) => `${Math.round(100 * share)}`)
			.join(' / ')
			.padStart(16);
	};
	const auto = decidableDrop(noise, queries, { ...simulation, power });
	const last = auto === undefined ? [] : [0, auto, 2 * auto].map((drop) => rates(drop, auto));
	console.log(
		[
			world.name.slice(0, 48).padEnd(48),
			rates(0, LIMIT),
			rates(3 * LIMIT, LIMIT),
			String(auto ?? '-').padStart(8),
			...last,
		].join(' '),
	);
}
