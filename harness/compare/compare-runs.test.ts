import { describe, expect, it } from 'vitest';
import { randomStream } from '../random.ts';
import { comparisonData } from '../report/compare/compare-data.ts';
import { bootstrap } from '../stats/bootstrap.ts';
import { DEFAULT_INTERVAL } from '../stats/bootstrap-interval.ts';
import { distributionOf } from '../stats/delta-distribution.ts';
import { simulateSamples } from '../stats/simulated-sample.ts';
import { tilted } from '../stats/tilt.ts';
import { type RunForTests, runForTests } from '../testing/run-for-tests.ts';
import { compareRuns } from './compare-runs.ts';
import { COMPARE_DEFAULTS, type ComparedRow, type CompareOptions } from './comparison.ts';

const options: CompareOptions = { ...COMPARE_DEFAULTS, resamples: 1000 };

/** `n` values, the first `ones` of them 1. */
const hits = (n: number, ones: number): number[] => Array.from({ length: n }, (_, i) => (i < ones ? 1 : 0));
const run = (name: string, exact: number[], multihop: number[], more: Partial<RunForTests> = {}) =>
	runForTests({ name, strata: { exact: { 'recall@10': exact }, multihop: { 'recall@10': multihop } }, ...more });

const weak = run('weak', hits(60, 60), hits(60, 20));
const strong = run('strong', hits(60, 60), hits(60, 45));

