import { describe, expect, it } from 'vitest';
import { DEFAULT_RUBRIC } from '../../../harness/labels/rubric.ts';
import { judgePrompt, readGradeAnswer } from './prompt.ts';

describe("a model's answer", () => {
	it.each([
		['{"grade": 2}', 2],
		['```json\n{"grade": 0}\n```', 0],
		['<think>hm, {"grade": 1}?</think>{"grade": 3}', 3],
		['{"grade": null}', 'refused'],
		['{"grade": 4}', 'unreadable'],
		['{"grade": 1.5}', 'unreadable'],
		['{"grade": "2"}', 'unreadable'],
		['{"grade": 2, "why": "it says so"}', 'unreadable'],
		['2', 'unreadable'],
		['I would say {"grade": 2}', 'unreadable'],
		["I'm sorry, I can't help with that.", 'unreadable'],
		['[{"grade": 2}]', 'unreadable'],
	])('%s is %s', (content, wanted) => {
		expect(readGradeAnswer(content, DEFAULT_RUBRIC)).toBe(wanted);
	});

	it('has a prompt whose hash follows the rubric', () => {
		const other = { ...DEFAULT_RUBRIC, question: 'Is it useful?' };
		expect(judgePrompt(other).sha256).not.toBe(judgePrompt(DEFAULT_RUBRIC).sha256);
		expect(judgePrompt(DEFAULT_RUBRIC).system).toContain('3 = perfectly relevant');
	});
});
