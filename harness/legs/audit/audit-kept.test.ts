import { describe, expect, it } from 'vitest';
import type { Pipeline, PipelineLeg } from '../../fusion/pipeline.ts';
import { rrf } from '../../fusion/rrf.ts';
import { findStage } from '../../fusion/stages/index.ts';
import { defaultsOf } from '../../options.ts';
import { auditKeptLeg } from './audit-leg.ts';
import { auditKept, isFairTest, type LegAudit, notATestOf, whyNotATest } from './index.ts';
import { type KeptScript, keptFrom, span } from './testing/kept.ts';

const N = 1000;
const QUERIES = 20;

function leg(name: string, weight = 1, exclude: readonly string[] = [], depth = 50): PipelineLeg {
	return { name, weight, depth, exclude };
}

function system(legs: readonly PipelineLeg[], stages: Pipeline['stages'] = []): Pipeline {
	return { legs, fusion: rrf, fusionOptions: defaultsOf(rrf.options), stages };
}

const fts = (query: number) => span(query * 40, 50, N);
/** Agrees with fts on the first ten. */
const dense = (query: number) => [...fts(query).slice(0, 10), ...span(query * 40 + 60, 40, N)];
/** Documents that neither of them returns for this query. */
const fresh = (query: number) => span(query * 40 + 200, 50, N);
/** The first ten of fts: what the graph starts from. */
const seeds = (query: number) => fts(query).slice(0, 10);

function audit(
	graph: PipelineLeg,
	list: (query: number) => readonly number[],
	more: Partial<KeptScript> = {},
): LegAudit {
	const kept = keptFrom({
		pipeline: system([leg('fts'), leg('dense'), graph]),
		documents: N,
		queries: QUERIES,
		lists: { fts, dense, graph: list },
		relevant: (query) => [fts(query)[3] as number, fresh(query)[0] as number],
		...more,
	});
	return auditKeptLeg(kept, graph, { cutoff: 10 }, { documents: N, passing: N, closed: [] });
}

