import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Doc } from '../../harness/contract.ts';
import { defaultsOf } from '../../harness/options.ts';
import { quietContext } from '../testing/context.ts';
import { cooccurrence } from './cooccurrence.ts';
import { typed } from './typed.ts';

const corpus = [
	['a', 'kettle,dawn'],
	['b', 'kettle,dawn'],
	['c', 'alone'],
].map(([id = '', tags = '']): Doc => {
	return {
		id,
		content: '',
		tags: tags.split(','),
		expandedKeywords: [],
		importance: 0,
		sensitive: false,
		metadata: {},
	};
});
const ids = ['a', 'b', 'c', 'unheard of'];

test('a document without an edge is not covered', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'bench-covers-'));
	writeFileSync(
		join(folder, 'triples.jsonl'),
		`${JSON.stringify({ id: 'a', entities: ['kettle'], triples: [['kettle', 'whistles at', 'dawn']] })}\n`,
	);
	const shared = await cooccurrence.index(
		corpus,
		{ ...defaultsOf(cooccurrence.options), max_share: 1 },
		quietContext(folder),
	);
	expect(ids.map((id) => shared.covers?.(id))).toEqual([true, true, false, false]);
	const facts = await typed.index(corpus, defaultsOf(typed.options), quietContext(folder));
	expect(ids.map((id) => facts.covers?.(id))).toEqual([true, false, false, false]);
});
