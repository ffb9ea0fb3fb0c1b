import { describe, expect, it } from 'vitest';
import { effect } from '../stats/effect.ts';
import { COMPARE_DEFAULTS } from './comparison.ts';
import { judgeQuestion, type OpenRow, RESERVE } from './gatekeeping.ts';
import type { Question } from './question.ts';

const question: Question = {
	primary: { metric: 'MRR', stratum: 'overall', chosen: false },
	strata: { asked: ['x', 'y'], chosen: false },
	metrics: { asked: ['MRR'], chosen: false },
};

/** A row whose three tests all give `p`, in the direction of `sign`. */
function row(
	stratum: string,
	p: number,
	more: Partial<OpenRow> & { sign?: number; equivalenceP?: number } = {},
): OpenRow {
	const { sign = 1, equivalenceP, pair = 'a b', notATest } = more;
	const off = p < 0.05;
	return {
		pair,
		notATest,
		row: {
			metric: 'MRR',
			stratum,
			challenger: 'b',
			baselineMean: 0.5,
			challengerMean: 0.5 + sign * 0.01,
			effect: effect([sign * 0.03, 0, sign * 0.03, 0, -sign * 0.02]),
			interval: off
				? { low: Math.min(sign * 0.005, sign * 0.015), high: Math.max(sign * 0.005, sign * 0.015) }
				: { low: -0.01, high: 0.02 },
			shareAtMostZero: 0.5,
			randomisationP: p,
			rawStudentisedP: p,
			tP: p,
			rawEquivalenceP: equivalenceP,
			sample: { deltas: [sign * 0.03, 0, sign * 0.03, 0, -sign * 0.02], max: 1, room: { gain: 0.5, loss: 0.5 } },
			few: true,
			ceiling: false,
		},
	};
}
const options = { ...COMPARE_DEFAULTS, margin: 0.05 };
const judge = (rows: readonly OpenRow[], more: Partial<typeof options> = {}) =>
	judgeQuestion(rows, question, { ...options, ...more }).map(({ role, verdict, familyVerdict }) => [
		role,
		verdict,
		familyVerdict,
	]);

describe('judgeQuestion', () => {
	it('decides the primary row alone, whatever else is asked', () => {
		const secondary = Array.from({ length: 20 }, (_, i) => row(i % 2 === 0 ? 'x' : 'y', 0.5));
		expect(judge([row('overall', 0.04)])[0]).toEqual(['primary', 'win', 'win']);
		expect(judge([...secondary, row('overall', 0.04)]).at(-1)).toEqual(['primary', 'win', 'win']);
		expect(judge([row('overall', 0.06), ...secondary])[0]).toEqual(['primary', 'inconclusive', 'inconclusive']);
	});

	it('corrects secondary rows together, and says them where the primary row is decided', () => {
		const strata = [row('x', 0.02, { sign: -1 }), row('y', 0.03)];
		expect(judge([row('overall', 0.04), ...strata]).slice(1)).toEqual([
			['secondary', 'loss', 'loss'],
			['secondary', 'win', 'win'],
		]);
		expect(judge([row('overall', 0.04), row('x', 0.026), row('y', 0.3)])[1]).toEqual([
			'secondary',
			'inconclusive',
			'inconclusive',
		]);
	});

	it('leaves a lead where the primary row is open, and a finding only at the reserve', () => {
		const reserve = (RESERVE * options.alpha) / 2;
		expect(judge([row('overall', 0.2), row('x', 0.01), row('y', reserve * 0.9)]).slice(1)).toEqual([
			['secondary', 'inconclusive', 'win'],
			['secondary', 'win', 'win'],
		]);
		expect(judge([row('overall', 0.2), row('x', reserve * 1.1), row('y', 0.3)])[1]).toEqual([
			'secondary',
			'inconclusive',
			'win',
		]);
	});

	it('opens the gate of each pair by its own primary row, and corrects over pairs', () => {
		const rows = ['a b', 'a c'].flatMap((pair, i) => [
			row('overall', i === 0 ? 0.02 : 0.2, { pair }),
			row('x', 0.01, { pair }),
		]);
		expect(judge(rows)).toEqual([
			['primary', 'win', 'win'],
			['secondary', 'win', 'win'],
			['primary', 'inconclusive', 'inconclusive'],
			['secondary', 'inconclusive', 'win'],
		]);
		expect(judge([row('overall', 0.03), row('overall', 0.5, { pair: 'a c' })])[0]?.[1]).toBe('inconclusive');
	});

	it('opens it by "equivalent" for "equivalent" alone', () => {
		const rows = [
			row('overall', 0.5, { equivalenceP: 0.01 }),
			row('x', 0.5, { equivalenceP: 0.01 }),
			row('y', 0.01, { equivalenceP: 0.9 }),
		];
		expect(judge(rows)).toEqual([
			['primary', 'equivalent', 'equivalent'],
			['secondary', 'equivalent', 'equivalent'],
			['secondary', 'inconclusive', 'win'],
		]);
	});

	it('claims nothing of strata that were not asked about, and lets them cost the others nothing', () => {
		const rows = [row('overall', 0.01), row('x', 0.04), row('z', 1e-6), row('w', 0.9)];
		expect(judge(rows)).toEqual([
			['primary', 'win', 'win'],
			['secondary', 'win', 'win'],
			['exploratory', 'inconclusive', 'win'],
			['exploratory', 'inconclusive', 'inconclusive'],
		]);
	});

	it('keeps rows that are no test out of the families, and their gate shut', () => {
		const instead = { notATest: 'not a test of graph' };
		const [x] = judge([row('x', 0.04), row('y', 1, instead), row('overall', 0.01)]);
		expect(x).toEqual(['secondary', 'win', 'win']);
		const shut = judge([row('overall', 0.001, instead), row('x', 0.04)]);
		expect(shut[1]).toEqual(['secondary', 'inconclusive', 'win']);
	});

	it('gates nothing where nothing is to be corrected', () => {
		expect(judge([row('overall', 0.5), row('x', 0.04), row('y', 0.04)], { correction: 'none' }).slice(1)).toEqual([
			['secondary', 'win', 'win'],
			['secondary', 'win', 'win'],
		]);
	});
});