describe('cases that the audit must catch', () => {
	it('1. the original, and its repair by dropping the exclusion', () => {
		expect(audit(leg('graph', 0.35, ['fts', 'dense']), fresh)).toMatchObject({
			verdict: 'cannot-matter',
			canMatter: false,
			remark: null,
			measured: { changedQueries: 0 },
		});
		expect(audit(leg('graph', 0.35), (query) => [...dense(query).slice(0, 20), ...fresh(query)]).verdict).toBe(
			'reorder-only',
		);
	});

	it('2. seeds first, in order: seed-locked, at any weight', () => {
		const list = (query: number) => [...seeds(query), ...fresh(query)].slice(0, 50);
		for (const weight of [0.35, 1, 50]) {
			const found = audit(leg('graph', weight), list, { seeds: { graph: seeds } });
			expect(found.verdict).toBe('seed-locked');
			expect(found.evidence.join(' ')).toContain('at no weight');
			expect(found.measured?.seeds).toMatchObject({ source: 'recorded', count: 10, locked: 1, tau: 1 });
		}
	});

	it('2. seeds first in another order: it reorders them, and no newcomer gets past', () => {
		const list = (query: number) => [...seeds(query)].reverse().concat(fresh(query)).slice(0, 50);
		expect(audit(leg('graph'), list, { seeds: { graph: seeds } }).verdict).toBe('reorder-only');
	});

	it('2. the seeds need not be recorded where the leg says which legs seed it', () => {
		const list = (query: number) => [...fts(query).slice(0, 10), ...fresh(query)].slice(0, 50);
		const found = audit(leg('graph'), list, { seededBy: { graph: ['fts'] } });
		expect(found.verdict).toBe('seed-locked');
		expect(found.measured?.seeds?.source).toBe('seeding legs');
	});

	it('2. seeds that are not recorded are found at the head, however the seeding legs were put together', () => {
		const other = (query: number) => span(query * 40 + 400, 50, N);
		const seededBy = { graph: ['fts', 'dense'] };
		const interleaved = (query: number) =>
			fts(query)
				.slice(0, 5)
				.flatMap((doc, rank) => [doc, other(query)[rank] as number]);
		const appended = (query: number) => [...other(query).slice(0, 5), ...fts(query).slice(0, 5)];
		for (const head of [interleaved, appended]) {
			const list = (query: number) => [...head(query), ...fresh(query)].slice(0, 50);
			const found = audit(leg('graph'), list, { lists: { fts, dense: other, graph: list }, seededBy });
			expect(found.verdict).toBe('seed-locked');
			expect(found.measured?.seeds).toMatchObject({ source: 'head of its list', count: 10, first: 1 });
			expect(found.evidence.join(' ')).toContain('documents that the legs which seed it put first (10 on average)');
		}
		// One query in five begins otherwise: no pattern.
		const mostly = (query: number) => [...(query % 5 === 0 ? [] : interleaved(query)), ...fresh(query).slice(0, 40)];
		const some = audit(leg('graph'), mostly, { lists: { fts, dense: other, graph: mostly }, seededBy });
		expect(some).toMatchObject({ verdict: 'live', measured: { seeds: { source: 'seeding legs' } } });
	});

	it('2. two seeds in front leave room for newcomers', () => {
		const two = (query: number) => seeds(query).slice(0, 2);
		const list = (query: number) => [...two(query), ...fresh(query)].slice(0, 50);
		const live = audit(leg('graph', 2), list, { seeds: { graph: two } });
		expect(live.verdict).toBe('live');
		expect(live.evidence.join(' ')).toMatch(/Behind them its first newcomer enters the top 10 above weight [01]\.\d+/);
		expect(audit(leg('graph', 0.5), list, { seeds: { graph: two } }).verdict).toBe('seed-locked');
	});

	it('3. seeds removed from a full-depth leg: demote-only; above 3.61 every seed is evicted', () => {
		const banned = (query: number) => [...fresh(query).slice(0, 40), ...fts(query).slice(40)];
		const found = audit(leg('graph'), banned, { seeds: { graph: seeds } });
		expect(found.verdict).toBe('demote-only');
		expect(found.evidence.join(' ')).toContain('3.607');
		expect(found.evidence.join(' ')).toContain('none of its seeds');
		expect(found.measured?.touchesHead).toBe(0);
	});

	it('3. three seeds banned: the rest of the head does not make up for it', () => {
		const three = (query: number) => seeds(query).slice(0, 3);
		const list = (query: number) => [...fresh(query).slice(0, 20), ...fts(query).slice(3)].slice(0, 50);
		const found = audit(leg('graph'), list, { seeds: { graph: three } });
		expect(found.verdict).toBe('demote-only');
		expect(found.measured?.touchesHead).toBe(1);
	});

	it('3. at a weight that lets nothing in, and with nothing shared: it could reorder, and did not', () => {
		const found = audit(leg('graph', 0.35), fresh);
		expect(found).toMatchObject({ verdict: 'reorder-only', canMatter: true });
		expect(found.remark).toContain('on these queries it changed no top 10');
	});

	it('5. the top 100 filtered afterwards: measured by what passed', () => {
		const filter = findStage('filter');
		const kept = (rare: (docIndex: number) => boolean) =>
			keptFrom({
				pipeline: system(
					[leg('dense', 1, [], 100)],
					[{ stage: filter, options: { field: 'category', value: 'rare' } }],
				),
				documents: N,
				queries: QUERIES,
				lists: { dense: (query) => span(query * 40, 100, N) },
				relevant: (query) => [query * 40],
				doc: (docIndex) => ({ category: rare(docIndex) ? 'rare' : 'other' }),
			});
		const [none] = auditKept(
			kept(() => false),
			{ cutoff: 10 },
		);
		expect(none).toMatchObject({ verdict: 'starved', measured: { passing: 0 } });
		expect(none?.evidence[0]).toBe(
			'No document of the corpus passes the stage filter (field = category, value = rare): none of the 1000 has what it asks for, so every result is empty.',
		);
		const [small] = auditKept(
			kept((docIndex) => docIndex % 50 === 0),
			{ cutoff: 10 },
		);
		expect(small?.verdict).toBe('starved');
		expect(small?.measured?.passing).toBe(2);
		expect(small?.evidence.join(' ')).toContain('90 % of the documents that pass were cut');
		const [large] = auditKept(
			kept((docIndex) => docIndex % 5 === 0),
			{ cutoff: 10 },
		);
		expect(large?.verdict).toBe('dominant');
	});
});

