import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openJournal } from './journal.ts';
import { type JudgmentEntry, type JudgmentsHeader, readJudgmentsFile, standingJudgments } from './judgments-file.ts';
import { mergedQrelsText, mergeJudgmentFiles } from './merge.ts';
import { MERGE_RULES, type Opinion } from './merge-rules.ts';
import { readPoolFile } from './pool-file.ts';
import { DEFAULT_RUBRIC, readRubric, rubricHash } from './rubric.ts';
import { decideCurrent, resumeSession, returnToSkipped, sessionCounts, undoLast } from './session.ts';

const folder = temporaryFolder({});
afterAll(() => folder.dispose());
const file = (name: string): string => join(folder.path, name);

const at = '2026-01-01T00:00:00.000Z';
const header: JudgmentsHeader = {
	format: 1,
	kind: 'judgments',
	judge: 'anna',
	by: 'person',
	rubric: { name: 'four-grades', sha256: 'r' },
	pool_sha256: 'p',
	dataset: { name: 'd', directory: 'data', sensitive: 'leave-out', texts_sha256: 't' },
};
const graded = (docId: string, grade: number, when = at): JudgmentEntry => ({ queryId: 'q', docId, grade, at: when });

describe('a judge', () => {
	const pool = ['a', 'b', 'c'].map((docId) => ({ queryId: 'q', docId }));

	it('goes from item to item, takes back, and comes back to what was skipped', () => {
		const start = resumeSession([...pool, { queryId: 'q', docId: 'known', grade: 2 }], []);
		expect(start.items.map(({ docId }) => docId)).toEqual(['a', 'b', 'c']);
		const two = decideCurrent(decideCurrent(start, { grade: 3 }), { skipped: 'person' });
		expect(two.current).toBe(2);
		expect(sessionCounts(two)).toEqual({ items: 3, judged: 1, skipped: 1, left: 1 });
		expect(undoLast(two)).toMatchObject({ current: 1 });
		expect(undoLast(undoLast(two))).toMatchObject({ current: 0 });
		expect(undoLast(start)).toBe(start);
		const all = decideCurrent(two, { grade: 0 });
		expect(all.current).toBeUndefined();
		expect(returnToSkipped(all).current).toBe(1);
	});

	it('resumes where the lines of the file end, undone ones included', () => {
		const session = resumeSession(pool, [
			graded('a', 1),
			graded('b', 2),
			{ queryId: 'q', docId: 'b', undone: true, at },
			graded('elsewhere', 3),
		]);
		expect(session.current).toBe(1);
		expect([...session.decisions]).toEqual([[0, { grade: 1 }]]);
	});
});

describe('a journal', () => {
	it('has each judgment on disk when append returns, and goes on after half a line', () => {
		const path = file('half.jsonl');
		const first = openJournal(path, header);
		first.append(graded('a', 3));
		expect(standingJudgments(readJudgmentsFile(path).entries)).toMatchObject([{ docId: 'a', grade: 3 }]);
		first.close();
		appendFileSync(path, `{"query_id":"q","doc_id":"${'b'.repeat(200)}","gra`);
		const again = openJournal(path, header);
		expect(again.entries).toHaveLength(1);
		again.append(graded('c', 0));
		again.close();
		expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(3);
		expect(readJudgmentsFile(path).entries).toHaveLength(2);
	});

	it.each([
		[{ ...header, judge: 'ben' }, 'anna'],
		[{ ...header, rubric: { name: 'other', sha256: 's' } }, 'rubric'],
		[{ ...header, pool_sha256: 'x' }, 'another pool'],
		[{ ...header, prompt_sha256: 'x' }, 'prompt'],
	])("is not gone on with by somebody else's hand", (other, word) => {
		const path = file('mine.jsonl');
		openJournal(path, header).close();
		expect(() => openJournal(path, other)).toThrow(word);
	});

	it('says file and line of what is broken', () => {
		const path = file('broken.jsonl');
		writeFileSync(path, `${JSON.stringify(header)}\n{"query_id":"q","doc_id":"a","at":"${at}"}\n`);
		expect(() => readJudgmentsFile(path)).toThrow('broken.jsonl:2');
		writeFileSync(path, `${JSON.stringify(header)}\n{"query_id":"q","doc_id":"a","grade":1.5,"at":"${at}"}\n`);
		expect(() => readJudgmentsFile(path)).toThrow('grade must be an integer');
		writeFileSync(path, '{"query_id":"q"}\n');
		expect(() => readJudgmentsFile(path)).toThrow('not a judgments file');
		expect(() => readPoolFile(path)).toThrow('not a pool file');
	});
});

