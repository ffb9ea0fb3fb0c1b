import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { IndexedRanking } from '../../contract.ts';
import { corpusOrder } from '../../ranking.ts';
import { readExactRun } from './exact-run.ts';
import { readTrecQrels } from './qrels.ts';
import { readTrecRun } from './run.ts';
import { exactRunText, interchangeRunText, qrelsText } from './write.ts';

const folder = mkdtempSync(join(tmpdir(), 'trec-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'run.trec');

const docIds = Array.from({ length: 12 }, (_, docIndex) => `d${docIndex}`);
const queryIds = ['q1', 'q2', 'ü3'];
const order = corpusOrder(docIds.map((id) => ({ id })));

/** Many ties, one zero (as in every ranking), and scores whose neighbours are close: what nudging has to get right. */
const score = fc.oneof(
	fc.constantFrom(0, 1, -1, 5e-324, 1 / 61, 1 / 61 + 1 / 62, 1 - Number.EPSILON / 2),
	fc
		.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 })
		.map((value) => (value === 0 ? 0 : value)),
);
const ranking: fc.Arbitrary<IndexedRanking> = fc
	.array(fc.tuple(fc.nat({ max: docIds.length - 1 }), score), { maxLength: 12 })
	.map((entries) => {
		const ranked = [...new Map(entries)].sort(([x, sx], [y, sy]) => sy - sx || x - y);
		return {
			docs: Int32Array.from(ranked, ([doc]) => doc),
			scores: Float64Array.from(ranked, ([, value]) => value),
		};
	});
const rankings = fc
	.array(ranking, { minLength: queryIds.length, maxLength: queryIds.length })
	.filter((each) => each.some(({ docs }) => docs.length > 0));

describe('what is written can be read', () => {
	it('exact runs come back bit for bit', () => {
		fc.assert(
			fc.property(rankings, (written) => {
				writeFileSync(path, exactRunText(queryIds, docIds, written, 'leg'));
				expect(readExactRun(path, queryIds, order)).toEqual(written);
			}),
		);
	});

	it('an interchange run has our order for every tool that sorts by score, and no ties', () => {
		fc.assert(
			fc.property(rankings, (written) => {
				writeFileSync(path, interchangeRunText(queryIds, docIds, written, 'system'));
				const read = readTrecRun(path);
				queryIds.forEach((queryId, queryIndex) => {
					const ranked = read.get(queryId) ?? [];
					expect(ranked.map(({ docId }) => order.get(docId))).toEqual([
						...(written[queryIndex] as IndexedRanking).docs,
					]);
					expect(new Set(ranked.map((doc) => doc.score)).size).toBe(ranked.length);
				});
			}),
		);
	});

	it('and keeps it for tools that read scores as 32-bit floats', () => {
		let before = 0;
		const inRange = rankings.filter((each) => each.every(({ scores }) => scores.every((x) => Math.abs(x) < 1e38)));
		fc.assert(
			fc.property(inRange, (written) => {
				for (const line of interchangeRunText(queryIds, docIds, written, 'system').split('\n').filter(Boolean)) {
					const [query, , , rank, score] = line.split(' ');
					if (rank !== '1') expect(`${query} ${Math.fround(Number(score)) < before}`).toBe(`${query} true`);
					before = Math.fround(Number(score));
				}
			}),
		);
	});

	it('qrels come back as they were', () => {
		const qrels = new Map([
			['q1', new Map([['a', 3]])],
			[
				'q2',
				new Map([
					['b', 0],
					['a', 1],
				]),
			],
		]);
		writeFileSync(path, qrelsText(qrels));
		expect(readTrecQrels(path)).toEqual(qrels);
	});
});

describe('what is written', () => {
	const one = (...scores: number[]): IndexedRanking => ({
		docs: Int32Array.from(scores.keys()),
		scores: Float64Array.from(scores),
	});

	it('has untied scores as they are, in both forms', () => {
		const text = 'q1 Q0 d0 1 0.5 my_system\nq1 Q0 d1 2 0.25 my_system\n';
		expect(interchangeRunText(['q1'], docIds, [one(0.5, 0.25)], 'my system')).toBe(text);
		expect(exactRunText(['q1'], docIds, [one(0.5, 0.25)], 'my system')).toBe(text);
	});

	it('nudges ties in the interchange form only', () => {
		const scores = (text: string) => text.split('\n').map((line) => line.split(' ')[4]);
		expect(scores(interchangeRunText(['q1'], docIds, [one(1, 1, 1)], 't')).slice(0, 3)).toEqual([
			'1',
			'0.9999999403953552',
			'0.9999998807907104',
		]);
		expect(scores(exactRunText(['q1'], docIds, [one(1, 1, 1)], 't')).slice(0, 3)).toEqual(['1', '1', '1']);
	});

	it('never holds an id that would break the line', () => {
		for (const id of ['a b', '', '#a', 'a\nb'])
			expect(() => exactRunText(['q1'], [id], [one(1)], 't')).toThrow(/can't be written to a TREC file/);
		expect(() => qrelsText(new Map([['a\tb', new Map([['d', 1]])]]))).toThrow(/query id "a\tb"/);
	});
});

describe('an exact run of another dataset', () => {
	it('is refused', () => {
		writeFileSync(
			path,
			exactRunText(['elsewhere'], docIds, [{ docs: Int32Array.of(0), scores: Float64Array.of(1) }], 't'),
		);
		expect(() => readExactRun(path, queryIds, order)).toThrow(/has query elsewhere, which the dataset does not have/);
	});
});
