import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findRetestLeg, variantsOf } from './variants.ts';

describe('findRetestLeg', () => {
	test('graph is the typed one where there are triples; name=retriever is taken as written', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'bench-retest-'));
		expect(await findRetestLeg('graph', folder)).toEqual({ name: 'graph', retriever: 'graph' });
		writeFileSync(join(folder, 'triples.jsonl'), '');
		expect(await findRetestLeg('graph', folder)).toEqual({ name: 'graph', retriever: 'graph:typed' });
		expect(await findRetestLeg('graph=graph', folder)).toEqual({ name: 'graph', retriever: 'graph' });
		expect(await findRetestLeg('graph:typed', folder)).toEqual({ name: 'graph', retriever: 'graph:typed' });
		expect(await findRetestLeg('fts5', folder)).toEqual({ name: 'fts5', retriever: 'fts5' });
	});
});

describe('variantsOf', () => {
	const typed = { name: 'graph', retriever: 'graph:typed' };
	const labels = (...args: Parameters<typeof variantsOf>): readonly string[] =>
		variantsOf(...args).map(({ label }) => label);

	test('every seeding with every walk in every role', () => {
		const family = variantsOf(typed, [], {});
		expect(family).toHaveLength(12);
		expect(new Set(family.map(({ settings }) => JSON.stringify(settings))).size).toBe(12);
		expect(family[0]?.settings).toEqual({ seeding: 'base', walk: 'pagerank', role: 'voter' });
	});

	test('what the user fixed is not varied', () => {
		expect(labels(typed, [], { role: 'voter', walk: 'khop' })).toEqual([
			'seeding=base',
			'seeding=entities',
			'seeding=facts',
		]);
	});

	test('named variants stand in place of the family, or beside it', () => {
		expect(labels(typed, ['seeding=base,hops=2', 'seeding=facts'], {})).toEqual([
			'seeding=base hops=2',
			'seeding=facts',
		]);
		expect(labels(typed, ['default', 'damping=0.8'], {})).toHaveLength(13);
		expect(labels({ name: 'mine', retriever: './mine.ts' }, [], {})).toEqual(['as set']);
	});

	test.each([['seeding'], ['=x'], ['a=1,b']])('%s is refused', (text) => {
		expect(() => variantsOf(typed, [text], {})).toThrow(/not of the form/);
	});
});
