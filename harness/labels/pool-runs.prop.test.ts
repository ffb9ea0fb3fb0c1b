import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { poolRuns } from './pool-runs.ts';

const corpus = Array.from({ length: 30 }, (_, docIndex) => ({ id: `d${docIndex}` }));
const queries = [{ id: 'q1' }, { id: 'q2' }];
const ranking = fc
	.uniqueArray(fc.nat({ max: corpus.length - 1 }), { maxLength: 12 })
	.map((docs) => ({ docs: Int32Array.from(docs), scores: new Float64Array(docs.length) }));
const run = fc.tuple(ranking, ranking);

describe('a pool', () => {
	it('holds the top of every run once, whichever order the runs stand in', () => {
		fc.assert(
			fc.property(fc.array(run, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 12 }), (rankings, depth) => {
				const task = { corpus, queries, depth, judged: new Map(), seed: 7 };
				const pool = poolRuns({ ...task, rankings });
				expect(poolRuns({ ...task, rankings: [...rankings].reverse() })).toEqual(pool);
				queries.forEach(({ id }, docIndex) => {
					const wanted = new Set(
						rankings.flatMap((byQuery) =>
							[...(byQuery[docIndex]?.docs.subarray(0, depth) ?? [])].map((doc) => `d${doc}`),
						),
					);
					const found = pool.filter(({ queryId }) => queryId === id).map(({ docId }) => docId);
					expect(found).toHaveLength(wanted.size);
					expect(new Set(found)).toEqual(wanted);
				});
			}),
		);
	});

	it("does not show the order of the run, and one query's shuffle moves no other's", () => {
		const docs = Int32Array.from({ length: 30 }, (_, docIndex) => docIndex);
		const rankings = [
			[
				{ docs, scores: new Float64Array(30) },
				{ docs, scores: new Float64Array(30) },
			],
		];
		const pool = poolRuns({ corpus, queries, rankings, depth: 30, judged: new Map(), seed: 7 });
		const order = pool.filter(({ queryId }) => queryId === 'q2').map(({ docId }) => Number(docId.slice(1)));
		expect(order).not.toEqual([...docs]);
		const alone = poolRuns({ corpus, queries: [{ id: 'q2' }], rankings, depth: 30, judged: new Map(), seed: 7 });
		expect(alone.map(({ docId }) => Number(docId.slice(1)))).toEqual(order);
		const other = poolRuns({ corpus, queries, rankings, depth: 30, judged: new Map(), seed: 8 });
		expect(other).not.toEqual(pool);
	});

	it('carries judgments along, those that say not relevant too', () => {
		const docs = Int32Array.from([0, 1, 2]);
		const judged = new Map([
			[
				'q1',
				new Map([
					['d0', 3],
					['d1', 0],
				]),
			],
		]);
		const rankings = [[{ docs, scores: new Float64Array(3) }]];
		const pool = poolRuns({ corpus, queries: [{ id: 'q1' }], rankings, depth: 2, judged, seed: 1 });
		expect([...pool].sort((x, y) => (x.docId < y.docId ? -1 : 1))).toEqual([
			{ queryId: 'q1', docId: 'd0', grade: 3 },
			{ queryId: 'q1', docId: 'd1', grade: 0 },
		]);
	});
});
