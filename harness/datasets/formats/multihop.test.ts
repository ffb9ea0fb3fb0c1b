import { describe, expect, it } from 'vitest';
import { jsonl } from '../../testing/temporary-folder.ts';
import { importForTest, plainQrels } from './testing/import-for-test.ts';

const question = {
	_id: 'h1',
	question: 'Which?',
	answer: 'yes',
	type: 'bridge',
	level: 'hard',
	context: [
		['Fox', ['Foxes are red.', ' They run.']],
		['Hen', ['Hens lay.']],
	],
	supporting_facts: [
		['Fox', 0],
		['Fox', 1],
		['Wolf', 0],
	],
};

describe('HotpotQA and 2Wiki', () => {
	it('paragraphs become documents, each once; supporting titles are relevant', async () => {
		const columns = {
			id: 'h2',
			question: 'What?',
			type: 'comparison',
			context: { title: ['Hen', 'Hen'], sentences: [['Hens lay.'], ['Another', 'hen.']] },
			supporting_facts: { title: ['Hen'], sent_id: [0] },
		};
		const { docs, queries, qrels, reasons } = await importForTest('hotpotqa', {
			'dev.json': `[${JSON.stringify(question)},\n${JSON.stringify(columns)},\n{"_id": "h3"}]`,
		});
		expect(docs.map(({ id, content, metadata }) => [id, content, metadata])).toEqual([
			['1', 'Fox\nFoxes are red. They run.', { title: 'Fox' }],
			['2', 'Hen\nHens lay.', { title: 'Hen' }],
			['3', 'Hen\nAnother hen.', { title: 'Hen' }],
		]);
		expect(queries.map(({ id, stratum }) => [id, stratum])).toEqual([
			['h1', 'bridge'],
			['h2', 'comparison'],
		]);
		expect(plainQrels(qrels)).toEqual({ h1: { 1: 1 }, h2: { 2: 1, 3: 1 } });
		expect(reasons).toEqual([
			'dev.json:1 question "h1": 1 supporting facts name no paragraph of its context',
			'dev.json:3 has no _id or id, or no question',
		]);
	});
});

describe('MuSiQue', () => {
	it('hops are the stratum; what is not answerable is left out and counted', async () => {
		const paragraph = (title: string, supporting: boolean) => ({
			title,
			paragraph_text: `${title}.`,
			is_supporting: supporting,
		});
		const lines = jsonl(
			{
				id: '2hop__1_2',
				question: 'Who?',
				answerable: true,
				paragraphs: [paragraph('A', true), paragraph('B', true), paragraph('C', false)],
			},
			{ id: '3hop1__1_2_3', question: 'Who then?', answerable: true, paragraphs: [paragraph('B', true)] },
			{ id: '2hop__9_9', question: 'Nobody?', answerable: false, paragraphs: [paragraph('D', false)] },
			{ id: 'x', question: 'Broken?', paragraphs: [{ title: 'E' }] },
		);
		const { docs, queries, qrels, reasons, counted } = await importForTest('musique', { 'm.jsonl': lines });
		expect(docs.map(({ content }) => content)).toEqual(['A\nA.', 'B\nB.', 'C\nC.']);
		expect(queries.map(({ id, stratum }) => [id, stratum])).toEqual([
			['2hop__1_2', '2hop'],
			['3hop1__1_2_3', '3hop'],
		]);
		expect(plainQrels(qrels)).toEqual({ '2hop__1_2': { 1: 1, 2: 1 }, '3hop1__1_2_3': { 2: 1 } });
		expect([...counted.values()]).toEqual([1]);
		expect(reasons).toEqual(['m.jsonl:4 question "x": a paragraph has no paragraph_text']);
	});
});