describe('merging', () => {
	const opinions = (...grades: number[]): Opinion[] => grades.map((grade) => ({ judge: 'x', by: 'person', grade }));

	it.each([
		['majority', [0, 3, 3], 3],
		['majority', [3, 0], 0],
		['majority', [2, 1, 1, 2, 3], 1],
		['min', [2, 1, 3], 1],
		['max', [2, 1, 3], 3],
		['last', [3, 1, 2], 2],
	] as const)('%s of %j is %i', (rule, grades, wanted) => {
		expect(MERGE_RULES[rule].settle(opinions(...grades))).toBe(wanted);
	});

	const anna = { path: 'a', header, entries: [graded('1', 3), graded('2', 1)], wholeBytes: 0 };
	const ben = {
		path: 'b',
		header: { ...header, judge: 'ben' },
		entries: [graded('1', 2, '2026-01-02T00:00:00.000Z'), graded('3', 0)],
		wholeBytes: 0,
	};
	const qrels = new Map([['q', new Map([['2', 2]])]]);

	it('keeps what the dataset has unless told otherwise, and reports every disagreement', () => {
		const merge = mergeJudgmentFiles([anna, ben], { qrels, policy: 'keep' }, 'last');
		expect(merge.judgments.map(({ docId, grade }) => [docId, grade])).toEqual([
			['2', 2],
			['1', 2],
			['3', 0],
		]);
		expect(merge.conflicts.map(({ docId }) => docId)).toEqual(['2', '1']);
		const counted = mergeJudgmentFiles([anna, ben], { qrels, policy: 'count' }, 'min');
		expect(counted.judgments.find(({ docId }) => docId === '2')?.grade).toBe(1);
		const alone = mergeJudgmentFiles([anna, ben], { qrels, policy: 'leave-out' }, 'max');
		expect(alone.judgments.find(({ docId }) => docId === '2')).toMatchObject({
			grade: 1,
			opinions: [{ judge: 'anna' }],
		});
	});

	it('counts a judge once, with the later judgment', () => {
		const later = { ...anna, entries: [graded('1', 0, '2026-02-01T00:00:00.000Z')] };
		const merge = mergeJudgmentFiles([later, anna], { qrels: new Map(), policy: 'keep' }, 'max');
		expect(merge.judgments.find(({ docId }) => docId === '1')).toMatchObject({ grade: 0 });
		expect(merge.conflicts).toEqual([]);
	});

	it('writes who said what beside the grades', () => {
		const merge = mergeJudgmentFiles([anna, ben], { qrels, policy: 'keep' }, 'majority');
		const text = mergedQrelsText(merge, {
			queries: [{ id: 'q' }, { id: 'never judged' }],
			corpus: [{ id: '1' }, { id: '2' }, { id: '3' }],
		});
		const line = JSON.parse(text);
		expect(line.grades).toEqual({ 1: 2, 2: 2, 3: 0 });
		expect(line._judgments['1']).toEqual([
			{ judge: 'anna', by: 'person', grade: 3, at, rubric: 'r' },
			{ judge: 'ben', by: 'person', grade: 2, at: '2026-01-02T00:00:00.000Z', rubric: 'r' },
		]);
	});
});

describe('a rubric', () => {
	it('is read from JSON, lowest grade first, and hashed by what it says', () => {
		const path = file('rubric.json');
		const grades = { 1: { label: 'yes', meaning: 'It does.' }, 0: { label: 'no', meaning: 'It does not.' } };
		writeFileSync(path, JSON.stringify({ name: 'two', question: 'Does it?', grades }));
		const rubric = readRubric(path);
		expect(rubric.grades.map(({ label }) => label)).toEqual(['no', 'yes']);
		expect(rubricHash(rubric)).toHaveLength(64);
		expect(rubricHash({ ...rubric, question: 'Is it?' })).not.toBe(rubricHash(rubric));
		expect(rubricHash(DEFAULT_RUBRIC)).not.toBe(rubricHash(rubric));
	});

	it.each([
		['{', 'not valid JSON'],
		['[]', 'one JSON object'],
		['{"grades":{"0":{"label":"a","meaning":"b"}}}', 'two grades'],
		['{"grades":{"10":{"label":"a","meaning":"b"}}}', 'one digit'],
		['{"grades":{"0":{"label":"a","meaning":""},"1":{"label":"a","meaning":"b"}}}', 'meaning must be a text'],
	])('%s is refused', (text, word) => {
		const path = file('bad.json');
		writeFileSync(path, text);
		expect(() => readRubric(path)).toThrow(word);
	});
});
