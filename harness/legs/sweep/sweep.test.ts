import { describe, expect, test } from 'vitest';
import type { Doc, IndexedRanking, Query } from '../../contract.ts';
import { corpusFeatures, queryFeatures } from '../../fusion/features.ts';
import type { KeptLegs } from '../../fusion/kept-legs.ts';
import { rrf } from '../../fusion/rrf.ts';
import { findStage } from '../../fusion/stages/index.ts';
import { parseMetrics } from '../../metrics/index.ts';
import { defaultsOf } from '../../options.ts';
import { randomStream, shuffled } from '../../random.ts';
import { formats } from '../../report/formats/index.ts';
import { sweepView } from '../../report/sweep/sweep.ts';
import { sweepData } from '../../report/sweep/sweep-data.ts';
import { parseAxis } from '../grid/axis.ts';
import { findSetting } from '../grid/setting.ts';
import { variantCosts } from './costs.ts';
import { findingsOf } from './findings.ts';
import { sweep } from './sweep.ts';

const DOCS = 200;
const QUERIES = 40;
const corpus = Array.from(
	{ length: DOCS },
	(_, docIndex): Doc => ({
		id: `d${docIndex}`,
		content: '',
		tags: [],
		expandedKeywords: [],
		importance: (docIndex % 4) / 4,
		sensitive: false,
		metadata: {},
	}),
);
const queries = Array.from(
	{ length: QUERIES },
	(_, i): Query => ({ id: `q${i}`, text: '', stratum: i % 2 ? 'odd' : 'even' }),
);
const stream = randomStream(3, 'sweep.test');
const drawn = queries.map(() => shuffled(Array.from(corpus.keys()), stream));
const ranking = (docs: readonly number[]): IndexedRanking => ({
	docs: Int32Array.from(docs),
	scores: Float64Array.from(docs, (_, rank) => -rank),
});

/** The good leg has the relevant document first or (a third of the queries) second, the bad one returns others. */
const kept: KeptLegs = {
	corpus,
	queries,
	// The last query can't be scored.
	qrels: new Map(drawn.slice(0, -1).map((docs, i) => [`q${i}`, new Map([[`d${docs[i % 3 === 0 ? 1 : 0]}`, 1]])])),
	legs: ['bad', 'good'].map((name) => ({
		name,
		depth: 30,
		seededBy: [],
		rankings: drawn.map((docs) => ranking(name === 'good' ? docs.slice(0, 30) : docs.slice(30, 60))),
		seeds: [],
		facts: {},
	})),
	pipeline: {
		legs: ['bad', 'good'].map((name) => ({ name, weight: name === 'good' ? 0.5 : 1, depth: 30, exclude: [] })),
		fusion: rrf,
		fusionOptions: defaultsOf(rrf.options),
		stages: [{ stage: findStage('importance'), options: { base: 1, slope: 0 } }],
	},
	features: (queryIndex) => queryFeatures(corpusFeatures(corpus), corpus, queries[queryIndex] as Query),
};
const metrics = parseMetrics('MRR,recall@5');
const options = { metrics, depth: 30, sampling: 'sobol', seed: 1 } as const;
const subject = { dataset: { name: 'made-up', fingerprint: 'f'.repeat(64) }, seed: 1 };
const finding = { folds: 4, repeats: 2, cutoff: 5, seed: 1 };

