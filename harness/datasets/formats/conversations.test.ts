import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { normalizeEvidence } from './locomo.ts';
import { parseSessionDate } from './session-date.ts';
import { importForTest, plainQrels } from './testing/import-for-test.ts';

describe('LoCoMo', () => {
	const sample = {
		sample_id: 'conv-26',
		conversation: {
			speaker_a: 'Ann',
			speaker_b: 'Ben',
			session_1_date_time: '1:56 pm on 8 May, 2023',
			session_1: [
				{ speaker: 'Ann', dia_id: 'D1:1', text: 'Hello Ben' },
				{ speaker: 'Ben', dia_id: 'D1:2', text: 'Look', img_url: ['u'], blip_caption: 'a photo of a fox' },
			],
			session_2_date_time: 'some day',
			session_2: [{ speaker: 'Ann', dia_id: 'D2:1', text: 'Bye' }, { speaker: 'Ann' }],
		},
		qa: [
			{ question: 'Who says hello?', answer: 'Ann', evidence: ['D1:1'], category: 4 },
			{ question: 'When?', answer: 'May', evidence: ['D1:01; D2:1'], category: 2 },
			{ question: 'Why?', evidence: ['D', 'D9:9', 'D:1:2'], category: 1 },
			{ question: 'What not?', adversarial_answer: 'x', evidence: [], category: 5 },
			{ question: 'What else?', answer: 7, evidence: ['D1:1'], category: 3 },
			{ question: 'Broken', evidence: [], category: 9 },
		],
		session_summary: {},
	};

	it('a document per turn, questions in five strata, evidence mended or reported', async () => {
		const { docs, queries, qrels, reasons, counted, problems } = await importForTest('locomo', {
			'locomo10.json': JSON.stringify([sample]),
		});
		expect(docs.map(({ id, content }) => [id, content])).toEqual([
			['conv-26:D1:1', 'Ann: Hello Ben'],
			['conv-26:D1:2', 'Ben: Look [image: a photo of a fox]'],
			['conv-26:D2:1', 'Ann: Bye'],
		]);
		expect(docs.map(({ scopes }) => scopes)).toEqual([['conv-26'], ['conv-26'], ['conv-26']]);
		expect(queries.map(({ scope }) => scope)).toEqual(Array.from({ length: 5 }, () => 'conv-26'));
		expect(docs[0]).toMatchObject({ tags: ['conv-26', 'Ann'], createdAt: new Date('2023-05-08T13:56:00Z') });
		expect(docs[2]?.createdAt).toBeUndefined();
		expect(queries.map(({ id, stratum }) => [id, stratum])).toEqual([
			['conv-26:q1', 'single-hop'],
			['conv-26:q2', 'temporal'],
			['conv-26:q3', 'multi-hop'],
			['conv-26:q4', 'adversarial'],
			['conv-26:q5', 'open-domain'],
		]);
		expect(plainQrels(qrels)).toEqual({
			'conv-26:q1': { 'conv-26:D1:1': 1 },
			'conv-26:q2': { 'conv-26:D1:1': 1, 'conv-26:D2:1': 1 },
			'conv-26:q3': { 'conv-26:D1:2': 1 },
			'conv-26:q5': { 'conv-26:D1:1': 1 },
		});
		expect(reasons).toEqual([
			'locomo10.json:1 conv-26, session_2[1] is no turn with a dia_id, speaker and text',
			'locomo10.json:1 conv-26:q3: evidence "D" is no dialogue id',
			'locomo10.json:1 conv-26:q3: evidence "D9:9" is not a turn of conv-26',
			'locomo10.json:1 conv-26:q6 has a category that is not 1 to 5',
		]);
		expect(Object.fromEntries(counted)).toEqual({
			'adversarial questions (a stratum of their own, outside overall)': 1,
			'questions whose evidence was malformed and could be read': 2,
			'sessions without a date that can be read (turns kept, undated)': 1,
		});
		expect(problems).toEqual([expect.stringContaining('"conv-26:q4" has no relevant document')]);
	});

	it('adversarial questions are scored outside overall, inside, or not at all', async () => {
		const qa = [{ question: 'What not?', evidence: ['D1:1'], category: 5 }];
		const file = { 'locomo10.json': JSON.stringify([{ ...sample, qa }]) };
		const judged = { 'conv-26:q1': { 'conv-26:D1:1': 1 } };
		for (const [adversarial, outside, graded] of [
			['outside', true, judged],
			['judged', undefined, judged],
			['unjudged', true, {}],
		] as const) {
			const { queries, qrels } = await importForTest('locomo', file, { settings: { adversarial } });
			expect(queries[0]?.outsideOverall).toBe(outside);
			expect(plainQrels(qrels)).toEqual(graded);
		}
	});

	it('corrected evidence is taken where the text of the question is that of the correction', async () => {
		const correction = (number: number, question: string, evidence: readonly string[]) => ({
			...{ question_id: `locomo_0_qa${number}`, question, correct_evidence: evidence },
		});
		const folder = temporaryFolder({
			'errors.json': JSON.stringify([
				correction(0, ' who says  hello?', ['D1:2']),
				correction(1, 'Another question', ['D1:2']),
				correction(77, 'No such', ['D1:2']),
				{ question_id: 'x' },
			]),
		});
		const corrections = `${folder.path}/errors.json`;
		const file = { 'locomo10.json': JSON.stringify([sample]) };
		const { qrels, reasons, counted } = await importForTest('locomo', file, { settings: { corrections } });
		folder.dispose();
		expect(plainQrels(qrels)).toMatchObject({
			'conv-26:q1': { 'conv-26:D1:2': 1 },
			'conv-26:q2': { 'conv-26:D1:1': 1, 'conv-26:D2:1': 1 },
		});
		expect(counted.get('questions whose evidence was corrected')).toBe(1);
		expect(reasons.map((reason) => reason.replace(/^.*errors.json/, 'errors.json'))).toEqual(
			expect.arrayContaining([
				expect.stringMatching(/^errors.json:\d the text of the correction is not that of question "conv-26:q2"/),
				expect.stringMatching(/^errors.json:\d the correction is of a question that is not there/),
				expect.stringMatching(/^errors.json:\d is no correction/),
			]),
		);
	});

	it.each([
		[['D1:3'], ['D1:3'], [], false],
		[['D8:6; D9:17'], ['D8:6', 'D9:17'], [], true],
		[['D:11:26'], ['D11:26'], [], true],
		[['D30:05'], ['D30:5'], [], true],
		[['D1:3 D1:3', 'D1:3'], ['D1:3'], [], true],
		[['(D1:10)'], ['D1:10'], [], true],
		[['D', 'session 4'], [], ['D', 'session 4'], false],
		['D2:1', ['D2:1'], [], false],
		[undefined, [], [], false],
	])('evidence %j', (written, ids, leftOver, mended) => {
		expect(normalizeEvidence(written)).toEqual({ ids, leftOver, mended });
	});
});

