import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readTriples, stands } from './triples.ts';

const folder = mkdtempSync(join(tmpdir(), 'triples-'));
afterAll(() => rmSync(folder, { recursive: true }));

function read(...lines: readonly unknown[]) {
	writeFileSync(join(folder, 'triples.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
	return readTriples(folder);
}

describe('readTriples', () => {
	it('reads entities, triples and their validity', async () => {
		const [first, second] = await read(
			{ id: 1, entities: ['Marta'], triples: [['Marta', 'owns', 'a whippet']] },
			{ id: 'b', triples: [['Marta', 'lives in', 'Pellmouth', { valid_from: '2023-01-01', valid_to: '2024-06-01' }]] },
		);
		expect(first).toEqual({
			docId: '1',
			entities: ['Marta'],
			triples: [{ subject: 'Marta', relation: 'owns', object: 'a whippet' }],
		});
		expect(second?.triples[0]).toMatchObject({ validFrom: Date.UTC(2023, 0, 1), validTo: Date.UTC(2024, 5, 1) });
	});

	it('says every problem with its line, and none of the text', async () => {
		const failure = read(
			{ id: 1, triples: [['SECRET', 'of two']] },
			{ id: 1, entities: ['x'] },
			{ id: 2, entities: 'SECRET' },
			{ id: 3, triples: [['a', 'b', 'c', { valid_to: 'SECRET' }]] },
		);
		await expect(failure).rejects.toThrow(/triples\.jsonl:1: triple 1 is not/);
		await expect(failure).rejects.toThrow(/triples\.jsonl:2: document "1" is already on line 1/);
		await expect(failure).rejects.toThrow(/triples\.jsonl:3: entities must be/);
		await expect(failure).rejects.toThrow(/triples\.jsonl:4: triple 1/);
		await expect(failure).rejects.not.toThrow(/SECRET/);
	});

	it('says where triples come from when there are none', async () => {
		await expect(readTriples(join(folder, 'nowhere'))).rejects.toMatchObject({
			code: 'data',
			hint: expect.stringContaining('bench extract'),
		});
	});
});

describe('stands', () => {
	const statement = { subject: 'a', relation: 'b', object: 'c' };
	it('leaves out what has been superseded, unless a time is asked for', () => {
		expect(stands(statement, undefined)).toBe(true);
		expect(stands({ ...statement, validFrom: 5 }, undefined)).toBe(true);
		expect(stands({ ...statement, validFrom: 5, validTo: 9 }, undefined)).toBe(false);
		expect([4, 5, 8, 9].map((time) => stands({ ...statement, validFrom: 5, validTo: 9 }, time))).toEqual([
			false,
			true,
			true,
			false,
		]);
		expect(stands(statement, 3)).toBe(true);
	});
});