describe('sweep', () => {
	const swept = sweep([{ settings: {}, kept }], { ...options, axes: [parseAxis('weights.good=0:2:0.25')] });
	const findings = findingsOf(swept, finding);

	test('the system as set is among the points, found on the grid', () => {
		expect(swept.points).toHaveLength(9);
		expect(swept.points[swept.base]?.settings).toEqual({ 'weights.good': 0.5 });
		expect(swept.table.queries).toBe(39);
		const off = sweep([{ settings: {}, kept }], { ...options, axes: [parseAxis('weights.good=0,2')] });
		expect(off.points.map(({ settings }) => settings['weights.good'])).toEqual([0, 2, 0.5]);
		expect(off.base).toBe(2);
	});

	test('finds the weight from which the good leg leads, prefers the one nearest to the system as set', () => {
		const [best] = findings.choices;
		expect(swept.points[best?.point ?? -1]?.settings).toEqual({ 'weights.good': 1.25 });
		expect(best?.optimistic).toBeCloseTo(5 / 6, 12);
		expect(best?.heldOut).toBeCloseTo(5 / 6, 12);
		expect(best?.gap).toBeCloseTo(0, 12);
		expect(best?.verdict).toBe('win');
		expect(best?.strata.map(({ stratum, n }) => [stratum, n])).toEqual([
			['even', 20],
			['odd', 19],
		]);
		expect(findings.curves[0]?.flat).toEqual({ from: 1.25, to: 2 });
	});

	test('other points that moved no query are no equivalence: the interval is what so many queries leave open', () => {
		// The legs agree on every query but the first, which only the folds that it is not in can learn from.
		const legs = kept.legs.map(({ name, ...leg }) => ({
			...leg,
			name,
			rankings: drawn.map((docs, i) => {
				const [one = 0, two = 0, ...rest] = docs.slice(0, 30);
				const relevantFirst = i === 0 ? name === 'good' : i % 3 !== 0;
				const relevant = i % 3 === 0 ? two : one;
				const other = relevant === one ? two : one;
				return ranking(relevantFirst ? [relevant, other, ...rest] : [other, relevant, ...rest]);
			}),
		}));
		const alike = sweep([{ settings: {}, kept: { ...kept, legs } }], {
			...options,
			axes: [parseAxis('weights.good=0.5,2')],
		});
		const [best] = findingsOf(alike, finding).choices;
		expect(best?.chosen.length).toBe(2);
		expect(best?.gain).toBe(0);
		expect(best?.verdict).toBe('inconclusive');
		expect(best?.interval.high).toBeCloseTo(1 - 0.05 ** (1 / 39), 12);
		expect(best?.interval.low).toBeCloseTo(0.05 ** (1 / 39) - 1, 12);
	});

	test('marks the weights at which no document of the leg enters against full lists: (k+1)/(k+5) is its threshold', () => {
		expect(findings.reaches).toHaveLength(1);
		expect(findings.reaches[0]?.disjoint).toBeCloseTo(61 / 65, 4);
		const { curves } = sweepData(swept, findings, subject) as unknown as { curves: { steps: { enters: string }[] }[] };
		expect(curves[0]?.steps.map(({ enters }) => enters)).toEqual([
			'out',
			'out',
			'out',
			'out',
			'in',
			'in',
			'in',
			'in',
			'in',
		]);
		expect(formats.table.render(sweepView(swept, findings, subject), { details: false })).toContain('xxxx=====');
	});

	test('several axes; points without any leg are left out, and said', () => {
		const axes = [parseAxis('weights.good=0:1:0.5'), parseAxis('weights.bad=0,1'), parseAxis('k=1,60')];
		const both = sweep([{ settings: {}, kept }], { ...options, axes });
		expect(both.points).toHaveLength(10);
		expect(both.empty).toBe(2);
		const found = findingsOf(both, finding);
		expect(found.remarks).toContain('2 points are left out: every leg has weight 0 there.');
		expect(found.curves.map(({ axis }) => axis)).toEqual(['weights.good', 'weights.bad', 'k']);
	});

	test('systems whose legs return other documents are scored each on their own legs, and cost what theirs cost', () => {
		const legsOf = (swap: boolean, milliseconds: number): KeptLegs => ({
			...kept,
			legs: kept.legs.map((leg, i, legs) => ({
				...leg,
				rankings: (legs[swap ? 1 - i : i] as (typeof legs)[number]).rankings,
				milliseconds: new Float64Array(QUERIES).fill(milliseconds),
				facts: { approximate: { overlap_at_10: 1 - i / 10, overlap_at_depth: 0.9 - i / 10, queries_by_index: 40 } },
			})),
		});
		const asSet = { settings: { 'bad.swap': false }, kept: legsOf(false, 3) };
		const other = { settings: { 'bad.swap': true }, kept: legsOf(true, 1) };
		const weights = parseAxis('weights.good=0,0.5,2');
		const axes = [weights, { name: 'bad.swap', values: [true, false] }];
		const both = sweep([asSet, other], { ...options, axes });
		const alone = [asSet, other].map((variant) =>
			sweep([{ ...variant, settings: {} }], { ...options, axes: [weights] }),
		);
		expect(both.points.map(({ settings }) => settings)).toEqual(
			[0, 0.5, 2].flatMap((weight) => [true, false].map((swap) => ({ 'weights.good': weight, 'bad.swap': swap }))),
		);
		expect(both.points.map(({ means }) => [...means])).toEqual(
			[0, 1, 2].flatMap((point) => [1, 0].map((variant) => [...(alone[variant]?.points[point]?.means ?? [])])),
		);
		expect(both.points[both.base]?.settings).toEqual({ 'weights.good': 0.5, 'bad.swap': false });
		// Both ways to let the good ranking lead reach the same mean: the one with fewer steps from the system as set wins.
		expect(both.points[findingsOf(both, finding).choices[0]?.point ?? -1]?.settings).toEqual({
			'weights.good': 2,
			'bad.swap': false,
		});
		expect(variantCosts(both).map(({ latency, overlap }) => [latency?.p50, overlap?.at10])).toEqual([
			[6, 0.9],
			[1, 1],
		]);
		const text = formats.table.render(sweepView(both, findingsOf(both, finding), subject), { details: false });
		expect(text).toMatch(/bad.swap=true +0.8333 +100.0 % +90.0 % +40 +1.00 +1.00 +yes/);
		expect(text).toMatch(/bad.swap=false \(as set\) +0.8333 +90.0 % +80.0 % +40 +6.00 +6.00\s*\n/);
	});

	test('the same seed gives the same bytes', () => {
		const again = sweep([{ settings: {}, kept }], { ...options, axes: [parseAxis('weights.good=0:2:0.25')] });
		expect(JSON.stringify(sweepData(again, findingsOf(again, finding), subject))).toBe(
			JSON.stringify(sweepData(swept, findings, subject)),
		);
	});
});

describe('settings', () => {
	test('read and write the pipeline', () => {
		const write = (name: string, value: string | number) => findSetting(name, kept).write(kept.pipeline, value);
		expect(write('weights.bad', 0).legs[0]?.weight).toBe(0);
		expect(write('depth', 7).legs.map(({ depth }) => depth)).toEqual([7, 7]);
		expect(write('k', 5).fusionOptions).toEqual({ k: 5, rank_base: 1, absent: 'zero' });
		expect(write('importance.slope', 0.3).stages[0]?.options).toEqual({ base: 1, slope: 0.3 });
		expect(findSetting('depth', kept).read(kept.pipeline)).toBe(30);
	});

	test.each([
		['weights.nosuch', 1, /nothing called "weights.nosuch"/],
		['exact.weight', 1, /nothing called "exact.weight"/],
		['weights.good', -1, /a number from 0/],
		['weights.good', 'much', /a number from 0/],
		['depth.good', 31, /1 to 30, the depth that was retrieved/],
		['depth', 1.5, /whole number/],
		['k', 'sixty', /takes a number/],
	])('%s = %s is refused', (name, value, message) => {
		expect(() => findSetting(name, kept).write(kept.pipeline, value)).toThrow(message);
	});
});
