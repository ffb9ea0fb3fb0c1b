import type { Clock } from './clock.ts';

export interface Limits {
	/** Calls under way at once. */
	readonly concurrency: number;
	/** Attempts begun in a minute, spread evenly; 0 is no limit. */
	readonly perMinute: number;
}

export interface Pace {
	/** Does the work when one of `concurrency` slots is free. */
	run<T>(work: () => Promise<T>): Promise<T>;
	/** Waits for the turn of one attempt. */
	turn(): Promise<void>;
	/** No attempt begins for so long: a server that refuses one call would refuse the others too. */
	pause(milliseconds: number): void;
}

export function createPace({ concurrency, perMinute }: Limits, clock: Clock, signal: AbortSignal): Pace {
	const interval = perMinute > 0 ? 60_000 / perMinute : 0;
	const waiting: (() => void)[] = [];
	let underWay = 0;
	let nextTurn = 0;
	let pausedUntil = 0;

	async function run<T>(work: () => Promise<T>): Promise<T> {
		if (underWay >= concurrency) await new Promise<void>((resume) => waiting.push(resume));
		else underWay++;
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			// The slot is handed on, not given back, so that nobody who comes later slips in.
			if (next === undefined) underWay--;
			else next();
		}
	}

	async function turn(): Promise<void> {
		const mine = Math.max(clock.now(), nextTurn);
		nextTurn = mine + interval;
		for (let until = Math.max(mine, pausedUntil); until > clock.now(); until = Math.max(mine, pausedUntil))
			await clock.sleep(until - clock.now(), signal);
	}

	return {
		run,
		turn,
		pause: (milliseconds) => {
			pausedUntil = Math.max(pausedUntil, clock.now() + milliseconds);
		},
	};
}