describe('what a leg returns comes first', () => {
	it('empty, with the share', () => {
		const found = audit(leg('graph'), (query) => (query < 4 ? fresh(query) : []));
		expect(found.verdict).toBe('empty');
		expect(found.evidence[0]).toContain('16 of 20 queries (80 %)');
	});

	it('empty for some queries is said, and is no verdict', () => {
		const found = audit(leg('graph'), (query) => (query < 4 ? [] : [...fts(query)].reverse()));
		expect(found.verdict).toBe('live');
		expect(found.evidence.join(' ')).toContain('nothing for 4 of 20 queries');
	});

	it('starved where the exclusion takes all of it, unless it were out of reach anyway', () => {
		const excluding = (weight: number) => leg('graph', weight, ['fts', 'dense']);
		const found = audit(excluding(1), fts);
		expect(found.verdict).toBe('starved');
		expect(found.evidence[0]).toContain('20 of 20 queries');
		expect(found.measured).toMatchObject({ emptyQueries: 0, excludedQueries: 20 });
		expect(found.canMatter).toBe(false);
		expect(audit(excluding(0.35), fts).verdict).toBe('cannot-matter');
	});

	it('constant', () => {
		expect(audit(leg('graph'), fresh, { scoreAt: (name, rank) => (name === 'graph' ? 1 : -rank) }).verdict).toBe(
			'constant',
		);
	});

	it('weight 0 cannot matter, whatever it returns', () => {
		expect(audit(leg('graph', 0), fresh)).toMatchObject({ verdict: 'cannot-matter', canMatter: false });
	});
});

describe('the example shows the verdict, and the threshold does not speak against it', () => {
	const locked = (query: number) => [...seeds(query), ...fresh(query)].slice(0, 50);
	const cases: readonly [string, LegAudit, RegExp, number | null][] = [
		[
			'seed-locked',
			audit(leg('graph'), locked, { seeds: { graph: seeds } }),
			/^for query q0 the list of graph begins with its 10 seeds, in their order; 200, its first that no other leg returns, is at rank 11 of it and at rank \d\d of the fusion$/,
			null,
		],
		[
			'reorder-only',
			audit(leg('graph'), (query) => [...locked(query).slice(0, 10).reverse(), ...fresh(query).slice(0, 40)], {
				seeds: { graph: seeds },
			}),
			/begins with its 10 seeds, in another order; 200, /,
			null,
		],
		[
			'demote-only',
			audit(leg('graph', 2), fresh),
			/^for query q0 graph returns none of the others' top 10; with it 1 falls from rank 2 to rank 3$/,
			61 / 65,
		],
		[
			'demote-only',
			audit(leg('graph'), (query) => [...fresh(query).slice(0, 20), ...fts(query).slice(3)].slice(0, 50), {
				seeds: { graph: (query) => seeds(query).slice(0, 3) },
			}),
			/^for query q0 graph returns none of its 3 seeds; /,
			61 / 65,
		],
		[
			'constant',
			audit(leg('graph'), fresh, { scoreAt: (name, rank) => (name === 'graph' ? 1 : -rank) }),
			/^for query q0 all 50 documents of graph score 1: they stand in the order of the corpus$/,
			null,
		],
		[
			'empty',
			audit(leg('graph'), (query) => (query < 4 ? fresh(query) : [])),
			/^for query q4 graph returns nothing$/,
			null,
		],
		[
			'starved',
			audit(leg('graph', 1, ['fts', 'dense']), fts),
			/^for query q0 all 50 documents of graph are excluded before they compete$/,
			null,
		],
	];

	it.each(cases)('%s', (verdict, found, says, threshold) => {
		expect(found.verdict).toBe(verdict);
		expect(found.example).toMatchObject({ exists: true, says: expect.stringMatching(says) });
		expect(found.example?.says.startsWith(`for query ${found.example.query} `)).toBe(true);
		expect(found.example?.says).not.toContain('enters at rank');
		if (threshold === null) expect(found.threshold).toBeNull();
		else expect(found.threshold).toBeCloseTo(threshold, 6);
		// Whatever enters the top of a made-up input says nothing of a list that never begins so.
		if (threshold === null) expect(found.evidence.join(' ')).not.toContain('enters above weight 0.938');
	});

	it('a pattern that came to nothing on these queries is the nearest miss', () => {
		// fts and dense agree on their first ten: at weight 1 nothing gets past them.
		const found = audit(leg('graph'), fresh);
		expect(found.verdict).toBe('demote-only');
		expect(found.example).toMatchObject({
			exists: false,
			says: "no query shows all of it; nearest: for query q0 graph returns none of the others' top 10; none of them falls here",
		});
	});

	it('what an example says of ranks is what its lists and its top say', () => {
		const [, found] = cases[0] as (typeof cases)[number];
		const { example } = found;
		expect(example?.legs.find(({ name }) => name === 'graph')?.head).toEqual(['0', '1', '2', '3']);
		expect(example?.top).toHaveLength(10);
		expect(example?.top.every(({ doc }) => Number(doc) < 200)).toBe(true);
		expect(example?.newcomer?.rank).toBeGreaterThan(10);
		expect(example?.says).toContain(`at rank ${example?.newcomer?.rank} of the fusion`);
	});

	it('two seeds in front of a small weight: the weight that lets the third in', () => {
		const two = (query: number) => seeds(query).slice(0, 2);
		const list = (query: number) => [...two(query), ...fresh(query)].slice(0, 50);
		const found = audit(leg('graph', 0.5), list, { seeds: { graph: two } });
		expect(found.verdict).toBe('seed-locked');
		expect(found.threshold).toBeGreaterThan(0.5);
		expect(found.evidence.join(' ')).toContain(`only above weight ${found.threshold?.toFixed(3)}`);
		expect(found.thresholds.disjoint).toBeCloseTo(61 / 65, 6);
	});
});

