import { describe, expect, it } from 'vitest';
import { StageClock } from './stage-clock.ts';

/** Works for about so many milliseconds: the clock measures real time. */
function busy(milliseconds: number): void {
	const end = performance.now() + milliseconds;
	while (performance.now() < end);
}

describe('StageClock', () => {
	it('books nested stages apart from the stage around them, synchronous or not', async () => {
		const clock = new StageClock();
		await clock.run('dense', async () => {
			busy(5);
			clock.time('embed', () => busy(40));
			await clock.time('embed', async () => {
				await new Promise((resolve) => setTimeout(resolve, 40));
			});
		});
		expect(clock.times.get('embed')).toBeGreaterThan(75);
		expect(clock.times.get('dense')).toBeLessThan(clock.times.get('embed') as number);
		expect(clock.times.get('dense')).toBeGreaterThan(4);
	});

	it('adds up the times of one stage', async () => {
		const clock = new StageClock();
		await clock.run('lexical', () => busy(10));
		await clock.run('lexical', () => busy(10));
		expect(clock.times.get('lexical')).toBeGreaterThan(19);
	});

	it('books the time of work that fails', async () => {
		const clock = new StageClock();
		const failing = clock.run('lexical', () => {
			busy(5);
			throw new Error('no');
		});
		await expect(failing).rejects.toThrow('no');
		expect(clock.times.get('lexical')).toBeGreaterThan(4);
	});
});
