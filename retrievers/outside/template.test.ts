import { describe, expect, it } from 'vitest';
import { docOf } from '../testing/bm25.ts';
import { stepsOf, valuesAt } from './answer-path.ts';
import { batchesOf } from './batches.ts';
import { commandName, commandWords } from './command-words.ts';
import { fillTemplate, inAddress, inJson } from './template.ts';

describe('a template', () => {
	it('puts text into JSON strings and addresses, and anything else in as JSON', () => {
		const values = { q: 'a "b"\n', n: 3, v: [0.5], lone: '\ud800&' };
		expect(fillTemplate('{"q": "{{q}}", "n": {{n}}, "v": {{v}}}', values, inJson)).toBe(
			'{"q": "a \\"b\\"\\n", "n": 3, "v": [0.5]}',
		);
		expect(fillTemplate('/s?q={{q}}&l={{lone}}', values, inAddress)).toBe('/s?q=a%20%22b%22%0A&l=%EF%BF%BD%26');
	});

	it('repeats a section for each document, and never reads what it put in', () => {
		const docs = [
			{ id: '1', text: '{{n}} {{/docs}}' },
			{ id: '2', text: '$& $1' },
		];
		expect(fillTemplate('[{{#docs,}}"{{id}} {{text}} {{n}}"{{/docs}}]', { n: 7 }, inJson, docs)).toBe(
			'["1 {{n}} {{/docs}} 7","2 $& $1 7"]',
		);
		expect(fillTemplate('{{#docs}}{{id}}\n{{/docs}}', {}, inJson, docs)).toBe('1\n2\n');
		expect(() => fillTemplate('{{nothing}}', { n: 1 }, inJson)).toThrow('nothing to put in for {{nothing}}');
		expect(() => fillTemplate('{{constructor}}', {}, inJson)).toThrow('nothing to put in');
	});
});

describe('a path into an answer', () => {
	const answer = { hits: { hits: [{ _id: 'a', s: 1 }, { _id: 'b' }] }, ids: [['x', 'y']], none: [] };
	it.each<[string, readonly unknown[]]>([
		['hits.hits[]._id', ['a', 'b']],
		['hits.hits[].s', [1, undefined]],
		['-hits.hits[].s', [-1, undefined]],
		['ids[0][]', ['x', 'y']],
		['none[].id', []],
	])('%s', (path, expected) => expect(valuesAt(answer, path)).toEqual(expected));

	it.each([
		['hits.hit[]', '"hit" is missing'],
		['ids.x', '"x" is missing'],
		['hits[].x', 'a list is missing'],
		['ids[3]', 'entry 3 is missing'],
	])('%s is not there', (path, message) => expect(() => valuesAt(answer, path)).toThrow(message));

	it.each(['', 'a..b', 'a[x]', '[', 'a]'])('"%s" is none', (path) =>
		expect(() => stepsOf(path)).toThrow('no path into an answer'),
	);
});

describe('a command', () => {
	it('is split as a shell would, and called by what it runs', () => {
		expect(commandWords(`python  "my dir/a.py" -x 'it''s' b\\ c ""`)).toEqual([
			'python',
			'my dir/a.py',
			'-x',
			'its',
			'b c',
			'',
		]);
		expect(commandName(commandWords('python -u src/mine.py --port 3'))).toBe('mine.py');
		expect(commandName(commandWords('npx -y @modelcontextprotocol/server-memory'))).toBe('server-memory');
		expect(commandName(commandWords('uvx chroma-mcp --client-type ephemeral'))).toBe('chroma-mcp');
		expect(commandName(commandWords('uvx basic-memory mcp'))).toBe('basic-memory');
		expect(commandName(commandWords('/opt/bin/memory server'))).toBe('memory');
		expect(commandName(commandWords('/usr/bin/thing'))).toBe('thing');
	});
});

it('batches are bounded by documents and by characters, and carry the wanted fields', () => {
	const corpus = ['a', 'b', 'x'.repeat(500), 'c'].map((content, i) => docOf(String(i), content));
	const sizes = (docs: number, characters: number) =>
		[...batchesOf(corpus, { docs, characters }, ['content'])].map((batch) => batch.length);
	expect(sizes(2, 10_000)).toEqual([2, 2]);
	expect(sizes(10, 100)).toEqual([2, 1, 1]);
	expect(batchesOf(corpus, { docs: 1, characters: 1 }, ['content']).next().value).toEqual([{ id: '0', content: 'a' }]);
});
