import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { jsonl, temporaryFolder } from '../testing/temporary-folder.ts';
import { loadDataset } from './load.ts';
import { loadOpenCorpus } from './load-corpus.ts';
import { copiesOf, markCopies } from './mark-copies.ts';
import { findDuplicates } from './near-duplicates.ts';

const SECRET = 'The code of the safe in the back room behind the old paper archive is 4711 until the end of May';

const folder = temporaryFolder({
	'corpus.jsonl': jsonl(
		{ id: 1, content: SECRET, is_sensitive: 1 },
		{ id: 2, content: SECRET.toUpperCase().replace(' ', '  ') },
		{ id: 3, content: 'The kettle whistles' },
		// 17 of 19 shingles, and one more: 17 / 20.
		{ id: 4, content: SECRET.replace('The code', 'Old code').replace('May', 'May.') },
		{ id: 5, content: 'The code of conduct is in the back room' },
	),
	'queries.jsonl': jsonl({ query_id: 'q', text: 'kettle', stratum: 's', relevant_ids: [3] }),
});
afterAll(() => folder.dispose());

it('copies and near copies of a sensitive document are left out of a run as they are out of an extraction, and counted', async () => {
	const notes: string[] = [];
	const dataset = await loadDataset(folder.path, { note: (message) => notes.push(message) });
	expect(dataset.corpus.map(({ id }) => id)).toEqual(['3', '5']);
	expect(dataset.sensitiveLeftOut).toBe(3);
	expect(notes.join('\n')).toContain('2 documents hold the text of a sensitive one, or nearly that, without its mark');
	expect(await loadOpenCorpus(folder.path)).toMatchObject({ sensitiveLeftOut: 1, copiesLeftOut: 2 });
	const local = await loadDataset(folder.path, { sensitive: 'lexical-only' });
	expect(local.corpus.map(({ sensitive }) => sensitive)).toEqual([true, true, false, true, false]);
});

it('finds what findDuplicates finds beside a sensitive text, and nothing else', () => {
	const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 24 }).map((words) => words.join(' '));
	const near = fc.tuple(text, fc.nat(), fc.constantFrom('a', 'x', '')).map(([of, at, put]) => {
		const words = of.split(' ');
		words[at % words.length] = put;
		return words.join(' ');
	});
	fc.assert(
		fc.property(fc.array(fc.oneof(text, near), { minLength: 1, maxLength: 4 }), text, (secrets, candidate) => {
			const all = [...secrets, candidate];
			const { exact, near } = findDuplicates(all);
			const last = exact.find((group) => group.includes(secrets.length))?.[0] ?? secrets.length;
			const expected =
				last < secrets.length || near.some(({ a, b }) => (a === last || b === last) && Math.min(a, b) < secrets.length);
			const found = copiesOf(secrets)?.(candidate) ?? false;
			// Texts of nothing but white space are copies of nothing.
			expect(found).toBe(
				candidate.trim() === '' ? false : expected || secrets.some((one) => sameWords(one, candidate)),
			);
		}),
	);
});

it('looks at nothing where nothing is sensitive', () => {
	const docs = [
		{ id: '1', content: 'a', tags: [], expandedKeywords: [], importance: 0, sensitive: false, metadata: {} },
	];
	expect(markCopies(docs).docs).toBe(docs);
});

function sameWords(one: string, other: string): boolean {
	const words = (text: string): string =>
		text
			.split(/\s+/)
			.filter((word) => word !== '')
			.join(' ');
	return words(one) === words(other);
}
