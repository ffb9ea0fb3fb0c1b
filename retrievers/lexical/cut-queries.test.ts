import { afterAll, describe, expect, it } from 'vitest';
import type { Options, Retriever, RetrieverPlugin } from '../../harness/contract.ts';
import { resolveOptions } from '../../harness/options.ts';
import { docOf } from '../testing/bm25.ts';
import { quietContext, quietQuery } from '../testing/context.ts';
import { fts } from './fts.ts';
import { fts5, fts5English } from './fts5.ts';

const opened: Retriever[] = [];
afterAll(() => {
	for (const retriever of opened) retriever.close?.();
});

const plugins: Readonly<Record<string, RetrieverPlugin>> = {
	fts: fts as unknown as RetrieverPlugin,
	fts5: fts5 as unknown as RetrieverPlugin,
	'fts5:english': fts5English as unknown as RetrieverPlugin,
};
function system(name: string, settings: Readonly<Record<string, string>>): [RetrieverPlugin, Options] {
	const plugin = plugins[name] as RetrieverPlugin;
	return [plugin, resolveOptions(name, plugin.options, settings)];
}
function cuts(name: string, text: string, settings: Readonly<Record<string, string>> = {}): boolean {
	const [plugin, options] = system(name, settings);
	return plugin.cutsQuery?.({ text }, options) ?? false;
}

const words = (count: number): string => Array.from({ length: count }, (_, i) => `w${i}`).join(' ');

describe('cutsQuery', () => {
	it.each(['fts', 'fts5', 'fts5:english'])('%s: is true from the first word that is not searched for', async (name) => {
		expect(cuts(name, words(1000))).toBe(false);
		expect(cuts(name, words(1001))).toBe(true);
		const [plugin, options] = system(name, {});
		const retriever = await plugin.index([docOf('last', 'w999'), docOf('beyond', 'w1000')], options, quietContext(''));
		opened.push(retriever);
		const found = await retriever.retrieve({ id: 'q', text: words(1001), stratum: 's' }, 5, quietQuery());
		expect(found.map(({ docId }) => docId)).toEqual(['last']);
	});

	it('counts what is searched for: tokens as they stand, distinct words, words that are no stop words', () => {
		expect(cuts('fts', 'again '.repeat(1001))).toBe(true);
		expect(cuts('fts5', 'again '.repeat(1001))).toBe(false);
		expect(cuts('fts5', `${words(999)} the and`)).toBe(true);
		expect(cuts('fts5:english', `${words(999)} the and`)).toBe(false);
	});

	it('counts trigrams and segments where those are searched for', () => {
		const long = Array.from({ length: 600 }, (_, i) => (i * 46_337 + 100_000).toString(36)).join(' ');
		for (const name of ['fts', 'fts5']) {
			expect(cuts(name, long)).toBe(false);
			expect(cuts(name, long, { tokenizer: 'trigram' })).toBe(true);
		}
		expect(cuts('fts', '图书馆'.repeat(1001))).toBe(false);
		expect(cuts('fts', '图书馆'.repeat(1001), { tokenizer: 'segment' })).toBe(true);
	});
});
