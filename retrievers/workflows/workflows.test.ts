import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Doc, Leg, Query, RetrieverPlugin } from '../../harness/contract.ts';
import { isFused } from '../../harness/fusion/fused-retriever.ts';
import type { Settings } from '../../harness/options.ts';
import { fallbackQueries } from '../../harness/run/fallback-queries.ts';
import { testRetriever } from '../conformance.ts';
import { DENSE_OPTIONS, denseRetriever } from '../dense/dense.ts';
import { letterEmbedder } from '../embedders/testing/letter-embedder.ts';
import { createHybrid } from '../hybrid/hybrid.ts';
import { findRetriever } from '../index.ts';
import { systemOf } from '../resolve-system.ts';
import { quietContext, quietQuery } from '../testing/context.ts';
import { claudeMem } from './claude-mem.ts';
import { records } from './records.ts';

testRetriever(records);

/** Exact search stands where Chroma does: the workflow is the same, and no server is needed. */
const semantic: RetrieverPlugin<typeof DENSE_OPTIONS> = {
	name: 'chroma',
	summary: '',
	options: DENSE_OPTIONS,
	index: (corpus, options, context) => denseRetriever(corpus, options, context, letterEmbedder()),
};
const workflows = claudeMem(
	createHybrid(async (name) => (name === 'chroma' ? (semantic as RetrieverPlugin) : findRetriever(name))),
);

const memory = (id: string, content: string, day: string | undefined, metadata: Doc['metadata'] = {}): Doc => ({
	id,
	content,
	tags: [],
	expandedKeywords: [],
	importance: 0.5,
	sensitive: false,
	...(day === undefined ? {} : { createdAt: new Date(day) }),
	metadata,
});
const corpus: readonly Doc[] = [
	memory('old', 'aab', '2025-01-01', { type: 'bugfix', concepts: ['gotcha'], files_read: ['a.ts'] }),
	memory('newest', 'abb', '2025-09-30', { type: 'feature', concepts: ['gotcha', 'pattern'], files_modified: ['a.ts'] }),
	memory('near', 'aaa', '2025-08-01', { type: 'bugfix', files_read: ['b.ts'] }),
	memory('other', 'xyz', '2025-09-01', { type: 'bugfix' }),
	memory('undated', 'abc', undefined, { type: 'feature' }),
];

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'workflows-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function found(name: string, query: Partial<Query>, settings: Settings = {}): Promise<readonly string[]> {
	const system = await systemOf(workflows[`claude-mem:${name}`] as RetrieverPlugin, settings);
	const retriever = await system.plugin.index(corpus, system.options, quietContext(folder));
	try {
		const ranking = await retriever.retrieve({ id: 'q', text: 'aaa', stratum: 's', ...query }, 10, quietQuery());
		return ranking.map(({ docId }) => docId);
	} finally {
		retriever.close?.();
	}
}

describe('claude-mem', () => {
	it('observations: the last 90 days, newest first, whatever is nearest', async () => {
		expect(await found('observations', {})).toEqual(['newest', 'other', 'near', 'undated']);
		expect(await found('observations', { askedAt: new Date('2025-12-15') })).toEqual(['newest', 'undated']);
		expect(await found('observations', {}, { 'depth.semantic': 2 })).toEqual(['near']);
		expect(await found('observations', {}, { stages: [] })).toEqual(['near', 'old', 'undated', 'newest', 'other']);
	});

	it('by-type, by-concept, by-file: the filter of the query, then semantic order', async () => {
		expect(await found('by-type', { filter: ['bugfix'] })).toEqual(['near', 'old', 'other']);
		expect(await found('by-concept', { filter: ['gotcha'] })).toEqual(['old', 'newest']);
		expect(await found('by-file', { filter: ['a.ts'] })).toEqual(['old', 'newest']);
		// Documents beyond the semantic list are lost, though their metadata matches: the rule has that cost.
		expect(await found('by-type', { filter: ['bugfix'] }, { 'depth.semantic': 2 })).toEqual(['near', 'old']);
		expect(await found('by-type', { filter: ['bugfix'] }, { 'depth.semantic': 2, 'rerank-by.absent': 'last' })).toEqual(
			['near', 'old', 'other'],
		);
	});

	it('sessions: FTS5; recent: by date, without a query', async () => {
		expect(await found('sessions', { text: 'xyz' })).toEqual(['other']);
		expect(await found('recent', { text: '?' })).toEqual(['newest', 'other', 'near', 'old', 'undated']);
		expect(await found('recent', {}, { 'depth.records': 2 })).toEqual(['newest', 'other']);
	});

	it('is a fused system of legs and stages, every option of which can be set', async () => {
		const system = await systemOf(await findRetriever('claude-mem:observations'), { 'window.days': 30 });
		expect(system.options).toMatchObject({
			legs: ['semantic=chroma'],
			'depth.semantic': 100,
			'semantic.units': 'fields',
			stages: ['window', 'sort'],
			'window.days': 30,
			'sort.by': 'recency',
			fallback: 'error',
			'semantic.fallback': 'error',
		});
		const retriever = await system.plugin.index(corpus, system.options, quietContext(folder));
		expect(isFused(retriever) && retriever.pipeline.stages.map(({ stage }) => stage.name)).toEqual(['window', 'sort']);
	});

	it('fallback=fts5: without Chroma FTS5 answers, and the leg says for how many queries', async () => {
		const settings = { fallback: 'fts5', 'semantic.url': 'http://127.0.0.1:65534' };
		const system = await systemOf(await findRetriever('claude-mem:observations'), settings);
		expect(system.options['semantic.fallback']).toBe('fts5');
		// Repeated from the options that a manifest records, it is the same.
		const again = await systemOf(await findRetriever('claude-mem:observations'), system.options);
		expect(again.options).toEqual(system.options);
		const retriever = await system.plugin.index(corpus, system.options, quietContext(folder));
		if (!isFused(retriever)) throw new Error('not fused');
		const leg = await (retriever.legs[0] as Leg).open();
		expect(await leg.retrieve({ id: 'q', text: 'xyz', stratum: 's' }, 5, quietQuery())).toHaveLength(1);
		expect(fallbackQueries({ facts: {}, legs: [{ facts: leg.facts?.() ?? {} }] })).toBe(1);
		leg.close?.();
	});
});
