import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { BenchError } from '../../errors.ts';
import { readTrecQrels } from './qrels.ts';
import { lastTag, readOwnRun, readRunColumns, readTrecRun } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'trec-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

function file(content: string | Uint8Array): string {
	const path = join(folder, `${files++}.trec`);
	writeFileSync(path, content);
	return path;
}

/** Docnos by query. */
function order(path: string): Record<string, string[]> {
	return Object.fromEntries(
		[...readTrecRun(path)].map(([queryId, ranking]) => [queryId, ranking.map((doc) => doc.docId)]),
	);
}

function thrownBy(work: () => unknown): BenchError {
	try {
		work();
	} catch (error) {
		if (error instanceof BenchError) return error;
		throw error;
	}
	throw new Error('nothing was thrown');
}

describe('a run', () => {
	it('is ranked by score, whatever the rank column says', () => {
		expect(order(file('q Q0 low 1 1.5 t\nq Q0 high 2 10 t\n'))).toEqual({ q: ['high', 'low'] });
	});

	it('breaks ties by docno descending, byte by byte', () => {
		const path = file(['a', 'ab', 'Z', 'é', '10', '9'].map((doc) => `q Q0 ${doc} 1 0.5 t\n`).join(''));
		expect(order(path)).toEqual({ q: ['é', 'ab', 'a', 'Z', '9', '10'] });
	});

	it('tells scores apart to the last bit of a double', () => {
		expect(order(file('q Q0 a 1 0.1 t\nq Q0 b 1 0.10000000000000002 t\nq Q0 c 1 0.10000000000000001 t\n'))).toEqual({
			q: ['b', 'c', 'a'],
		});
	});

	it('may have its queries interleaved, which stay in order of first appearance', () => {
		expect(order(file('2 Q0 a 1 1 t\n1 Q0 a 1 2 t\n2 Q0 b 1 3 t\n'))).toEqual({ 2: ['b', 'a'], 1: ['a'] });
	});

	it('may have tabs, CRLF, junk after the tag, comments, empty lines, a byte order mark and no last newline', () => {
		const path = file(
			'\u{feff}# comment\r\n\nq\tQ0\ta\t1\t  2.0\tt more junk\r\n   \n  q Q0 b 2 1e0 t\r\nq Q0 c 3 -1 last',
		);
		expect(order(path)).toEqual({ q: ['a', 'b', 'c'] });
		expect(lastTag(readRunColumns(path))).toBe('last');
	});

	it('may be gzipped', () => {
		expect(order(file(gzipSync('q Q0 a 1 1 t\n')))).toEqual({ q: ['a'] });
	});

	it('may be longer than the first columns', () => {
		const lines = Array.from({ length: 5000 }, (_, i) => `q${i % 3} Q0 d${i} 0 ${i} t\n`);
		const ranked = order(file(lines.join('')));
		expect(ranked.q1?.[0]).toBe('d4999');
		expect(ranked.q0).toHaveLength(1667);
	});

	it('says every malformed line with file and line', () => {
		const path = file('q Q0 a 1 1 t\nq Q0 b 2\n# fine\nq Q0 c 3 high t\nq Q0 d 4 nan t\nq Q0 e 5 0x10 t\n');
		const { code, message, hint } = thrownBy(() => readTrecRun(path));
		expect(code).toBe('data');
		expect(message.split('\n')).toEqual([
			`${path}:2: has 4 fields, not 6 (query Q0 doc rank score tag)`,
			`${path}:4: the score "high" is not a finite number`,
			`${path}:5: the score "nan" is not a finite number`,
			`${path}:6: the score "0x10" is not a finite number`,
		]);
		expect(hint).toBe('4 malformed lines.');
	});

	it('lists the first 20 problems of many', () => {
		const { message, hint } = thrownBy(() => readTrecRun(file('short\n'.repeat(30))));
		expect(message.split('\n')).toHaveLength(20);
		expect(hint).toBe('30 malformed lines, the first 20 shown.');
	});

	it('may not hold a document twice for a query', () => {
		const path = file('q Q0 a 1 3 t\np Q0 a 1 3 t\n\nq Q0 b 2 2 t\nq Q0 a 3 1 t\n');
		expect(thrownBy(() => readTrecRun(path)).message).toBe(
			`${path}:5: document a stands twice for query q (first on line 1)`,
		);
	});

	it('may be empty where it is the file of a leg of ours that answered nothing', () => {
		expect(readOwnRun(file(''))).toEqual(new Map());
		expect(() => readOwnRun(file('# nothing\n'))).toThrow(/is empty/);
	});

	it('may not be empty or missing', () => {
		expect(thrownBy(() => readTrecRun(file('# nothing\n'))).message).toMatch(/is empty/);
		expect(thrownBy(() => readTrecRun(join(folder, 'missing')))).toMatchObject({
			code: 'data',
			message: expect.stringMatching(/missing can't be read: ENOENT/),
		});
	});
});

describe('qrels', () => {
	it('give grades by query and document', () => {
		expect(readTrecQrels(file('1 0 a 2\n2 0 a 0\n1 0 b +1\n'))).toEqual(
			new Map([
				[
					'1',
					new Map([
						['a', 2],
						['b', 1],
					]),
				],
				['2', new Map([['a', 0]])],
			]),
		);
	});

	it('a negative grade is no judgment', () => {
		expect(readTrecQrels(file('1 0 a -1\n1 0 b 1\n2 0 a -2\n'))).toEqual(
			new Map([
				['1', new Map([['b', 1]])],
				['2', new Map()],
			]),
		);
	});

	it('say every malformed line', () => {
		const path = file('1 0 a 1.5\n1 0 b\n1 0 c 1 more\n1 0 d 128\n');
		expect(thrownBy(() => readTrecQrels(path)).message.split('\n')).toEqual([
			`${path}:1: the grade "1.5" is not an integer from -127 to 127`,
			`${path}:2: has 3 fields, not 4 (query iteration doc grade)`,
			`${path}:3: has more than 4 fields (query iteration doc grade)`,
			`${path}:4: the grade "128" is not an integer from -127 to 127`,
		]);
	});

	it('may not judge a document twice', () => {
		expect(thrownBy(() => readTrecQrels(file('1 0 a 1\n1 0 a 0\n'))).message).toMatch(/:2: document a stands twice/);
	});
});
