import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../contract.ts';
import type { ManifestSystem, RunFolder } from '../results/run-folder.ts';
import { runForTests } from '../testing/run-for-tests.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { auditFromManifest, auditRun, untestedLegs } from './index.ts';

const folder = temporaryFolder({});
afterAll(() => folder.dispose());

type LegEntry = readonly [name: string, weight: number, exclude?: readonly string[]];

function run(name: string, legs: readonly LegEntry[], more: JsonObject = {}): RunFolder {
	const plain = runForTests({ name, strata: { exact: { 'recall@10': [1, 0], MRR: [1, 0] } } });
	const system: ManifestSystem = {
		name,
		plugin: 'hybrid',
		options: {},
		facts: {},
		pipeline: {
			fusion: 'rrf',
			fusion_options: { k: 60, rank_base: 1, absent: 'zero' },
			legs: legs.map(([leg, weight, exclude = []]) => ({ name: leg, weight, depth: 50, exclude })),
			stages: [],
			...more,
		},
	};
	return { ...plain, manifest: { ...plain.manifest, system } };
}

const base = run('base', [
	['fts', 1],
	['dense', 1],
]);
const withGraph = (weight: number, exclude: readonly string[] = []) =>
	run('with graph', [
		['fts', 1],
		['dense', 1],
		['graph', weight, exclude],
	]);

const NOTHING = { inPlace: undefined, sentences: [], notAudited: [] };

/** The same run, its manifest telling the options of the legs named. */
function built(plain: RunFolder, options: Readonly<Record<string, JsonObject>>): RunFolder {
	const { system } = plain.manifest;
	const legs = Object.entries(options).map(([name, own]) => ({
		name,
		plugin: name,
		options: own,
		depth: 50,
		seeded_by: [],
		facts: {},
	}));
	return { ...plain, manifest: { ...plain.manifest, system: { ...system, legs } } };
}

describe('legs that a comparison does not test', () => {
	it('the original: in one of the runs only, and out of reach there', () => {
		const original = withGraph(0.35, ['fts', 'dense']);
		const expected = {
			inPlace: 'not a test of graph',
			sentences: [
				'Not a test of graph (unreachable: no document that only this leg returns can enter the top K, whatever the rankings; K = 10).',
			],
			notAudited: [],
		};
		expect(untestedLegs(base, original)).toEqual(expected);
		expect(untestedLegs(original, base)).toEqual(expected);
	});

	it('a live leg is tested, and so is one that is live on either side', () => {
		expect(untestedLegs(base, withGraph(1))).toEqual(NOTHING);
		expect(untestedLegs(withGraph(1), withGraph(0.35))).toEqual(NOTHING);
	});

	it('another weight is no test where neither is live', () => {
		const found = untestedLegs(withGraph(0.1), withGraph(0.35));
		expect(found.inPlace).toBe('not a test of graph');
		expect(found.sentences[0]).toContain('Not a test of graph (reorder-only');
	});

	it('other options of a leg that is live in neither are no test, and of a live one they are', () => {
		const seeded = (weight: number, seeds: number) => built(withGraph(weight), { graph: { seeds } });
		expect(untestedLegs(seeded(0.35, 3), seeded(0.35, 5)).inPlace).toBe('not a test of graph');
		expect(untestedLegs(seeded(1, 3), seeded(1, 5))).toEqual(NOTHING);
		expect(untestedLegs(seeded(0.35, 3), seeded(0.35, 3))).toEqual(NOTHING);
	});

	it('where more differs the verdict stands, and the sentence says so', () => {
		const others = [
			run(
				'k',
				[
					['fts', 1],
					['dense', 1],
					['graph', 0.35],
				],
				{ fusion_options: { k: 10, rank_base: 1, absent: 'zero' } },
			),
			run(
				'stage',
				[
					['fts', 1],
					['dense', 1],
					['graph', 0.35],
				],
				{
					stages: [{ stage: 'importance', options: { base: 0.7, slope: 0.1 } }],
				},
			),
			run('weight', [
				['fts', 2],
				['dense', 1],
				['graph', 0.35],
			]),
			built(withGraph(0.35), { dense: { model: 'another' } }),
		];
		for (const other of others) {
			const found = untestedLegs(built(base, { dense: { model: 'one' } }), other);
			expect(found.inPlace).toBeUndefined();
			expect(found.sentences.join()).toMatch(/^Not a test of graph .* The systems differ in more than this/);
		}
	});

	it('a single retriever and its fusion with a leg differ in that leg', () => {
		const single = runForTests({ name: 'fts', strata: { exact: { 'recall@10': [1, 0], MRR: [1, 0] } } });
		const fused = run('fused', [
			['fts', 1],
			['graph', 0.35, ['fts']],
		]);
		expect(untestedLegs(single, fused).inPlace).toBe('not a test of graph');
	});

	it('a leg of weight 0, and legs that are the same on both sides, are passed over', () => {
		expect(untestedLegs(base, withGraph(0))).toEqual(NOTHING);
		expect(untestedLegs(withGraph(0.35), withGraph(0.35))).toEqual(NOTHING);
	});

	it('systems without legs have nothing to say', () => {
		const single = runForTests({ name: 'fts', strata: { exact: { 'recall@10': [1] } } });
		expect(untestedLegs(single, single)).toEqual(NOTHING);
		expect(auditFromManifest(single.manifest, { cutoff: 10 })).toEqual([]);
	});

	it('a fusion that is not at hand is said to be the reason that nothing was audited', () => {
		const own = run(
			'own',
			[
				['fts', 1],
				['graph', 1],
			],
			{ fusion: './mine.ts' },
		);
		expect(untestedLegs(base, own)).toEqual({
			...NOTHING,
			notAudited: ['The legs of results/own were not audited: there is no fusion "./mine.ts".'],
		});
	});
});

describe('the audit of a run folder', () => {
	it('sees from the kept rankings what the manifest does not say', () => {
		const path = join(folder.path, 'run');
		mkdirSync(join(path, 'legs'), { recursive: true });
		const line = (doc: number, rank: number) => `q1 Q0 d${doc} ${rank + 1} ${100 - rank} x`;
		const write = (leg: string, docs: readonly number[]) =>
			writeFileSync(join(path, 'legs', `${leg}.trec`), `${docs.map(line).join('\n')}\n`);
		const head = Array.from({ length: 10 }, (_, i) => i);
		const tail = (from: number) => Array.from({ length: 40 }, (_, i) => from + i);
		write('fts', [...head, ...tail(100)]);
		write('dense', [...head, ...tail(200)]);
		write('graph', [...head, ...tail(300)]);
		const kept = { ...withGraph(2), path };
		const system: ManifestSystem = {
			...kept.manifest.system,
			legs: ['fts', 'dense', 'graph'].map((name) => ({
				name,
				plugin: name,
				options: {},
				depth: 50,
				seeded_by: name === 'graph' ? ['fts', 'dense'] : [],
				facts: {},
			})),
		};
		const audits = auditRun({ ...kept, manifest: { ...kept.manifest, system } }, { cutoff: 10 });
		expect(audits.find(({ leg }) => leg === 'graph')).toMatchObject({ verdict: 'seed-locked', enters: true });
		expect(audits.every(({ measured }) => measured === undefined)).toBe(true);
	});
});