describe('what was observed overrules the search over full lists', () => {
	const short = (query: number) => fts(query).slice(0, 3);

	it('an excluded leg fills the room that short lists leave', () => {
		const found = audit(leg('graph', 0.35, ['fts', 'dense']), fresh, {
			lists: { fts: short, dense: short, graph: fresh },
		});
		expect(found).toMatchObject({ verdict: 'reorder-impossible', canMatter: true });
		expect(found.measured).toMatchObject({ changedQueries: QUERIES, enteredQueries: QUERIES, shortQueries: QUERIES });
		expect(found.remark).toContain('a test of graph as a source');
	});

	it('a re-orderer is a source where lists are short, and the remark says for how many queries', () => {
		const some = (query: number) => (query < 5 ? short(query) : fts(query));
		const list = (query: number) => [...fts(query).slice(0, 3), ...fresh(query)].slice(0, 50);
		const found = audit(leg('graph', 0.35), list, { lists: { fts: some, dense: some, graph: list } });
		expect(found).toMatchObject({ verdict: 'reorder-only', canMatter: true, measured: { enteredQueries: 5 } });
		expect(found.remark).toContain('as a source for the 5 of 20 queries where the other lists left room');
	});

	it('empty for every query cannot matter', () => {
		expect(audit(leg('graph'), () => [])).toMatchObject({ verdict: 'empty', canMatter: false });
	});
});

