/**
 * Simulates deltas whose true standardised effect is known and counts how often the interval of d_z covers it.
 * Deterministic for its arguments.
 *
 *     npx tsx scripts/check/effect-coverage.ts [repetitions] [queries,queries,...]
 */
import { randomStream } from '../../harness/random.ts';
import { effect } from '../../harness/stats/effect.ts';
import { effectInterval } from '../../harness/stats/effect-interval.ts';
import { worlds } from '../../harness/stats/testing/simulated-worlds.ts';

const repetitions = Number(process.argv[2] ?? 1000);
const sizes = (process.argv[3] ?? '20,40,80,200').split(',').map(Number);
const CONFIDENCE = 0.95;
/** Draws that a world's true sd is computed from. */
const TRUTH = 2_000_000;

console.log(
	`${repetitions} repetitions, nominal ${100 * CONFIDENCE} %: share of the intervals given that hold the true d_z`,
);
for (const world of worlds) {
	const reference = randomStream(7, `truth/${world.name}`);
	let squares = 0;
	for (let draw = 0; draw < TRUTH; draw++) squares += (world.draw(reference) - world.mean) ** 2;
	const truth = world.mean / Math.sqrt(squares / TRUTH);
	const cells = sizes.map((queries) => {
		const stream = randomStream(13, `${world.name}/${queries}`);
		let [covered, given] = [0, 0];
		for (let repetition = 0; repetition < repetitions; repetition++) {
			const deltas = Array.from({ length: queries }, () => world.draw(stream));
			const interval = effectInterval(effect(deltas), CONFIDENCE);
			if (interval === undefined) continue;
			given++;
			if (interval.low <= truth && truth <= interval.high) covered++;
		}
		const left = given === repetitions ? '' : ` of ${given}`;
		return `n=${queries}: ${((100 * covered) / given).toFixed(1)} %${left}`;
	});
	console.log(`${world.name.padEnd(44)} d_z ${truth.toFixed(2).padStart(5)}   ${cells.join('   ')}`);
}
