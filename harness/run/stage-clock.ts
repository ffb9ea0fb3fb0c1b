/** Milliseconds by stage name, for one query. */
export type StageTimes = Map<string, number>;

/**
 * Splits the time of one query into stages. `run(stage, work)` books the time of `work` under `stage`, less what nested
 * calls booked under stages of their own; times of one stage add up.
 */
export class StageClock {
	readonly times: StageTimes = new Map();
	private nested = 0;

	async run<T>(stage: string, work: () => Promise<T> | T): Promise<T> {
		const before = this.nested;
		this.nested = 0;
		const started = performance.now();
		try {
			return await work();
		} finally {
			const elapsed = performance.now() - started;
			this.times.set(stage, (this.times.get(stage) ?? 0) + elapsed - this.nested);
			this.nested = before + elapsed;
		}
	}

	/** Like {@link run}, for work that may be synchronous and must stay so. */
	time<T>(stage: string, work: () => T): T {
		const started = performance.now();
		const book = (): void => {
			const elapsed = performance.now() - started;
			this.times.set(stage, (this.times.get(stage) ?? 0) + elapsed);
			this.nested += elapsed;
		};
		let result: T;
		try {
			result = work();
		} catch (error) {
			book();
			throw error;
		}
		if (result instanceof Promise) return result.finally(book) as T;
		book();
		return result;
	}
}
