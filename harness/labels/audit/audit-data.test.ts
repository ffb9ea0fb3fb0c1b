import { describe, expect, it } from 'vitest';
import type { Dataset, Doc, JsonObject, Qrels } from '../../contract.ts';
import { parseMetrics } from '../../metrics/index.ts';
import { auditData } from './audit-data.ts';

const doc = (id: string, content: string): Doc => ({
	id,
	content,
	tags: [],
	expandedKeywords: [],
	importance: 0.5,
	sensitive: false,
	metadata: {},
});

const words = 'the kettle of the night shift whistles at dawn when nobody is there to hear it';
const corpus = [
	doc('a', words),
	doc('b', `${words} again`),
	doc('c', 'backups of the ledger run at midnight'),
	doc('d', 'Marta keeps the whippet'),
	doc('e', 'thunder took the router down'),
	doc('f', 'the quay plan changes every four minutes'),
];
const queries = [
	{ id: 'q1', text: 'kettle whistles at dawn', stratum: 'exact' },
	{ id: 'q2', text: 'when does the copy of the books happen', stratum: 'paraphrase' },
	{ id: 'q3', text: 'no answer to this one', stratum: 'paraphrase' },
];

function dataset(qrels: Record<string, Record<string, number>>): Dataset {
	const judged: Qrels = new Map(Object.entries(qrels).map(([id, grades]) => [id, new Map(Object.entries(grades))]));
	return {
		name: 'made',
		directory: 'data/made',
		corpus,
		queries,
		qrels: judged,
		fingerprint: 'f',
		sensitivePolicy: 'leave-out',
		sensitiveLeftOut: 0,
	};
}

/** A run that returns these documents, best first, for each query. */
function run(label: string, ...lists: string[]) {
	const rankings = queries.map((_, queryIndex) => {
		const ids = [...(lists[queryIndex] ?? '')];
		return {
			docs: Int32Array.from(ids, (id) => corpus.findIndex((other) => other.id === id)),
			scores: Float64Array.from(ids, (_, rank) => 10 - rank),
		};
	});
	return { label, rankings };
}

interface Given {
	readonly qrels?: Record<string, Record<string, number>>;
	readonly runs?: ReturnType<typeof run>[];
	readonly provenance?: ReadonlyMap<string, JsonObject>;
	readonly metrics?: string;
}

const judgedBothWays = { q1: { a: 1, d: 0, e: 0 }, q2: { c: 2, f: 0 } };

function audit({ qrels = judgedBothWays, runs, provenance = new Map(), metrics = 'recall@2,nDCG@2' }: Given) {
	const found = auditData({
		dataset: dataset(qrels),
		provenance,
		runs: runs ?? [run('base', 'ad', 'fc'), run('other', 'ba', 'ec')],
		cutoff: 2,
		poolDepth: 2,
		metrics: parseMetrics(metrics),
	});
	return Object.fromEntries(found.checks.map(({ name, findings }) => [name, findings]));
}

