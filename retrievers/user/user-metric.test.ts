import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseMetric } from '../../harness/metrics/index.ts';
import { loadMetrics } from './user-metric.ts';

const folder = mkdtempSync(join(tmpdir(), 'user-metric-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'mine.ts');
writeFileSync(
	path,
	`interface Judged { grades: Int8Array; ideal: readonly number[] }
	export function f1({ grades, ideal }: Judged, cutoff: number): number {
		const found = grades.slice(0, cutoff).filter((grade) => grade >= 1).length;
		const relevant = ideal.filter((grade) => grade >= 1).length;
		return found === 0 ? 0 : (2 * found) / (Math.min(cutoff, grades.length) + relevant);
	}
	export const two = () => 2;
	export const word = () => 'much';
	export const throws = () => { throw new Error('no luck'); };
	export const value = 0.5;`,
);
const judged = { grades: Int8Array.of(1, -1, 0, 2), ideal: [2, 1, 1] };

describe('a metric of the user', () => {
	it('is computed beside built-in ones, by the cutoff of its name', async () => {
		const metrics = await loadMetrics(`recall@2,${path}#f1@2,${path}#f1`);
		expect(metrics.map(({ name }) => name)).toEqual(['recall@2', `${path}#f1@2`, `${path}#f1`]);
		// Of the first two one is relevant, of three: precision 1/2, recall 1/3; of all four, 2/4 and 2/3.
		expect(metrics[1]?.score(judged)).toBeCloseTo(2 / 5, 12);
		expect(metrics[2]?.score(judged)).toBeCloseTo(4 / 7, 12);
		expect(metrics[1]).toMatchObject({ cutoff: 2, max: 1 });
	});

	it('has a name that comparisons can read without its module', () => {
		const metric = parseMetric('./gone.ts#f1@10');
		expect(metric).toMatchObject({ name: './gone.ts#f1@10', cutoff: 10, max: 1 });
		expect(() => metric.score(judged)).toThrow('a metric of your own');
	});

	it.each([
		['two', 'two() returned 2, not a number from 0 to 1'],
		['word', 'word() returned much'],
		['throws', 'throws() threw: no luck'],
	])('must be a number from 0 to 1: %s', async (exported, message) => {
		const [metric] = await loadMetrics(`${path}#${exported}@5`);
		expect(() => metric?.score(judged)).toThrow(message);
	});

	it.each([
		[`${path}#f2@10`, 'has no export "f2"'],
		[`${path}#value`, 'value is no metric'],
		['./nowhere.ts#f1', 'There is no module ./nowhere.ts'],
	])('%s is refused', async (name, message) => {
		await expect(loadMetrics(name)).rejects.toThrow(message);
	});
});
