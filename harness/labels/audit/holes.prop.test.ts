import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dataset, Doc } from '../../contract.ts';
import { parseMetrics } from '../../metrics/index.ts';
import { dataAuditContext } from './context.ts';
import { holes } from './holes.ts';

const corpus = Array.from(
	{ length: 8 },
	(_, docIndex): Doc => ({
		id: `d${docIndex}`,
		content: `text ${docIndex}`,
		tags: [],
		expandedKeywords: [],
		importance: 0.5,
		sensitive: false,
		metadata: {},
	}),
);
const k = 3;

/** -1 unjudged, 0 or 1 judged; document 0 is relevant, so that the query can be scored. */
const grades = fc.array(fc.constantFrom(-1, 0, 1), { minLength: 7, maxLength: 7 }).map((rest) => [1, ...rest]);
const ranking = fc
	.uniqueArray(fc.nat({ max: 7 }), { maxLength: 5 })
	.map((docs) => ({ docs: Int32Array.from(docs), scores: new Float64Array(docs.length) }));

describe('the bounds of a difference', () => {
	it('are the least and the most that any grades of the unjudged documents can make of it', () => {
		fc.assert(
			fc.property(grades, ranking, ranking, (judged, base, other) => {
				const known = [...judged.keys()].filter((docIndex) => judged[docIndex] !== -1);
				const dataset: Dataset = {
					name: 'made',
					directory: 'data/made',
					corpus,
					queries: [{ id: 'q', text: 'text', stratum: 'all' }],
					qrels: new Map([['q', new Map(known.map((docIndex) => [`d${docIndex}`, judged[docIndex] as number]))]]),
					fingerprint: 'f',
					sensitivePolicy: 'leave-out',
					sensitiveLeftOut: 0,
				};
				const runs = [
					{ label: 'base', rankings: [base] },
					{ label: 'other', rankings: [other] },
				];
				const metrics = parseMetrics('MRR');
				const context = dataAuditContext({ dataset, provenance: new Map(), runs, cutoff: k, poolDepth: k, metrics });
				const found = holes.run(context)[1]?.numbers;

				const open = [...judged.keys()].filter((docIndex) => judged[docIndex] === -1);
				const hits = ({ docs }: { docs: Int32Array }, truth: readonly number[]): number =>
					docs.subarray(0, k).reduce((sum, doc) => sum + (truth[doc] === 1 ? 1 : 0), 0);
				const differences = Array.from({ length: 2 ** open.length }, (_, bits) => {
					const truth = [...judged];
					open.forEach((docIndex, i) => {
						truth[docIndex] = (bits >> i) & 1;
					});
					return (hits(other, truth) - hits(base, truth)) / k;
				});
				expect(found?.least).toBeCloseTo(Math.min(...differences), 12);
				expect(found?.most).toBeCloseTo(Math.max(...differences), 12);
			}),
		);
	});
});
