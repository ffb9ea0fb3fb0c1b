import { describe, expect, it } from 'vitest';
import type { Pipeline, PipelineLeg } from '../../../fusion/pipeline.ts';
import { rrf } from '../../../fusion/rrf.ts';
import { defaultsOf } from '../../../options.ts';
import { auditKept } from '../audit-system.ts';
import type { LegAudit } from '../leg-audit.ts';
import { keptFrom, span } from '../testing/kept.ts';

const DOCUMENTS = 400;

function leg(name: string, weight = 1): PipelineLeg {
	return { name, weight, depth: 50, exclude: [] };
}

/** The graph beside one leg; queries are two. */
function audited(
	base: (query: number) => readonly number[],
	graph: (query: number) => readonly number[],
	weight = 1,
	relevant: (query: number) => readonly number[] = () => [],
): LegAudit {
	const pipeline: Pipeline = {
		legs: [leg('base'), leg('graph', weight)],
		fusion: rrf,
		fusionOptions: defaultsOf(rrf.options),
		stages: [],
	};
	const kept = keptFrom({ pipeline, documents: DOCUMENTS, queries: 4, lists: { base, graph }, relevant });
	return auditKept(kept, { cutoff: 10 }).find((found) => found.leg === 'graph') as LegAudit;
}

const full = (query: number): readonly number[] => span(100 + 50 * query, 50, DOCUMENTS);
const own = (query: number): readonly number[] => span(10 * query, 10, DOCUMENTS);

describe('the threshold for the lists as they were', () => {
	it('is that of full lists where they are full', () => {
		expect(audited(full, own).measured?.threshold).toBeCloseTo(61 / 70, 6);
	});

	it('does not depend on the weight that the leg has, which may be 0', () => {
		for (const weight of [0, 0.1, 30]) expect(audited(full, own, weight).measured?.threshold).toBeCloseTo(61 / 70, 6);
	});

	it('is that of the easiest query: behind two shared documents, and behind none', () => {
		const shared = (query: number): readonly number[] => [...full(query).slice(10, 12), ...own(query)];
		// Third in its list, against rank 8 of the base once the two before it have risen.
		expect(audited(full, shared).measured?.threshold).toBeCloseTo(63 / 68, 6);
		const mixed = (query: number): readonly number[] => (query === 3 ? own(query) : shared(query));
		expect(audited(full, mixed).measured?.threshold).toBeCloseTo(61 / 70, 6);
	});

	it('is 0 where one query leaves room, and null where K shared documents stand before all others', () => {
		const short = (query: number): readonly number[] => (query === 2 ? full(query).slice(0, 4) : full(query));
		const found = audited(short, own, 0.1);
		expect(found.measured?.threshold).toBe(0);
		expect(found.evidence.join(' ')).toContain('enters the top 10 of at least one query at any weight');
		const behind = (query: number): readonly number[] => [...full(query).slice(0, 10), ...own(query)];
		expect(audited(full, behind).measured?.threshold).toBeNull();
		expect(audited(full, full).measured?.threshold).toBeNull();
	});
});

describe('the source placebo', () => {
	it('loses what the leg finds and the order placebo keeps', () => {
		const found = audited(full, own, 4, own).measured?.ndcg;
		expect(found?.withLeg).toBeCloseTo(1, 12);
		// All ten are relevant: their order is worth nothing, that they were found is worth everything.
		expect(found?.orderPlacebo).toBeCloseTo(1, 12);
		expect(found?.sourcePlacebo).toBe(0);
	});
});
