import { describe, expect, it } from 'vitest';
import type { Fusion } from '../../../contract.ts';
import { fusions } from '../../../fusion/index.ts';
import type { Pipeline, PipelineLeg } from '../../../fusion/pipeline.ts';
import { rrf } from '../../../fusion/rrf.ts';
import { findStage } from '../../../fusion/stages/index.ts';
import type { DocFeatures, Stage } from '../../../fusion/stages/stage.ts';
import { defaultsOf } from '../../../options.ts';
import { auditPipeline } from '../index.ts';
import type { StaticAudit } from '../leg-audit.ts';
import { filterReach } from './context.ts';
import { auditLegStatically } from './static-audit.ts';

const CUTOFF = 10;

function leg(name: string, weight = 1, exclude: readonly string[] = [], depth = 50): PipelineLeg {
	return { name, weight, depth, exclude };
}

function stage(name: string, options: Record<string, string | number> = {}): Pipeline['stages'][number] {
	const found: Stage = findStage(name);
	return { stage: found, options: { ...defaultsOf(found.options), ...options } };
}

function system(legs: readonly PipelineLeg[], fusion = 'rrf', stages: Pipeline['stages'] = []): Pipeline {
	const found = fusions[fusion] as Fusion;
	return { legs, fusion: found, fusionOptions: defaultsOf(found.options), stages };
}

/** One leg alone: auditing all of them takes as many times as long. */
function audit(pipeline: Pipeline, name = 'graph', corpus?: DocFeatures): StaticAudit {
	const entry = pipeline.legs.find((found) => found.name === name) as PipelineLeg;
	if (corpus === undefined) return auditLegStatically(pipeline, entry, { cutoff: CUTOFF });
	return auditLegStatically(pipeline, entry, { cutoff: CUTOFF, corpus }, filterReach(pipeline, corpus));
}

function corpusOf(count: number, categoryOf: (docIndex: number) => string): DocFeatures {
	return {
		importance: new Float64Array(count).fill(0.5),
		createdAt: new Float64Array(count).fill(Number.NaN),
		field: (docIndex, name) => (name === 'category' ? [categoryOf(docIndex)] : []),
	};
}

const BASE = [leg('fts'), leg('dense')];

describe('closed forms of reciprocal rank fusion, k = 60, K = 10', () => {
	it('against one leg: (k + 1) / (k + K)', () => {
		const { thresholds } = audit(system([leg('fts'), leg('graph')]));
		expect(thresholds.disjoint).toBeCloseTo(61 / 70, 7);
		expect(thresholds.fullLists).toBeCloseTo(61 / 70, 7);
		expect(thresholds.hardest).toBeCloseTo(61 / 70, 7);
	});

	it('against two: 61/65 disjoint, 122/70 identical', () => {
		const { thresholds, threshold } = audit(system([...BASE, leg('graph')]));
		expect(threshold).toBeCloseTo(61 / 65, 7);
		expect(thresholds.disjoint).toBeCloseTo(61 / 65, 7);
		expect(thresholds.byAgreement.identical).toBeCloseTo(122 / 70, 7);
	});

	it('against two: the true extremes are a shared head and opposed heads', () => {
		const { thresholds } = audit(system([...BASE, leg('graph')]));
		expect(thresholds.fullLists).toBeCloseTo(61 / 70, 7);
		expect(thresholds.byAgreement['same head']).toBeCloseTo(61 / 70, 7);
		expect(thresholds.hardest).toBeCloseTo(61 * (1 / 65 + 1 / 66), 7);
	});

	it('a seed-banned full-depth leg evicts every seed above 2 x 110 / 61', () => {
		expect(audit(system([...BASE, leg('graph', 1, ['fts', 'dense'])])).evictsFrom).toBeCloseTo(220 / 61, 6);
		expect(audit(system([leg('fts'), leg('graph', 1, ['fts'])])).evictsFrom).toBeCloseTo(110 / 61, 6);
	});

	it('scales with the weights of the others, and follows k, the cutoff and the depth', () => {
		expect(audit(system([leg('fts', 2), leg('dense', 2), leg('graph')])).threshold).toBeCloseTo(122 / 65, 7);
		const small = {
			...system([leg('fts'), leg('graph')]),
			fusionOptions: { ...defaultsOf(rrf.options), k: 2 },
		};
		expect(audit(small).threshold).toBeCloseTo(3 / 12, 7);
		const shallow = system([leg('fts', 1, [], 12), leg('graph', 1, [], 7)]);
		expect(audit(shallow).threshold).toBeCloseTo(61 / 70, 7);
		const [at5] = auditPipeline(system([leg('graph'), leg('z')]), { cutoff: 5 });
		expect(at5?.threshold).toBeCloseTo(61 / 65, 7);
	});
});

