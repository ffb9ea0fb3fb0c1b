import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fusion } from '../../../contract.ts';
import { fusions } from '../../../fusion/index.ts';
import { fuse, type Pipeline, type PipelineLeg } from '../../../fusion/pipeline.ts';
import { rrf } from '../../../fusion/rrf.ts';
import type { QueryFeatures } from '../../../fusion/stages/stage.ts';
import { defaultsOf } from '../../../options.ts';
import { auditPipeline } from '../index.ts';
import type { StaticAudit } from '../leg-audit.ts';
import { SCORE_SHAPES } from './score-shapes.ts';
import { auditLegStatically } from './static-audit.ts';

const weight = fc.double({ min: 0.05, max: 3, noNaN: true });
const depth = fc.integer({ min: 10, max: 30 });
const NAMES = ['a', 'b', 'c', 'd'];

const legsArbitrary = fc
	.array(fc.record({ weight, depth }), { minLength: 2, maxLength: 4 })
	.map((legs) => legs.map((leg, i): PipelineLeg => ({ ...leg, name: NAMES[i] as string, exclude: [] })));

function system(legs: readonly PipelineLeg[], fusion: Fusion = rrf): Pipeline {
	return { legs, fusion, fusionOptions: defaultsOf(fusion.options), stages: [] };
}

function audit(pipeline: Pipeline, name: string, cutoff = 5): StaticAudit {
	return auditLegStatically(pipeline, pipeline.legs.find((leg) => leg.name === name) as PipelineLeg, { cutoff });
}

function withWeight(legs: readonly PipelineLeg[], name: string, to: number): readonly PipelineLeg[] {
	return legs.map((leg) => (leg.name === name ? { ...leg, weight: to } : leg));
}

const FEW = { numRuns: 8 };

describe('thresholds', () => {
	const someFusion = fc.constantFrom('rrf', 'isr', 'minmax', 'tm2c2');

	it('above the easiest a newcomer enters, below it none does', () => {
		fc.assert(
			fc.property(legsArbitrary, someFusion, (legs, name) => {
				const fusion = fusions[name] as Fusion;
				const { fullLists: easiest } = audit(system(legs, fusion), 'a').thresholds;
				if (easiest === null || easiest === 0) return;
				expect(audit(system(withWeight(legs, 'a', easiest * 1.001), fusion), 'a').enters).toBe(true);
				expect(audit(system(withWeight(legs, 'a', easiest * 0.999), fusion), 'a').enters).toBe(false);
			}),
			FEW,
		);
	});

	it('of rrf: the easiest is the heaviest other leg at rank K, the disjoint one the K-th of the merged lists', () => {
		fc.assert(
			fc.property(legsArbitrary, fc.integer({ min: 1, max: 10 }), (legs, cutoff) => {
				const { thresholds } = audit(system(legs), 'a', cutoff);
				const others = legs.slice(1);
				const heaviest = Math.max(...others.map((leg) => leg.weight));
				expect(thresholds.fullLists).toBeCloseTo((heaviest * 61) / (60 + cutoff), 6);
				const merged = others
					.flatMap((leg) => Array.from({ length: leg.depth }, (_, rank) => leg.weight / (61 + rank)))
					.sort((x, y) => y - x);
				expect(thresholds.disjoint).toBeCloseTo(61 * (merged[cutoff - 1] as number), 6);
			}),
			FEW,
		);
	});

	it('of rrf: one more leg never lowers them', () => {
		fc.assert(
			fc.property(legsArbitrary, weight, (legs, extra) => {
				const before = audit(system(legs), 'a').thresholds;
				const after = audit(system([...legs, { name: 'e', weight: extra, depth: 20, exclude: [] }]), 'a').thresholds;
				expect(after.fullLists as number).toBeGreaterThanOrEqual((before.fullLists as number) * (1 - 1e-6));
				expect(after.disjoint as number).toBeGreaterThanOrEqual((before.disjoint as number) * (1 - 1e-6));
			}),
			FEW,
		);
	});
});

it('the order in which legs are listed changes nothing', () => {
	fc.assert(
		fc.property(legsArbitrary, (legs) => {
			const there = auditPipeline(system(legs), { cutoff: 5 });
			const back = auditPipeline(system([...legs].reverse()), { cutoff: 5 });
			for (const found of there) {
				const other = back.find(({ leg }) => leg === found.leg) as StaticAudit;
				expect(other.verdict).toBe(found.verdict);
				expect(other.threshold).toBeCloseTo(found.threshold as number, 8);
			}
		}),
		FEW,
	);
});

it('what a leg is called changes nothing', () => {
	fc.assert(
		fc.property(legsArbitrary, (legs) => {
			const renamed = legs.map((leg) => ({ ...leg, name: `leg of ${leg.name}` }));
			const [before, after] = [legs, renamed].map((list) => auditPipeline(system(list), { cutoff: 5 }));
			expect(after?.map(({ verdict, thresholds }) => ({ verdict, thresholds }))).toEqual(
				before?.map(({ verdict, thresholds }) => ({ verdict, thresholds })),
			);
		}),
		FEW,
	);
});

it('what is called out of reach is not reached by random rankings of full depth either, in any fusion', () => {
	const N = 30;
	const FEATURES: QueryFeatures = {
		importance: new Float64Array(N),
		createdAt: new Float64Array(N),
		field: () => [],
		exactMatch: () => false,
	};
	const some = (count: number, below: number): fc.Arbitrary<number[]> =>
		fc.uniqueArray(fc.integer({ min: 0, max: below - 1 }), { minLength: count, maxLength: count });
	const legs = (own: number): readonly PipelineLeg[] => [
		{ name: 'a', weight: own, depth: 10, exclude: [] },
		{ name: 'b', weight: 1, depth: 10, exclude: [] },
		{ name: 'c', weight: 0.7, depth: 10, exclude: [] },
	];
	const shape = fc.constantFrom(...Object.values(SCORE_SHAPES));
	for (const fusion of Object.values(fusions)) {
		const { fullLists: easiest, proven } = audit(system(legs(1), fusion), 'a').thresholds;
		if (easiest === 0 || !proven) continue;
		const pipeline = system(legs((easiest ?? 1) * 0.999), fusion);
		expect(audit(pipeline, 'a').enters).toBe(false);
		fc.assert(
			fc.property(some(10, 20), some(10, 20), some(10, N), shape, shape, (b, c, a, othersShape, ownShape) => {
				const rankings = new Map(
					Object.entries({ a, b, c }).map(([name, docs]) => [
						name,
						{
							docs: Int32Array.from(docs),
							scores: Float64Array.from(docs, (_, rank) => (name === 'a' ? ownShape : othersShape)(rank, 10, 5)),
						},
					]),
				);
				const others = new Set([...b, ...c]);
				for (const docIndex of fuse(pipeline, rankings, FEATURES, 5).docs) expect(others.has(docIndex)).toBe(true);
			}),
			{ numRuns: 60 },
		);
	}
});