describe('LongMemEval', () => {
	const shared = [
		{ role: 'user', content: 'weather?' },
		{ role: 'assistant', content: 'rain' },
	];
	const entry = (id: string, more: object = {}) => ({
		question_id: id,
		question_type: 'single-session-user',
		question: 'Where is my key?',
		answer: 'in the drawer',
		question_date: '2023/06/01 (Thu) 10:00',
		haystack_session_ids: [`answer_${id}`, 'chat_1'],
		haystack_dates: ['2023/05/30 (Tue) 23:40', '2023/05/31 (Wed) 01:00'],
		haystack_sessions: [
			[
				{ role: 'user', content: `${id}: key in drawer`, has_answer: true },
				{ role: 'assistant', content: 'ok', has_answer: false },
			],
			shared,
		],
		answer_session_ids: [`answer_${id}`],
		...more,
	});
	const file = {
		'lme.json': `[\n${[entry('a'), entry('b_abs'), entry('c', { answer_session_ids: ['gone'] }), entry('d', { haystack_session_ids: [] })].map((each) => JSON.stringify(each)).join(',\n')}\n]`,
	};

	it('sessions', async () => {
		const { docs, queries, qrels, counted, reasons } = await importForTest('longmemeval', file);
		expect(docs.map(({ id, scopes }) => [id, scopes])).toEqual([
			['s1', ['a']],
			['s2', ['a', 'c']],
			['s3', ['c']],
		]);
		expect(docs[1]).toMatchObject({
			content: 'user: weather?\nassistant: rain',
			createdAt: new Date('2023-05-31T01:00:00Z'),
		});
		expect(queries).toEqual([
			...['a', 'c'].map((id) => ({
				...{ id, text: 'Where is my key?', stratum: 'single-session-user', scope: id },
				askedAt: new Date('2023-06-01T10:00:00Z'),
			})),
		]);
		expect(plainQrels(qrels)).toEqual({ a: { s1: 1 } });
		expect(Object.fromEntries(counted)).toEqual({
			'questions to be left unanswered, _abs (left out with their haystacks)': 1,
			'sessions or turns that stand in several haystacks (kept once, with their first date)': 1,
		});
		expect(reasons).toEqual([
			'lme.json:4 question "c": answer session "gone" is not in its haystack',
			'lme.json:5 question "d": 0 session ids for 2 sessions',
		]);
	});

	it('pooled: one corpus, the sessions of questions without an answer kept', async () => {
		const { docs, queries } = await importForTest('longmemeval', file, { settings: { scope: 'pooled' } });
		expect(docs.map(({ id, scopes }) => [id, scopes])).toEqual(['s1', 's2', 's3', 's4'].map((id) => [id, undefined]));
		expect(queries.map(({ scope }) => scope)).toEqual([undefined, undefined]);
	});

	it('one id with two texts: two documents, or pooled the first, the other reported and not judged', async () => {
		const both = {
			'lme.json': JSON.stringify([
				entry('a'),
				{ ...entry('z'), haystack_session_ids: ['answer_a', 'chat_1'], answer_session_ids: ['answer_a'] },
			]),
		};
		const pooled = await importForTest('longmemeval', both, { settings: { scope: 'pooled' } });
		expect(plainQrels(pooled.qrels)).toEqual({ a: { s1: 1 } });
		expect(pooled.reasons).toEqual(['lme.json:1 "s1" stands before with another text']);
		expect(plainQrels((await importForTest('longmemeval', both)).qrels)).toEqual({ a: { s1: 1 }, z: { s3: 1 } });
	});

	it('turns', async () => {
		const { docs, qrels } = await importForTest('longmemeval', file, { settings: { unit: 'turn' } });
		expect(docs.slice(0, 3).map(({ id, content }) => [id, content])).toEqual([
			['s1:1', 'user: a: key in drawer'],
			['s1:2', 'assistant: ok'],
			['s2:1', 'user: weather?'],
		]);
		expect(plainQrels(qrels)).toEqual({ a: { 's1:1': 1 }, c: { 's3:1': 1 } });
		await expect(importForTest('longmemeval', file, { settings: { unit: 'word' } })).rejects.toMatchObject({
			code: 'usage',
		});
	});
});

describe('session dates', () => {
	it.each([
		['1:56 pm on 8 May, 2023', '2023-05-08T13:56:00.000Z'],
		['12:09 am on 13 September, 2023', '2023-09-13T00:09:00.000Z'],
		['2023/05/30 (Tue) 23:40', '2023-05-30T23:40:00.000Z'],
		['2023/02/30', undefined],
		['1:00 pm on 8 Foo, 2023', undefined],
		[7, undefined],
	])('%s', (written, expected) => {
		expect(parseSessionDate(written)?.toISOString()).toBe(expected);
	});
});
