import { describe, expect, it } from 'vitest';
import { rowsByStratum } from '../../stats/rows-by-stratum.ts';
import { dealFolds } from './folds.ts';

describe('folds of clustered queries', () => {
	const clusters = Array.from({ length: 90 }, (_, i) => `c${Math.floor(Math.sqrt(i))}`);
	const strata = rowsByStratum(clusters.map((_, i) => `s${i % 3}`));

	it('never split a cluster, and none is empty', () => {
		for (const foldOf of dealFolds(90, strata, { folds: 5, repeats: 4, seed: 1 }, 'sweep', clusters)) {
			const folds = new Map<string, Set<number>>();
			for (const [row, name] of clusters.entries())
				folds.set(name, (folds.get(name) ?? new Set()).add(foldOf[row] as number));
			expect([...folds.values()].every((found) => found.size === 1)).toBe(true);
			expect(new Set(foldOf).size).toBe(5);
		}
	});

	it('need as many clusters as there are folds', () => {
		expect(() => dealFolds(90, strata, { folds: 11, repeats: 1, seed: 1 }, 'sweep', clusters)).toThrow(
			'the queries come in 10 clusters, which are too few for 11 folds',
		);
	});

	it('are those of independent queries where every cluster is one query', () => {
		const single = Array.from({ length: 90 }, (_, i) => String(i));
		const options = { folds: 5, repeats: 2, seed: 1 };
		expect(dealFolds(90, strata, options, 'retest', single)).toEqual(dealFolds(90, strata, options, 'retest'));
	});
});
