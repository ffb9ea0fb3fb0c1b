import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Doc, Query } from '../../contract.ts';
import type { KeptLeg, KeptLegs } from '../../fusion/kept-legs.ts';
import { readStoredLeg, writeStoredLeg } from '../../run/leg-store.ts';
import { coverageOf, edgesOf } from './coverage.ts';

const corpus = ['a', 'b', 'c', 'd'].map((id): Doc => {
	return { id, content: '', tags: [], expandedKeywords: [], importance: 0, sensitive: false, metadata: {} };
});
const queries: readonly Query[] = ['q1', 'q2'].map((id) => ({ id, text: '', stratum: 's' }));
const kept = {
	corpus,
	queries,
	qrels: new Map([
		[
			'q1',
			new Map([
				['a', 2],
				['b', 0],
			]),
		],
		[
			'q2',
			new Map([
				['a', 1],
				['c', 1],
				['d', 1],
			]),
		],
	]),
} as unknown as KeptLegs;
const leg = (given: Partial<KeptLeg>): KeptLeg => ({
	name: 'g',
	depth: 2,
	seededBy: [],
	seeds: [],
	facts: {},
	rankings: [[0, 3], [1]].map((docs) => ({ docs: Int32Array.from(docs), scores: Float64Array.from(docs, () => 1) })),
	...given,
});

test('what the leg says it knows, counted by pairs of query and relevant document', () => {
	expect(coverageOf(kept, leg({ unknown: Int32Array.of(0) }))).toEqual({ relevant: 4, covered: 2, source: 'index' });
	expect(coverageOf(kept, leg({ unknown: Int32Array.of() }))).toEqual({ relevant: 4, covered: 4, source: 'index' });
});

test('where it does not say, what it returned for any query', () => {
	expect(coverageOf(kept, leg({}))).toEqual({ relevant: 4, covered: 3, source: 'lists' });
});

test('edges are those that the leg reports', () => {
	expect(edgesOf(leg({ facts: { edges: 0 } }))).toBe(0);
	expect(edgesOf(leg({}))).toBeUndefined();
});

test('what a leg does not know is kept beside its rankings', () => {
	const cache = mkdtempSync(join(tmpdir(), 'bench-unknown-'));
	for (const unknown of [undefined, Int32Array.of(), Int32Array.of(1, 3)]) {
		writeStoredLeg(cache, 'leg', { results: [], facts: {}, ...(unknown === undefined ? {} : { unknown }) });
		expect(readStoredLeg(cache, 'leg')?.unknown).toEqual(unknown);
	}
});
