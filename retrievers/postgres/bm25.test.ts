import { afterAll, expect, it } from 'vitest';
import type { Retriever } from '../../harness/contract.ts';
import { resolveOptions } from '../../harness/options.ts';
import { testRetriever } from '../conformance.ts';
import { docOf } from '../testing/bm25.ts';
import { quietContext, quietQuery } from '../testing/context.ts';
import { postgresBm25 } from './bm25.ts';
import { inSharedCache } from './testing/databases.ts';

const plugin = inSharedCache(postgresBm25);
const opened: Retriever[] = [];
afterAll(() => {
	for (const retriever of opened) retriever.close?.();
});

testRetriever(plugin, { options: { url: 'embedded' } });

it('scores by BM25 with the idf that is never negative (Lucene’s)', async () => {
	const corpus = [
		docOf('1', 'ledger ledger harbour'),
		docOf('2', 'harbour walk home'),
		docOf('3', 'router hums there'),
		docOf('4', 'whippet sleeps', 0.5, { tags: ['basket'] }),
	];
	const options = resolveOptions('postgres:bm25', plugin.options, { url: 'embedded', config: 'simple' });
	const retriever = await plugin.index(corpus, options, quietContext(''));
	opened.push(retriever);
	const ask = (text: string) => retriever.retrieve({ id: 'q', text, stratum: 's' }, 10, quietQuery());
	const idf = (holding: number): number => Math.log(1 + (4 - holding + 0.5) / (holding + 0.5));
	// Every document has three words, so length plays no part.
	const gain = (times: number): number => (times * 2.2) / (times + 1.2);
	const found = await ask('ledger harbour');
	expect(found.map(({ docId }) => docId)).toEqual(['1', '2']);
	expect(found[0]?.score).toBeCloseTo(idf(1) * gain(2) + idf(2) * gain(1), 4);
	expect(found[1]?.score).toBeCloseTo(idf(2) * gain(1), 4);
	expect((await ask('basket')).map(({ docId }) => docId)).toEqual(['4']);
	expect(await ask('zebra')).toEqual([]);
});
