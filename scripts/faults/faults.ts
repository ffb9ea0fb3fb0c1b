/**
 * Tries what goes wrong: kills at work, runs at once, damaged folders, fuzzed inputs, faulty services; nothing may be
 * lost, no number wrong, no stack trace shown, no command hang. Not part of `npm test`; `--short` once in `.ci/run`.
 *
 *   npx tsx scripts/faults/faults.ts [--short] [--seed 42] [--only "fuzzed inputs"] [--trials n] [--trial i] [--seconds s]
 *
 * Needs `npm run build` before, for what is killed is the built program. A failure prints the command that repeats it.
 */
import { parseArgs } from 'node:util';
import { randomStream } from '../../harness/random.ts';
import { cacheDamage } from './cache-damage.ts';
import { canaries } from './canaries.ts';
import { concurrency } from './concurrency.ts';
import { damage } from './damage.ts';
import { fuzz } from './fuzz.ts';
import { kill } from './kill.ts';
import { service } from './service.ts';
import type { FaultKind } from './trial.ts';

const { values } = parseArgs({
	options: {
		short: { type: 'boolean', default: false },
		seed: { type: 'string', default: '42' },
		only: { type: 'string' },
		trials: { type: 'string' },
		trial: { type: 'string' },
		seconds: { type: 'string' },
	},
});
const seed = Number(values.seed);
/** Seconds: no trial takes so long, unless its kind says so. */
const HANGS_AFTER = 60;

/** Ctrl-C ends it after the trials that are under way, with the table of what was tried. */
let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
	process.once(signal, () => {
		stopped = true;
	});

interface Outcome {
	readonly tried: number;
	readonly failed: number;
	readonly seconds: number;
}

async function tryKind(kind: FaultKind): Promise<Outcome> {
	const started = performance.now();
	const elapsed = (): number => (performance.now() - started) / 1000;
	const count = Number(values.trials ?? (values.short ? kind.short : kind.usual));
	const most = Number(values.seconds ?? (values.short ? 12 : Number.POSITIVE_INFINITY));
	const trials = await kind.open();
	let tried = 0;
	let failed = 0;
	const first = values.trial === undefined ? 0 : Number(values.trial);
	const end = values.trial === undefined ? count : first + 1;
	let next = first;
	async function tryOneAfterAnother(): Promise<void> {
		while (next < end && elapsed() < most && !stopped) {
			const trial = next++;
			tried++;
			const fault = await within(kind.hangsAfter ?? HANGS_AFTER, () =>
				trials.run(randomStream(seed, `${kind.name}/${trial}`), trial),
			);
			if (fault === undefined) continue;
			failed++;
			console.log(`FAILED ${kind.name} ${trial}: ${fault}`);
			console.log(`  again: npx tsx scripts/faults/faults.ts --only "${kind.name}" --seed ${seed} --trial ${trial}`);
		}
	}
	await Promise.all(Array.from({ length: kind.atOnce ?? 1 }, tryOneAfterAnother));
	await trials.close();
	return { tried, failed, seconds: elapsed() };
}

async function within(seconds: number, work: () => Promise<string | undefined>): Promise<string | undefined> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<string>((resolve) => {
		timer = setTimeout(() => resolve(`it hangs: no end within ${seconds} s`), 1000 * seconds);
	});
	try {
		return await Promise.race([work(), late]);
	} catch (error) {
		return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
	} finally {
		clearTimeout(timer);
	}
}

const rows: (readonly [FaultKind, Outcome])[] = [];
for (const kind of [canaries, damage, cacheDamage, fuzz, service, concurrency, kill])
	if (!stopped && (values.only === undefined || values.only === kind.name)) rows.push([kind, await tryKind(kind)]);
console.log(`\nseed ${seed}`);
for (const [{ name, tried }, outcome] of rows)
	console.log(
		`${name.padEnd(20)} ${String(outcome.tried).padStart(6)} tried ${String(outcome.failed).padStart(4)} failed ${outcome.seconds.toFixed(0).padStart(5)} s   ${tried}`,
	);
process.exit(rows.some(([, { failed }]) => failed > 0) ? 1 : 0);