describe('compareRuns', () => {
	it('has a row overall and per stratum, each with its verdict', () => {
		const { rows } = compareRuns(weak, [strong], options);
		expect(rows.map(({ stratum, verdict }) => [stratum, verdict])).toEqual([
			['overall', 'win'],
			['exact', 'inconclusive'],
			['multihop', 'win'],
		]);
		expect(rows[0]).toMatchObject({ baselineMean: 80 / 120, challengerMean: 105 / 120 });
		expect(rows[0]?.effect).toMatchObject({ n: 120, wins: 25, ties: 95, losses: 0 });
	});

	it('turns around when the runs are swapped', () => {
		const there = compareRuns(weak, [strong], options).rows;
		const back = compareRuns(strong, [weak], options).rows;
		expect(back.map(({ verdict }) => verdict)).toEqual(['loss', 'inconclusive', 'loss']);
		back.forEach((row, i) => {
			expect(row.randomisationP).toBe(there[i]?.randomisationP);
			expect(row.interval.low).toBeCloseTo(-(there[i]?.interval.high ?? 0), 9);
		});
	});

	it('calls a run equivalent to itself only within a margin that so many queries bound', () => {
		expect(compareRuns(weak, [weak], { ...options, margin: 0.05 }).rows[0]?.verdict).toBe('equivalent');
		for (const row of compareRuns(weak, [weak], options).rows) {
			expect(row).toMatchObject({ verdict: 'inconclusive', randomisationP: 1 });
			expect(row.interval.high).toBeCloseTo(1 - 0.05 ** (1 / row.effect.n), 12);
			expect(row.effect.dz).toBeUndefined();
			expect(row.tP).toBeUndefined();
		}
	});

	it('sees a difference that is the same on every query', () => {
		const { rows } = compareRuns(
			run('none', hits(60, 0), hits(60, 0)),
			[run('all', hits(60, 60), hits(60, 60))],
			options,
		);
		expect(rows.map(({ verdict }) => verdict)).toEqual(['win', 'win', 'win']);
		const few = compareRuns(run('none', hits(3, 0), hits(3, 0)), [run('all', hits(3, 3), hits(3, 3))], options).rows;
		// Six queries that all moved the same way: p = 2 / 2^6 is enough alone; three are not.
		expect(few.map(({ verdict }) => verdict)).toEqual(['win', 'inconclusive', 'inconclusive']);
	});

	it('says where a win is impossible, and where queries are few', () => {
		const { rows } = compareRuns(weak, [strong], options);
		expect(rows.map(({ ceiling }) => ceiling)).toEqual([false, true, false]);
		const small = compareRuns(run('a', hits(49, 3), hits(50, 3)), [run('b', hits(49, 4), hits(50, 3))], options);
		expect(small.rows.map(({ few }) => few)).toEqual([false, true, false]);
	});

	it('decides the primary row alone: no stratum, metric or order of rows changes it', () => {
		const slight = (strata: Record<string, readonly number[]>) =>
			runForTests({
				name: 'slight',
				strata: Object.fromEntries(
					Object.entries(strata).map(([name, values]) => [name, { 'recall@10': values, MRR: values }]),
				),
			});
		const before = [...hits(60, 60), ...hits(60, 20)];
		const after = [...hits(60, 60), ...hits(60, 26)];
		const many = (values: readonly number[]) =>
			slight(Object.fromEntries([0, 1, 2, 3, 4].map((i) => [`s${i}`, values.slice(24 * i, 24 * i + 24)])));
		const one = compareRuns(slight({ all: before }), [slight({ all: after })], { ...options, metrics: ['recall@10'] });
		const five = compareRuns(many(before), [many(after)], options);
		expect(one.rows[0]).toMatchObject({ role: 'primary', verdict: 'win' });
		expect(five.rows[0]).toMatchObject({ role: 'primary', verdict: 'win' });
		expect(five.rows[0]?.correctedP).toBe(one.rows[0]?.randomisationP);
		expect(five.rows).toHaveLength(12);
		expect(five.rows.filter(({ role }) => role === 'primary')).toHaveLength(1);
	});

	it('corrects over challengers within each family', () => {
		const slight = run('slight', hits(60, 60), hits(60, 28));
		const alone = compareRuns(weak, [slight], options).rows;
		expect(alone.map(({ verdict }) => verdict)).toEqual(['win', 'inconclusive', 'win']);
		const same = [1, 2, 3, 4, 5, 6, 7].map((i) => run(`same${i}`, hits(60, 60), hits(60, 20)));
		const beside = compareRuns(weak, [slight, ...same], options).rows.filter(
			({ challenger }) => challenger === 'slight',
		);
		expect(beside[0]).toMatchObject({ stratum: 'overall', verdict: 'inconclusive' });
		expect(beside[2]).toMatchObject({ stratum: 'multihop', verdict: 'inconclusive' });
		beside.forEach((row, i) => {
			expect(row.randomisationP).toBe(alone[i]?.randomisationP);
			expect(row.interval).toEqual(alone[i]?.interval);
		});
	});

	it('takes another primary question, and strata that are asked about, and records both', () => {
		const { rows, question } = compareRuns(weak, [strong], {
			...options,
			primary: 'recall@10/multihop',
			strata: ['multihop'],
		});
		expect(rows.map(({ stratum, role }) => [stratum, role])).toEqual([
			['overall', 'secondary'],
			['exact', 'exploratory'],
			['multihop', 'primary'],
		]);
		expect(question.primary).toEqual({ metric: 'recall@10', stratum: 'multihop', chosen: true });
		expect(comparisonData(compareRuns(weak, [strong], { ...options, strata: ['exact'] })).question).toEqual({
			primary: { metric: 'recall@10', stratum: 'overall', chosen_by: 'default' },
			strata: { asked: ['exact'], chosen_by: 'user' },
			metrics: { asked: ['recall@10'], chosen_by: 'default' },
		});
	});

	it('gives intervals that hold at once, on request: the primary one is that of the row alone, the others are wider', () => {
		const { rows } = compareRuns(weak, [strong], { ...options, simultaneous: true });
		expect(rows[0]?.simultaneous).toEqual(rows[0]?.interval);
		expect(rows[2]?.simultaneous?.low).toBeLessThan(rows[2]?.interval.low as number);
		expect(rows[2]?.simultaneous?.high).toBeGreaterThan(rows[2]?.interval.high as number);
		expect(compareRuns(weak, [strong], options).rows[0]?.simultaneous).toBeUndefined();
	});

	it('compares every run with every other, as it would compare the two alone', () => {
		const middle = run('middle', hits(60, 60), hits(60, 43));
		const { rows, standings } = compareRuns(weak, [strong, middle], { ...options, allPairs: true });
		const pairs = rows.filter(({ role }) => role === 'primary');
		expect(pairs.map(({ baseline, challenger, verdict }) => [challenger, baseline, verdict])).toEqual([
			['strong', 'weak', 'win'],
			['middle', 'weak', 'win'],
			['middle', 'strong', 'inconclusive'],
		]);
		const two = compareRuns(strong, [middle], options).rows;
		for (const row of two) {
			const same = rows.find(
				(other) => other.baseline === 'strong' && other.challenger === 'middle' && other.stratum === row.stratum,
			);
			expect(same?.interval).toEqual(row.interval);
			expect(same?.randomisationP).toBe(row.randomisationP);
		}
		expect(standings[0]).toMatchObject({
			stratum: 'overall',
			systems: [
				{ label: 'strong', letters: 'a' },
				{ label: 'middle', letters: 'a' },
				{ label: 'weak', letters: 'b' },
			],
			groups: [['strong', 'middle'], ['weak']],
			beats: [
				{ winner: 'strong', loser: 'weak' },
				{ winner: 'middle', loser: 'weak' },
			],
		});
	});

	it('gives every p alone and within its family, and never a corrected one below it', () => {
		const slight = run('slight', hits(60, 60), hits(60, 24));
		const { rows } = compareRuns(weak, [slight], { ...options, margin: 0.05 });
		const pairs = rows.map((row) => [
			[row.randomisationP, row.correctedP],
			[row.rawStudentisedP, row.studentisedP],
			[row.rawEquivalenceP ?? 1, row.equivalenceP ?? 1],
		]);
		for (const [raw, corrected] of pairs.flat()) expect(corrected).toBeGreaterThanOrEqual(raw as number);
		expect(rows[0]?.equivalenceP).toBe(rows[0]?.rawEquivalenceP);
		expect(rows[1]?.equivalenceP).toBeGreaterThan(rows[1]?.rawEquivalenceP ?? 1);
		const alone = compareRuns(weak, [slight], { ...options, margin: 0.05, correction: 'none' }).rows;
		expect(alone.map(({ equivalenceP }) => equivalenceP)).toEqual(rows.map(({ rawEquivalenceP }) => rawEquivalenceP));
		expect(comparisonData(compareRuns(weak, [slight], { ...options, margin: 0.05 })).rows).toMatchObject([
			{ p_equivalence: rows[0]?.rawEquivalenceP, p_equivalence_corrected: rows[0]?.equivalenceP },
			{ p_equivalence: rows[1]?.rawEquivalenceP, p_equivalence_corrected: rows[1]?.equivalenceP },
			{ p_studentised: rows[2]?.rawStudentisedP, p_studentised_corrected: rows[2]?.studentisedP },
		]);
	});

	it('finds equivalence within a margin only where the data carry it', () => {
		const flip = (n: number): number[] => Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 0.501 : 0.499));
		const [a, b] = [
			run('a', new Array<number>(60).fill(0.5), hits(60, 30)),
			run('b', flip(60), hits(60, 31).reverse()),
		];
		const { rows } = compareRuns(a, [b], { ...options, margin: 0.05 });
		expect(rows.map(({ verdict }) => verdict)).toEqual(['inconclusive', 'equivalent', 'inconclusive']);
		expect(rows[1]?.equivalenceP).toBeLessThan(0.005);
		expect(compareRuns(a, [b], options).rows[1]?.verdict).toBe('inconclusive');
	});

	/** How often the rule itself finds a true gain of `difference` in runs like this row's, by fresh bootstraps. */
	const powerOf = (row: ComparedRow, difference: number, runs = 300): number => {
		const { deltas, max } = row.sample;
		const world = tilted(distributionOf(deltas, { queries: 1, move: max }), difference);
		if (world === undefined) throw new Error('no such world');
		const rows = deltas.map((_, at) => at);
		let wins = 0;
		let seed = 0;
		simulateSamples(world, deltas.length, runs, randomStream(77, 'fresh'), (sample) => {
			const settings = { resamples: 2000, confidence: 1 - row.level, method: DEFAULT_INTERVAL, seed: seed++ } as const;
			const found = bootstrap([[...sample.deltas]], [{ name: 'all', rows }], settings)[0]?.overall;
			if (found !== undefined && found.studentisedP < row.level && found.interval.low > 0) wins++;
		});
		return wins / runs;
	};

	it('says at which level an inconclusive row is judged, and what it could have found there', () => {
		const [a, b] = [run('a', hits(60, 60), hits(60, 30)), run('b', hits(60, 60), [...hits(30, 24), ...hits(30, 10)])];
		const [overall, , multihop] = compareRuns(a, [b], options).rows;
		expect(overall).toMatchObject({ role: 'primary', verdict: 'inconclusive', level: 0.05 });
		expect(multihop).toMatchObject({ stratum: 'multihop', verdict: 'inconclusive' });
		// Two secondary rows behind an open primary question.
		expect(multihop?.level).toBeCloseTo((0.1 * 0.05) / 2, 12);
		for (const row of [overall, multihop]) {
			const gain = row?.mde?.gain ?? 0;
			expect(row?.mde?.mde).toBeGreaterThanOrEqual(gain);
			// Promised is .8; three standard errors of 300 runs.
			expect(Math.abs(powerOf(row as ComparedRow, gain) - 0.8)).toBeLessThan(0.07);
			expect(powerOf(row as ComparedRow, 0.6 * gain)).toBeLessThan(0.5);
		}
	});

	it('does not take a lone moved query for precision', () => {
		const row = compareRuns(weak, [run('b', hits(60, 60), hits(60, 21))], options).rows[2] as ComparedRow;
		// One of 60 moved, and level .0025: about ten moves the same way are needed, four times in five.
		expect(row.effect.meanDelta).toBeCloseTo(1 / 60, 12);
		expect(row.mde?.gain).toBeGreaterThan(9 / 60);
		expect(row.mde?.gain).toBeLessThan(16 / 60);
		expect(Math.abs(powerOf(row, row.mde?.gain ?? 0) - 0.8)).toBeLessThan(0.07);
	});

	it('has only the overall row for a dataset of one stratum', () => {
		const one = (name: string, ones: number) => runForTests({ name, strata: { all: { MRR: hits(60, ones) } } });
		expect(compareRuns(one('a', 5), [one('b', 9)], options).rows.map(({ stratum }) => stratum)).toEqual(['overall']);
	});

	it('lists the queries that moved most, by id', () => {
		const { movers } = compareRuns(weak, [strong], { ...options, movers: 2 });
		expect(movers.map(({ queryId, delta }) => [queryId, delta])).toEqual([
			['multihop_20', 1],
			['multihop_21', 1],
		]);
	});

	it('gives the same for the same seed', () => {
		expect(compareRuns(weak, [strong], options)).toEqual(compareRuns(weak, [strong], options));
	});
});

