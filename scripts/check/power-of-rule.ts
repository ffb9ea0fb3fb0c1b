/**
 * How near the power of the fast rule inside the simulation comes to that of the rule itself (studentised
 * bootstrap and interval through `decide`), on the same simulated runs. Deterministic for its arguments.
 *
 *     npx tsx scripts/check/power-of-rule.ts [repetitions]
 */
import { decide } from '../../harness/compare/verdict.ts';
import { randomStream } from '../../harness/random.ts';
import { bootstrap } from '../../harness/stats/bootstrap.ts';
import { DEFAULT_INTERVAL } from '../../harness/stats/bootstrap-interval.ts';
import { distributionOf } from '../../harness/stats/delta-distribution.ts';
import { criticalT, fastStudentisedRejects } from '../../harness/stats/fast-tests.ts';
import { comparisonRule } from '../../harness/stats/power-simulation.ts';
import { randomisationTest } from '../../harness/stats/randomisation.ts';
import { simulateSamples } from '../../harness/stats/simulated-sample.ts';
import { worlds } from '../../harness/stats/testing/simulated-worlds.ts';
import { tilted } from '../../harness/stats/tilt.ts';

const repetitions = Number(process.argv[2] ?? 400);
const RESAMPLES = 10_000;
const DRAWS = 4000;
const ALPHA = 0.05;

const percent = (count: number): string => ((100 * count) / repetitions).toFixed(1).padStart(6);
let worst = 0;
console.log(`${repetitions} repetitions`);
console.log('world, n, level, true difference | power: rule, fast, differ | randomisation | studentised: rule, fast');
for (const world of worlds)
	for (const n of [20, 40, 80, 200])
		for (const level of [0.05, 0.0125]) {
			const stream = randomStream(7, `${world.name}/${n}`);
			const base = distributionOf(Array.from({ length: 2000 }, () => world.draw(stream)));
			const sd = Math.sqrt(base.values.reduce((sum, v, i) => sum + (base.weights[i] as number) * v * v, 0));
			const difference = (3 * sd) / Math.sqrt(n);
			const truth = tilted(base, difference);
			if (truth === undefined) continue;
			const max = Math.max(1, -(base.values[0] ?? 0), base.values[base.values.length - 1] ?? 0);
			const rule = comparisonRule(n, level, max);
			const critical = criticalT(n, level);
			const count = { rule: 0, fast: 0, differ: 0, r: 0, s: 0, fs: 0 };
			let seed = 0;
			simulateSamples(truth, n, repetitions, stream, (sample) => {
				seed++;
				const deltas = [...sample.deltas];
				const p = randomisationTest(deltas, randomStream(seed, 'signs'), DRAWS).p;
				const rows = deltas.map((_, row) => row);
				const settings = {
					resamples: RESAMPLES,
					confidence: 1 - ALPHA,
					method: DEFAULT_INTERVAL,
					seed,
					max: [max],
				} as const;
				const found = bootstrap([deltas], [{ name: 'all', rows }], settings)[0]?.overall;
				if (found === undefined) throw new Error('no result');
				const factor = ALPHA / level;
				const verdict = decide({
					meanDelta: sample.sum / n,
					interval: found.interval,
					studentisedP: found.studentisedP * factor,
					equivalenceP: undefined,
					margin: undefined,
					alpha: ALPHA,
				});
				const fast = rule(sample) === 'gain';
				if (verdict === 'win') count.rule++;
				if (fast) count.fast++;
				if (fast !== (verdict === 'win')) count.differ++;
				if (p < level) count.r++;
				if (found.studentisedP < level) count.s++;
				if (fastStudentisedRejects(sample, critical, max)) count.fs++;
			});
			worst = Math.max(worst, Math.abs(count.rule - count.fast) / repetitions);
			console.log(
				`${world.name.padEnd(42)} ${String(n).padStart(4)} ${String(level).padStart(7)} ${difference.toFixed(3)} | ${percent(count.rule)} ${percent(count.fast)} ${percent(count.differ)} | ${percent(count.r)} | ${percent(count.s)} ${percent(count.fs)}`,
			);
		}
console.log(`largest difference of power: ${(100 * worst).toFixed(1)} points`);
