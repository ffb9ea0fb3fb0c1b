import { describe, expect, it } from 'vitest';
import { readExtractionAnswer } from './answer.ts';

const one = { entities: ['Tove'], triples: [['Tove', 'likes', 'cats']] };
const ids = (content: unknown, asked: string[]) => [
	...readExtractionAnswer(typeof content === 'string' ? content : JSON.stringify(content), asked).found.keys(),
];

describe('an extraction answer', () => {
	it.each<[string, unknown]>([
		[
			'the form asked for',
			{
				documents: [
					{ id: '1', ...one },
					{ id: '2', ...one },
				],
			},
		],
		[
			'ids as numbers',
			{
				documents: [
					{ id: 1, ...one },
					{ id: 2, ...one },
				],
			},
		],
		[
			'a bare list',
			[
				{ id: '1', ...one },
				{ id: '2', ...one },
			],
		],
		[
			'the list under another name',
			{
				results: [
					{ doc_id: '1', ...one },
					{ id: '2', ...one },
				],
			},
		],
		['an object by id', { 1: one, 2: one }],
		['documents by id', { documents: { 1: one, 2: one } }],
	])('is read: %s', (_, content) => {
		expect(ids(content, ['1', '2'])).toEqual(['1', '2']);
	});

	it('gives the only document asked about its id', () => {
		expect(ids(one, ['7'])).toEqual(['7']);
		expect(ids({ documents: [one] }, ['7'])).toEqual(['7']);
		expect(ids({ documents: [one] }, ['7', '8'])).toEqual([]);
	});

	it('does not take half a document for a whole one', () => {
		const half =
			'{"id": "7", "entities": ["Tove"], "triples": [{"subject": "a", "relation": "b", "object": "c"}, {"subj';
		expect(ids(half, ['7'])).toEqual([]);
		const second = `{"documents": [${JSON.stringify({ id: '1', ...one })}, ${half}`;
		expect(ids(second, ['1', '7'])).toEqual(['1']);
	});

	it('ignores and counts ids that were not asked about or come twice', () => {
		const read = readExtractionAnswer(
			JSON.stringify([
				{ id: '1', ...one },
				{ id: '1', ...one },
				{ id: '9', ...one },
			]),
			['1'],
		);
		expect([...read.found.keys()]).toEqual(['1']);
		expect(read.strays).toBe(2);
	});

	it('drops and counts what is no concept, and keeps each thing once', () => {
		const { found, dropped } = readExtractionAnswer(
			JSON.stringify({
				id: '1',
				entities: ['Tove', ' Tove ', { name: 'Pixel' }, 1987, '', null, 'x'.repeat(400)],
				triples: [
					['a', 'b', 'c'],
					['a', ' b\n', 'c'],
					{ subject: 'a', predicate: 'is', object: 4 },
					['a', 'b'],
					['a', '', 'c'],
					'a b c',
				],
			}),
			['1'],
		);
		expect(found.get('1')).toEqual({
			entities: ['Tove', 'Pixel', '1987'],
			triples: [
				['a', 'b', 'c'],
				['a', 'is', '4'],
			],
		});
		expect(dropped).toBe(6);
	});

	it('says when it could not be read', () => {
		expect(readExtractionAnswer('no.', ['1']).readable).toBe(false);
		expect(readExtractionAnswer('{}', ['1'])).toMatchObject({ readable: true, found: new Map() });
	});
});