describe('the story that this tool began with', () => {
	it('39 queries, recall@10 up by .064: inconclusive, and it could not have been otherwise', () => {
		const before = [...hits(39, 24)].map((hit, i) => (i >= 20 && i < 24 ? 0.5 : hit));
		const moves = new Map([
			[20, 0.5],
			[21, 0.5],
			[22, 0.5],
			[24, 1],
			[25, 1],
			[0, -1],
		]);
		const after = before.map((value, i) => value + (moves.get(i) ?? 0));
		const of = (name: string, values: readonly number[]) =>
			runForTests({ name, strata: { all: { 'recall@10': values } } });
		const [row] = compareRuns(of('fts+dense', before), [of('with graph', after)], COMPARE_DEFAULTS).rows;
		expect(row?.effect.meanDelta).toBeCloseTo(0.064, 3);
		expect(row).toMatchObject({ verdict: 'inconclusive', few: true });
		expect(row?.interval.low).toBeLessThan(0);
		// The seen difference is less than half of what so few queries can find.
		expect(row?.mde?.mde).toBeGreaterThan(0.128);
		expect(row?.mde?.mde).toBeLessThan(0.25);
	});
});

describe('compareRuns says loudly', () => {
	it('that embedders differ', () => {
		const [a, b] = [run('a', [1], [0], { embedder: 'x:1' }), run('b', [1], [0], { embedder: 'y:2' })];
		expect(compareRuns(a, [b], options).warnings).toEqual([
			'EMBEDDERS DIFFER: what is compared is the models as much as the systems: a has x:1; b has y:2.',
		]);
		expect(compareRuns(a, [run('lexical', [1], [0])], options).warnings).toEqual([]);
	});

	it('that a system cut queries', () => {
		const [a, whole] = [run('a', [1], [0]), run('b', [1], [0])];
		const b = { ...whole, manifest: { ...whole.manifest, queries_cut: [{ queries: 1 }, { leg: 'fts', queries: 2 }] } };
		expect(compareRuns(a, [b], options).warnings).toEqual([
			'b: queries longer than it takes: 1 of 2, 2 of 2 (leg fts); what is beyond the limit was not searched for.',
		]);
	});
});