describe('the audit of labels', () => {
	it('says when documents were judged both ways, when finds prevail, and when only finds are labelled', () => {
		expect(audit({}).labels?.[0]).toMatchObject({
			weight: 'fine',
			numbers: { queries: 3, unscorable: 1, relevant: 2, not_relevant: 3, highest: 2 },
		});
		expect(audit({ qrels: { q1: { a: 1, b: 1, d: 0 } } }).labels?.[0]?.weight).toBe('caution');
		const only = audit({ qrels: { q1: { a: 1 }, q2: { c: 1 } } });
		expect(only.labels?.[0]).toMatchObject({ weight: 'limit' });
		expect(only.holes?.[1]?.means).toContain('unlabelled');
		expect(only.condensed?.[0]?.means).toContain('Not computed');
	});

	it('takes the grade from which a document is relevant from the metrics', () => {
		const { labels, holes } = audit({ metrics: 'recall(rel=2)@2' });
		expect(labels?.[0]?.numbers).toMatchObject({ unscorable: 2, relevant: 1, not_relevant: 4 });
		expect(holes?.[0]?.numbers.precision).toBe(0.5);
		expect(() => audit({ metrics: 'recall(rel=2)@2,MRR' })).toThrow('different grades');
	});

	it('counts holes, and bounds what they could do to the difference', () => {
		// base: q1 a(1) d(0), q2 f(0) c(2): no hole, precision (1/2 + 1/2) / 2. other: q1 b(-) a(1), q2 e(-) c(2).
		const [base, other] = audit({}).holes ?? [];
		expect(base?.numbers).toMatchObject({ unjudged: 0, precision: 0.5 });
		expect(other?.numbers).toMatchObject({ unjudged: 0.5, precision: 0.5, delta: 0, least: 0, most: 0.5, turns: null });
		expect(other?.means).toContain('stays at or above base');
	});

	it('says how many of the unjudged would turn a difference', () => {
		// base: q1 e(0) b(-), q2 c(2) a(-); other: q1 a(1) d(0), q2 c(2) f(0): ahead by 1/2 in q1, base has two holes alone.
		const [, other] = audit({ runs: [run('base', 'eb', 'ca'), run('other', 'ad', 'cf')] }).holes ?? [];
		expect(other?.numbers).toMatchObject({ delta: 0.25, least: -0.25, most: 0.25, turns: 0.5 });
		expect(other?.means).toContain('50.0 % of the unjudged documents that only base returns');
	});

	it('scores judged documents alone, and says whose order turns', () => {
		// plain recall@2: base finds a in q1 and c in q2; other has an unjudged document before each.
		const { condensed } = audit({ metrics: 'MRR', runs: [run('base', 'da', 'c'), run('other', 'ba', 'ec')] });
		expect(condensed?.[0]?.numbers).toEqual({ MRR: 0.75, 'MRR condensed': 0.75 });
		expect(condensed?.[1]?.numbers).toEqual({ MRR: 0.5, 'MRR condensed': 1 });
		expect(condensed?.map(({ weight }) => weight)).toEqual(['limit', 'limit']);
		expect(condensed?.[1]?.means).toBe(
			'On judged documents alone its order turns with base (MRR -0.2500, condensed +0.2500): which is ahead hangs on unjudged ones.',
		);
	});

	it('takes away what only one system found, and counts the queries that this leaves without an answer', () => {
		const found = audit({
			qrels: { q1: { a: 1, b: 1, d: 0 }, q2: { c: 1, f: 0 } },
			runs: [run('base', 'ab', 'f'), run('other', 'ad', 'c')],
		})['pool-bias'];
		expect(found?.[0]?.numbers).toEqual({ unique: 1, plain: 0.5, without: 0.5, lost: 0, unscorable: 0 });
		// Only `other` has c: q2 would be no query at all. On q1 alone it finds one of two.
		expect(found?.[1]?.numbers).toEqual({ unique: 1, plain: 0.5, without: 0.5, lost: 0, unscorable: 1 });
		expect(found?.[1]).toMatchObject({ weight: 'caution' });
		expect(found?.[1]?.means).toContain('1 queries would have no relevant document left');
		expect(audit({ runs: [run('base', 'a')] })['pool-bias']?.[0]?.means).toContain('Not computed');
	});

	it('finds a returned near-duplicate of a relevant document, and whether it stands in for it', () => {
		const found = audit({ runs: [run('base', 'bd', 'c'), run('other', 'ab', 'c')] })['near-duplicates'];
		expect(found?.[0]).toMatchObject({ weight: 'caution', numbers: { queries: 1, share: 0.5, missed: 1 } });
		expect(found?.[1]).toMatchObject({ weight: 'fine', numbers: { queries: 1, missed: 0 } });
	});

	it('counts no near duplicate that is labelled relevant itself', () => {
		const { 'near-duplicates': nearDuplicates } = audit({
			qrels: { q1: { a: 1, b: 1 }, q2: { c: 1, f: 0 } },
			runs: [run('base', 'b', 'c')],
		});
		expect(nearDuplicates?.[0]?.numbers).toEqual({ queries: 0, share: 0, missed: 0 });
	});

	it('suspects a stratum at the ceiling whose queries are words of their documents', () => {
		const [exact, paraphrase] = audit({ runs: [run('base', 'a', 'e'), run('other', 'ad', 'c')] }).circular ?? [];
		expect(exact).toMatchObject({ about: 'exact', weight: 'limit', numbers: { base: 1, contained: 1 } });
		expect(exact?.means).toMatch(/^base, other at the ceiling, and queries are made of their documents' words/);
		expect(paraphrase?.means).toMatch(/^other at the ceiling: there is nothing left/);
	});

	it.each([
		[{ by_system_under_test: 'yes, where the system matches words' }, 'limit', 1],
		[{ by_system_under_test: 'in part: near documents were not paired' }, 'caution', 1],
		[{ by_system_under_test: 'no' }, 'fine', 0],
		[true, 'limit', 1],
		[false, 'fine', 0],
		['defined by fts', 'limit', 1],
	] as const)('reads what queries declare: %j', (declared, weight, count) => {
		const provenance = new Map([['q1', { _circular: declared } as JsonObject]]);
		const [exact] = audit({ provenance, runs: [run('base', 'd', 'c'), run('other', 'e', 'c')] }).circular ?? [];
		expect(exact).toMatchObject({ weight, numbers: { declared: count } });
	});

	it('measures shared words by stratum', () => {
		const [exact, paraphrase] = audit({}).overlap ?? [];
		expect(exact).toMatchObject({ weight: 'caution', numbers: { contained: 1, all_words: 1 } });
		// "the", "of" of seven different words
		expect(paraphrase?.numbers.contained).toBeCloseTo(2 / 7, 12);
		expect(paraphrase?.means).toContain('easier for systems that do not need them');
	});

	it('counts the queries that tell systems apart', () => {
		const same = audit({ runs: [run('base', 'a', 'd'), run('other', 'da', 'e')] }).unanimous;
		expect(same?.[0]).toMatchObject({
			about: 'all',
			weight: 'limit',
			numbers: { queries: 2, right: 0.5, wrong: 0.5, equal: 0, differ: 0 },
		});
		expect(audit({ runs: [run('base', 'a', 'd'), run('other', 'a', 'c')] }).unanimous?.[0]?.numbers.differ).toBe(1);
	});

	it('counts queries with one relevant document', () => {
		const [all] = audit({ qrels: { q1: { a: 1, b: 1, d: 0 }, q2: { c: 1 } } })['single-relevant'] ?? [];
		expect(all).toMatchObject({ about: 'all', weight: 'caution', numbers: { single: 0.5, median: 1.5, most: 2 } });
	});

	it('has nothing to say where no query has a relevant document', () => {
		expect(() => audit({ qrels: { q1: { a: 0 } } })).toThrow('nothing to audit');
	});
});
