import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../compare/compare-runs.ts';
import { COMPARE_DEFAULTS } from '../../compare/comparison.ts';
import type { Ablation } from '../../legs/ablation/ablation.ts';
import { runForTests } from '../../testing/run-for-tests.ts';
import { ablationAnswer } from './ablation-answer.ts';

const hits = (n: number, ones: number): number[] => Array.from({ length: n }, (_, i) => (i < ones ? 1 : 0));
const run = (name: string, ones: number) => runForTests({ name, strata: { all: { MRR: hits(100, ones) } } });

/** The answer where the whole system finds 50 of 100 and the smaller ones what they are said to. */
function answer(smaller: Readonly<Record<string, number>>): string {
	const { rows } = compareRuns(
		run('fts+dense', 50),
		Object.entries(smaller).map(([name, ones]) => run(name, ones)),
		{ resamples: 1000 },
	);
	const subsets = rows
		.map((row) => ({ label: row.challenger, row }))
		.sort((one, other) => other.row.effect.meanDelta - one.row.effect.meanDelta);
	const found = { metric: 'MRR', stratum: 'overall', whole: 'fts+dense', subsets };
	return ablationAnswer({ subsets: found, options: COMPARE_DEFAULTS } as unknown as Ablation);
}

describe('ablationAnswer', () => {
	it('names what beats the whole, and that the largest of several gains is likely too large', () => {
		const sentence = answer({ dense: 75, fts: 20 });
		expect(sentence).toMatch(
			/^A smaller system beats the whole on MRR overall: dense beats fts\+dense \(\+0\.2500, 95 % .* corrected over 2 smaller systems\)\. /,
		);
		expect(sentence).toContain('expect less on other queries');
		expect(answer({ dense: 75, fts: 70 })).toContain('; so does fts.');
	});

	it('does not call what is not shown the same as what is worse', () => {
		expect(answer({ dense: 52, fts: 20 })).toMatch(
			/^No smaller system is shown to beat fts\+dense on MRR overall: dense scores highest, but it is not shown to be better/,
		);
		expect(answer({ dense: 40, fts: 20 })).toContain('the best of them, dense, scores lower (-0.1000');
	});
});