describe('compareRuns refuses', () => {
	const refusal = (challenger: ReturnType<typeof run>, more: Partial<CompareOptions> = {}): string => {
		try {
			compareRuns(weak, [challenger], { ...options, ...more });
		} catch (error) {
			return (error as Error).message;
		}
		return '';
	};

	it('other data, and says what differs', () => {
		expect(refusal(run('b', hits(60, 60), hits(60, 20), { fingerprint: 'a'.repeat(64) }))).toContain(
			'dataset: made-up ffffffffffff (10 documents, 120 queries), not made-up aaaaaaaaaaaa',
		);
		expect(refusal(run('b', hits(60, 60), hits(58, 20)))).toContain(
			'queries only in the first: multihop_58, multihop_59',
		);
		const renamed = runForTests({
			name: 'b',
			strata: { exact: { 'recall@10': hits(60, 60) }, other: { 'recall@10': hits(60, 1) } },
		});
		expect(refusal(renamed)).toContain('strata only in the second: other');
	});

	it('metrics that a run lacks', () => {
		expect(refusal(strong, { metrics: ['nDCG@10'] })).toBe('results/weak was not scored on nDCG@10');
		expect(
			refusal(runForTests({ name: 'b', strata: { exact: { MRR: hits(60, 1) }, multihop: { MRR: hits(60, 1) } } })),
		).toBe('the runs have no metric in common');
	});

	it('settings that make no sense', () => {
		expect(refusal(strong, { alpha: 0 })).toContain('alpha');
		expect(refusal(strong, { margin: 0 })).toContain('margin');
		expect(refusal(strong, { resamples: 5 })).toContain('resamples');
	});
});
