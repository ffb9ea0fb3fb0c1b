import { afterAll, describe, expect, it } from 'vitest';
import type { Retriever } from '../../harness/contract.ts';
import { resolveOptions } from '../../harness/options.ts';
import { docOf } from '../testing/bm25.ts';
import { quietContext, quietQuery } from '../testing/context.ts';
import { fts } from './fts.ts';
import { fts5 } from './fts5.ts';
import { distinctWords } from './words.ts';

const opened: Retriever[] = [];
afterAll(() => {
	for (const retriever of opened) retriever.close?.();
});

/** A document, a query with words of it, in the scripts that people keep notes in. */
const SPACED = {
	Latin: ['Le CAFÉ de la gare ouvre à sept heures', 'café gare'],
	Cyrillic: ['Резервные копии книги делаются в полночь', 'копии полночь'],
	Greek: ['Το πλοίο φεύγει από τον Πειραιά το πρωί', 'πλοίο Πειραιά'],
	Arabic: ['القطار الأخير يغادر المحطة عند منتصف الليل', 'القطار الليل'],
	Devanagari: ['पुस्तकालय रविवार को बंद रहता है', 'पुस्तकालय बंद'],
	Hangul: ['도서관은 일요일에 문을 닫는다', '일요일에 닫는다'],
	Hebrew: ['הספרייה סגורה ביום ראשון', 'הספרייה ראשון'],
} as const;
const UNSPACED = {
	Han: ['图书馆星期天关门，请在星期六还书。', '星期天图书馆'],
	Japanese: ['図書館は日曜日に閉まります。本は土曜日に返してください。', '日曜日の図書館'],
	Thai: ['ห้องสมุดปิดวันอาทิตย์ กรุณาคืนหนังสือวันเสาร์', 'วันอาทิตย์ห้องสมุด'],
} as const;

const texts = [...Object.values(SPACED), ...Object.values(UNSPACED)];
const corpus = texts.map(([content], i) => docOf(String(i), content));

async function found(plugin: 'fts' | 'fts5', text: string, tokenizer: string): Promise<string | undefined> {
	const { index, options } = plugin === 'fts' ? fts : fts5;
	// biome-ignore lint/suspicious/noExplicitAny: the two have options of different types
	const retriever = await (index as any)(corpus, resolveOptions(plugin, options, { tokenizer }), quietContext(''));
	opened.push(retriever);
	return (await retriever.retrieve({ id: 'q', text, stratum: 's' }, 10, quietQuery()))[0]?.docId;
}

describe.each(['fts', 'fts5'] as const)('%s', (plugin) => {
	it.each(Object.entries(SPACED))('finds words in %s script', async (_, [content, query]) => {
		const id = corpus.find((doc) => doc.content === content)?.id;
		expect(await found(plugin, query, 'unicode61')).toBe(id);
	});

	it.each(Object.entries(UNSPACED))(
		'finds words of unspaced %s with segment and with trigram',
		async (_, [content, query]) => {
			const id = corpus.find((doc) => doc.content === content)?.id;
			expect(await found(plugin, query, 'unicode61')).toBeUndefined();
			expect(await found(plugin, query, 'segment')).toBe(id);
			expect(await found(plugin, query, 'trigram')).toBe(id);
		},
	);
});

it('gives the words of a query as FTS5 sees them, those of ASCII as ever', () => {
	expect(distinctWords("What's a_b in the LEDGER, ledger?")).toEqual(['what', 's', 'a_b', 'in', 'the', 'ledger']);
	expect(distinctWords('CAFÉ café cafe')).toEqual(['café']);
	expect(distinctWords('पुस्तकालय — बंद?')).toEqual(['पुस्तकालय', 'बंद']);
});

it('looks for the first thousand words of a query that is longer, within a second', async () => {
	const long = Array.from({ length: 50_000 }, (_, i) => `word${i}`).join(' ');
	expect(await found('fts', `café ${long}`, 'unicode61')).toBe('0');
	expect(await found('fts', `${long} café`, 'unicode61')).toBeUndefined();
	expect(await found('fts5', `café ${long}`, 'unicode61')).toBe('0');
});
