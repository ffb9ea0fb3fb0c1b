import { describe, expect, it } from 'vitest';
import { CUT_OFF, readJsonAnswer } from './json-answer.ts';

const whole = { documents: [{ id: '1' }, { id: '2' }] };

describe('the JSON of an answer', () => {
	it.each<[string, string, unknown]>([
		['plain', JSON.stringify(whole), whole],
		['in a code fence', `\`\`\`json\n${JSON.stringify(whole)}\n\`\`\``, whole],
		['in a fence that is never closed', `\`\`\`json\n${JSON.stringify(whole)}`, whole],
		['with words around it', `Here you are:\n${JSON.stringify(whole)}\nAnything else?`, whole],
		['after thinking', `<think>{"no": 1}</think>\n${JSON.stringify(whole)}`, whole],
		['with trailing commas', '{"documents": [{"id": "1",}, {"id": "2"},],}', whole],
		['commas inside strings stay', '{"a": "x,]", }', { a: 'x,]' }],
		['Python constants', '{"a": None, "b": True, "c": "None"}', { a: null, b: true, c: 'None' }],
		['raw line breaks in a string', '{"a": "one\ntwo"}', { a: 'one\ntwo' }],
		['an object a line', '{"id": "1"}\n{"id": "2"}', [{ id: '1' }, { id: '2' }]],
	])('%s', (_, content, value) => {
		expect(readJsonAnswer(content)?.value).toEqual(value);
	});

	it('says what it mended', () => {
		expect(readJsonAnswer('{"a": 1}')?.repairs).toEqual([]);
		expect(readJsonAnswer('```\n{"a": 1,}\n```')?.repairs).toEqual(['code fence taken off', 'broken JSON mended']);
	});

	it.each([
		'{"documents": [{"id": "1"}, {"id": "2", "entit',
		'{"documents": [{"id": "1"}, {"id": "2", "triples": [{"subject": "a"}, {"sub',
		'```json\n{"documents": [{"id": "1"}, {"id": "2", "triples": [["a", "b", "c"], ["a',
	])('keeps the whole elements of %s', (content) => {
		const read = readJsonAnswer(content);
		expect(read?.value).toEqual({ documents: [{ id: '1' }] });
		expect(read?.repairs).toContain(CUT_OFF);
	});

	it.each(['', 'I cannot do that.', '"text"', '42', '{"id": "1", "triples": [["a", "b'])(
		'gives up on %j',
		(content) => {
			expect(readJsonAnswer(content)).toBeUndefined();
		},
	);
});
