import { describe, expect, it } from 'vitest';
import { runForTests } from '../testing/run-for-tests.ts';
import { alignRuns } from './align.ts';
import { columnsOf } from './columns.ts';
import { type QuestionChoice, readQuestion, roleOf } from './question.ts';

const values = { 'recall@10': [0, 1], MRR: [0, 1] };
const run = runForTests({ name: 'a', strata: { exact: values, multihop: values, 'a/b': values } });
const columns = ['recall@10', 'MRR'].map((metric) => columnsOf(metric, alignRuns([run, run])));
const read = (choice: QuestionChoice) => readQuestion(columns, choice);

describe('readQuestion', () => {
	it('asks the first metric overall, and records that nobody chose it', () => {
		expect(read({})).toEqual({
			primary: { metric: 'recall@10', stratum: 'overall', chosen: false },
			strata: { asked: ['exact', 'multihop', 'a/b'], chosen: false },
			metrics: { asked: ['recall@10', 'MRR'], chosen: false },
		});
	});

	it('takes a metric by any of its names, and a stratum with a slash in it', () => {
		expect(read({ primary: 'RR' }).primary).toEqual({ metric: 'MRR', stratum: 'overall', chosen: true });
		expect(read({ primary: 'MRR/a/b' }).primary).toEqual({ metric: 'MRR', stratum: 'a/b', chosen: true });
	});

	it('takes the stratum of a dataset of one stratum for overall', () => {
		const one = runForTests({ name: 'a', strata: { all: values } });
		const column = columnsOf('MRR', alignRuns([one, one]));
		expect(readQuestion([column], { primary: 'MRR/all' }).primary.stratum).toBe('overall');
	});

	it('refuses what the runs do not have, and says what is near', () => {
		expect(() => read({ primary: 'nDCG@10' })).toThrow('nDCG@10 is not among the metrics that are compared');
		expect(() => read({ primary: 'MRR/multi' })).toThrow('no stratum "multi"');
		expect(() => read({ strata: ['exakt'] })).toThrow('no stratum "exakt"');
	});
});

describe('roleOf', () => {
	it('tells the primary row, what was asked beside it, and what was not', () => {
		const question = read({ primary: 'MRR/multihop', strata: ['exact'] });
		const role = (metric: string, stratum: string) => roleOf(question, { metric, stratum });
		expect(role('MRR', 'multihop')).toBe('primary');
		expect(role('MRR', 'overall')).toBe('secondary');
		expect(role('recall@10', 'exact')).toBe('secondary');
		expect(role('recall@10', 'multihop')).toBe('exploratory');
		expect(role('MRR', 'a/b')).toBe('exploratory');
	});
});