describe('a fair test', () => {
	const useful = (query: number) => [...fresh(query).slice(0, 5), ...fts(query).slice(0, 5)];

	it('is a live leg that returned something relevant', () => {
		const found = audit(leg('graph'), useful);
		expect(found.verdict).toBe('live');
		expect(isFairTest(found)).toBe(true);
		expect(whyNotATest(found)).toBeUndefined();
	});

	it('is still one where the leg could have brought documents to the top and did not, and that is said', () => {
		// Behind the ten that fts and dense agree on, at a weight that lets only its first in.
		const late = (query: number) => [...seeds(query).slice(0, 9).reverse(), ...fresh(query)].slice(0, 50);
		const found = audit(leg('graph'), late);
		expect(found).toMatchObject({ verdict: 'live', measured: { legOnly: { inTop: 0 } } });
		expect(found.evidence.join(' ')).toContain('it could have brought one of them into the top 10, and on this data');
		expect(audit(leg('graph', 2), useful).evidence.join(' ')).not.toContain('it could have brought');
	});

	it('is not a leg that covers no relevant document', () => {
		const found = audit(leg('graph'), useful, { relevant: () => [999] });
		expect(isFairTest(found)).toBe(false);
		expect(whyNotATest(found)).toBeUndefined();
		expect(found.remark).toContain('a test of what graph displaces: it returned none of the 20');
	});

	it('is not the original benchmark', () => {
		const found = audit(leg('graph', 0.35, ['fts', 'dense']), fresh);
		expect(isFairTest(found)).toBe(false);
		expect(`${notATestOf(found.leg)} (${whyNotATest(found)})`).toBe(
			'not a test of graph (cannot-matter: it can change the top K in no way: neither by a document of its own nor by the order of the others)',
		);
	});
});

describe('measured figures', () => {
	it('are those of a case that can be counted by hand', () => {
		const kept = keptFrom({
			pipeline: system([leg('base', 1, [], 3), leg('graph', 1, [], 2)]),
			documents: 10,
			queries: 2,
			lists: { base: () => [0, 1, 2], graph: (query) => (query === 0 ? [1, 7] : [8, 9]) },
			relevant: (query) => (query === 0 ? [7, 5] : [0, 3]),
		});
		const deeper = keptFrom({
			pipeline: system([leg('base', 1, [], 6), leg('graph', 1, [], 2)]),
			documents: 10,
			queries: 2,
			lists: { base: () => [0, 1, 2, 3, 4, 5], graph: () => [] },
			relevant: () => [],
		});
		const measured = auditKept(kept, { cutoff: 3, deeper })[1]?.measured;
		expect(measured).toMatchObject({
			queries: 2,
			emptyQueries: 0,
			overlapWithPool: 0.25,
			touchesHead: 0.5,
			seeds: null,
			pool: {
				withLeg: { size: 4.5, recall: 0.5 },
				withoutLeg: { size: 3, recall: 0.25 },
				// One document deeper for the first query, two for the second: only document 3 is relevant.
				control: { size: 4.5, recall: 0.5, shortQueries: 0 },
			},
			relevant: { all: 4, returned: 1, legOnly: 1, legOnlyInTop: 1 },
			legOnly: { documents: 3, inTop: 2, cut: 0 },
		});
		// Query 0: 1 (both legs), 0, 7 -> 7 at rank 3. Query 1: 0 and 8 tie, corpus order puts 0 first.
		const ideal = 1 + 1 / Math.log2(3);
		expect(measured?.ndcg.withLeg).toBeCloseTo((0.5 / ideal + 1 / ideal) / 2, 12);
		expect(measured?.ndcg.withoutLeg).toBeCloseTo(1 / ideal / 2, 12);
		expect(measured?.ndcg.ceilingWith).toBeCloseTo(1 / ideal, 12);
		expect(measured?.ndcg.ceilingWithout).toBeCloseTo(1 / ideal / 2, 12);
	});

	it('a control that runs out of documents says so', () => {
		const script = {
			pipeline: system([leg('base', 1, [], 2), leg('graph', 1, [], 3)]),
			documents: 10,
			queries: 1,
			lists: { base: () => [0, 1], graph: () => [5, 6, 7] },
			relevant: () => [5],
		};
		const kept = keptFrom(script);
		expect(auditKept(kept, { cutoff: 3, deeper: kept })[1]?.measured?.pool.control).toMatchObject({
			size: 2,
			shortQueries: 1,
		});
		expect(auditKept(kept, { cutoff: 3 })[1]?.measured?.pool.control).toBeNull();
	});

	it('the same seed gives the same placebo, and a leg that ranks well is above it', () => {
		const [first, again] = [0, 1].map(() => audit(leg('graph', 2), fresh).measured?.ndcg);
		expect(first).toEqual(again);
		// The relevant document stands first in the leg: shuffled, it is somewhere among fifty.
		expect(first?.withLeg as number).toBeGreaterThan(first?.orderPlacebo as number);
	});
});