describe('cases that the audit must catch', () => {
	it('1. the exclusion at weight 0.35: it cannot matter, with its threshold and the nearest miss', () => {
		const found = audit(system([...BASE, leg('graph', 0.35, ['fts', 'dense'])]));
		expect(found.verdict).toBe('cannot-matter');
		expect(found.threshold).toBeCloseTo(61 / 65, 7);
		expect(found.example?.exists).toBe(false);
		expect(found.example?.newcomer?.score).toBeCloseTo(0.35 / 61, 12);
		expect(found.example?.top).toHaveLength(CUTOFF);
		expect(found.example?.top.every(({ doc }) => doc.startsWith('d'))).toBe(true);
	});

	it('1. dropping only the exclusion at 0.35: still out of reach for newcomers, reorder-only', () => {
		const found = audit(system([...BASE, leg('graph', 0.35)]));
		expect(found.verdict).toBe('reorder-only');
		expect(found.enters).toBe(false);
		expect(found.example?.exists).toBe(true);
	});

	it('3. an exclusion at a weight that lets newcomers in: demote-only, and where it evicts everything', () => {
		const found = audit(system([...BASE, leg('graph', 1, ['fts', 'dense'])]));
		expect(found.verdict).toBe('demote-only');
		expect(found.example?.says).toMatch(/n1, .* enters at rank \d+ and d\d+ falls from rank \d+ to rank \d+; no input/);
		expect(found.evidence.join(' ')).toContain('3.607');
	});

	it('4. a second search appended, the whole cut at the limit: starved, and the first one dominant', () => {
		for (const stages of [[stage('limit', { n: 50 })], [stage('limit', { n: 10 })], []]) {
			const pipeline = system([leg('first'), leg('second')], 'append', stages);
			expect(audit(pipeline, 'second').verdict).toBe('starved');
			expect(audit(pipeline, 'second').threshold).toBeNull();
			expect(audit(pipeline, 'first').verdict).toBe('dominant');
		}
	});

	it('5. the top 100 filtered afterwards: starved for a small filter, not for a large one', () => {
		const pipeline = system([leg('dense', 1, [], 100)], 'rrf', [stage('filter', { field: 'category', value: 'rare' })]);
		const small = audit(
			pipeline,
			'dense',
			corpusOf(5000, (docIndex) => (docIndex % 100 === 0 ? 'rare' : 'other')),
		);
		expect(small.verdict).toBe('starved');
		expect(small.evidence.join(' ')).toContain('50 of 5000 documents pass');
		expect(small.example?.top).toEqual([]);
		const large = audit(
			pipeline,
			'dense',
			corpusOf(5000, (docIndex) => (docIndex % 3 === 0 ? 'rare' : 'other')),
		);
		expect(large.verdict).toBe('dominant');
		const unknown = audit(pipeline, 'dense');
		expect(unknown.evidence.join(' ')).toContain('fewer than 10 in 100');
	});

	it('7. a sort by date: every leg decides membership only', () => {
		for (const stages of [
			[stage('sort', { by: 'recency' })],
			[stage('limit', { n: 20 }), stage('sort', { by: 'recency' })],
		]) {
			const audits = auditPipeline(system([...BASE, leg('graph')], 'rrf', stages), { cutoff: CUTOFF });
			expect(audits.map(({ verdict }) => verdict)).toEqual(Array(3).fill('reorder-impossible'));
			expect(audit(system([leg('dense')], 'rrf', stages), 'dense').verdict).toBe('reorder-impossible');
		}
		const byRelevance = system([...BASE, leg('graph')], 'rrf', [stage('sort', { by: 'relevance' })]);
		expect(audit(byRelevance).verdict).toBe('live');
	});
});

