import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { judgeRun } from './judge-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'trec-'));
afterAll(() => rmSync(folder, { recursive: true }));

function judge(run: string, qrels: string) {
	const paths = { run: join(folder, 'run'), qrels: join(folder, 'qrels') };
	writeFileSync(paths.run, run);
	writeFileSync(paths.qrels, qrels);
	return judgeRun(paths.run, paths.qrels);
}

it('gives grades by rank and every judged grade, by query id', () => {
	const judged = judge(
		'q9 Q0 a 1 1 x\nq10 Q0 a 1 1 x\nq10 Q0 b 2 3 x\nq10 Q0 c 3 2 x\nother Q0 a 1 1 tag\n',
		'q9 0 a 0\nq10 0 b 2\nq10 0 a 1\nq10 0 elsewhere 3\nunanswered 0 a 1\n',
	);
	expect(judged).toMatchObject({ tag: 'tag', answered: 2, withoutQrels: 1 });
	expect([...judged.queries()]).toEqual([
		{ queryId: 'q10', answered: true, judged: { grades: Int8Array.of(2, -1, 1), ideal: [3, 2, 1] } },
		{ queryId: 'q9', answered: true, judged: { grades: Int8Array.of(0), ideal: [0] } },
		{ queryId: 'unanswered', answered: false, judged: { grades: Int8Array.of(), ideal: [1] } },
	]);
});

it('takes a negative grade for no judgment', () => {
	const [query] = judge('q Q0 a 1 2 x\nq Q0 b 2 1 x\n', 'q 0 a -2\nq 0 b 1\n').queries();
	expect(query?.judged).toEqual({ grades: Int8Array.of(-1, 1), ideal: [1] });
});

it('refuses a document that stands twice, in either file', () => {
	const queries = (run: string, qrels: string) => [...judge(run, qrels).queries()];
	expect(() => queries('q Q0 a 1 2 x\nq Q0 a 2 1 x\n', 'q 0 a 1\n')).toThrow(/run:2: document a stands twice/);
	expect(() => queries('q Q0 a 1 2 x\n', 'q 0 a 1\nq 0 a 1\n')).toThrow(/qrels:2: document a stands twice/);
});
