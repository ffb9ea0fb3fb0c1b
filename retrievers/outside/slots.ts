/** Lets at most `size` pieces of work run at once; the others wait, first come first served. */
export interface Slots {
	/** Resolves when a slot is free, with the function that frees it again. */
	take(): Promise<() => void>;
}

export function slots(size: number): Slots {
	let free = size;
	const waiting: (() => void)[] = [];
	const giveBack = (): void => {
		const next = waiting.shift();
		if (next === undefined) free++;
		else next();
	};
	const once = (): (() => void) => {
		let done = false;
		return () => {
			if (!done) giveBack();
			done = true;
		};
	};
	return {
		take: async () => {
			if (free > 0) free--;
			else await new Promise<void>((resolve) => waiting.push(resolve));
			return once();
		},
	};
}