describe('the other verdicts', () => {
	it('live: unit weights', () => {
		const audits = auditPipeline(system([...BASE, leg('graph')]), { cutoff: CUTOFF });
		expect(audits.map(({ verdict }) => verdict)).toEqual(['live', 'live', 'live']);
		expect(audits[2]?.example?.newcomer).toMatchObject({ rank: 1, doc: 'n1' });
	});

	it('weight 0 is no leg', () => {
		expect(audit(system([...BASE, leg('graph', 0)])).verdict).toBe('cannot-matter');
	});

	it('dominant: a weight that drowns the others, and the only leg that counts', () => {
		expect(audit(system([...BASE, leg('graph', 200)])).verdict).toBe('dominant');
		expect(audit(system([...BASE, leg('graph', 100)])).verdict).toBe('live');
		expect(audit(system([leg('fts')]), 'fts').verdict).toBe('dominant');
	});

	it('between the fullLists input and disjoint others it is live, and the evidence says how barely', () => {
		const found = audit(system([...BASE, leg('graph', 0.9)]));
		expect(found.verdict).toBe('live');
		expect(found.evidence.join(' ')).toContain('only in special cases');
	});

	it('a prior that can bias newcomers lets them in earlier; one that the corpus holds level does not', () => {
		const pipeline = system([...BASE, leg('graph', 0.65)], 'rrf', [stage('importance')]);
		expect(audit(pipeline).verdict).toBe('live');
		expect(audit(pipeline).thresholds.fullLists).toBeCloseTo((0.7 * 61) / 70, 6);
		expect(
			audit(
				pipeline,
				'graph',
				corpusOf(100, () => 'any'),
			).verdict,
		).toBe('reorder-only');
	});
});

describe('every fusion', () => {
	const names = Object.keys(fusions).filter((name) => name !== 'append');

	it.each(names)('%s: unit weights are live, weight 0 is nothing', (name) => {
		expect(audit(system([...BASE, leg('graph')], name)).verdict).toBe('live');
		expect(audit(system([...BASE, leg('graph', 0)], name)).verdict).toBe('cannot-matter');
	});

	/** The K-th best score of the others can come down to nothing, or how far is not known. */
	const anyWeight = new Set(['minmax', 'zscore', 'dbsf', 'combsum', 'combmnz', 'tm2c2']);

	it.each(names)('%s: an exclusion takes reordering away, a tiny weight reach as well', (name) => {
		expect(audit(system([...BASE, leg('graph', 1, ['fts', 'dense'])], name)).verdict).toBe('demote-only');
		expect(audit(system([...BASE, leg('graph', 1e-4, ['fts', 'dense'])], name)).verdict).toBe(
			anyWeight.has(name) ? 'demote-only' : 'cannot-matter',
		);
	});

	// Proving that nothing reorders takes the whole search, so one fusion by ranks and one by scores stand for all.
	it.each(['isr', 'tm2c2'])('%s: a sort by date leaves membership only', (name) => {
		const pipeline = system([...BASE, leg('graph')], name, [stage('sort', { by: 'recency' })]);
		expect(audit(pipeline).verdict).toBe('reorder-impossible');
	});
});

describe('a fusion that the tool has never seen', () => {
	const firstOnly: Fusion = {
		name: 'first-only',
		summary: 'the leg that comes first by name, the rest of the pool behind it',
		options: {},
		score(pool, _weights, _options, out) {
			out.fill(0);
			pool.legs[0]?.order.forEach((candidate, rank) => {
				out[candidate] = 1 / (rank + 1);
			});
		},
	};

	it('is audited by what it does', () => {
		const pipeline: Pipeline = { legs: [leg('a'), leg('b')], fusion: firstOnly, fusionOptions: {}, stages: [] };
		expect(audit(pipeline, 'a').verdict).toBe('dominant');
		expect(audit(pipeline, 'b').verdict).toBe('starved');
	});
});

it('a cutoff that is no cutoff is wrong use', () => {
	expect(() => auditPipeline(system(BASE), { cutoff: 0 })).toThrow('the cutoff must be a whole number from 1');
});
