import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract.ts';
import type { ManifestSystem, RunFolder } from '../../run/folder/run-folder.ts';
import { runForTests } from '../../testing/run-for-tests.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { auditFromManifest, auditRun, legRemarks } from './index.ts';

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

const NOTHING = { inPlace: undefined, remark: undefined, sentences: [], notAudited: [] };

const remarksAt10 = (baseline: RunFolder, challenger: RunFolder) => legRemarks(baseline, challenger, 10);

/** The run with a run.trec on disk: every query with these documents, best first. */
function kept(plain: RunFolder, docs: readonly number[]): RunFolder {
	const path = join(
		folder.path,
		`run-${Math.abs(docs.reduce((sum, doc, rank) => 31 * sum + doc * (rank + 1), plain.manifest.system.name.length))}`,
	);
	mkdirSync(path, { recursive: true });
	const lines = docs.map((doc, rank) => `q1 Q0 d${doc} ${rank + 1} ${100 - rank} x`);
	return written(plain, path, { 'run.trec': `${lines.join('\n')}\n` });
}

/** A run whose folder holds these files, with their hashes in its manifest. */
function written(plain: RunFolder, path: string, contents: Readonly<Record<string, string>>): RunFolder {
	const files = new Map<string, string>();
	for (const [name, content] of Object.entries(contents)) {
		writeFileSync(join(path, name), content);
		files.set(name, createHash('sha256').update(content).digest('hex'));
	}
	return { ...plain, path, manifest: { ...plain.manifest, files: Object.fromEntries(files) } };
}

const TWELVE = Array.from({ length: 12 }, (_, doc) => doc);

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
	it('the original: it cannot matter, and the top K of every query are the same', () => {
		const original = withGraph(0.35, ['fts', 'dense']);
		const [one, other] = [kept(base, TWELVE), kept(original, [...TWELVE.slice(0, 10), 50, 51])];
		for (const [baseline, challenger] of [
			[one, other],
			[other, one],
		] as const)
			expect(remarksAt10(baseline, challenger)).toEqual({
				inPlace: 'not a test of graph',
				remark: undefined,
				sentences: [
					'Not a test of graph: cannot-matter: it can change the top K in no way: neither by a document of its own nor by the order of the others (K = 10).',
				],
				notAudited: [],
			});
		// The observation overrules: document 50 stands at rank 11, so that a cutoff of 12 sees it.
		expect(legRemarks(one, other, 12).inPlace).toBeUndefined();
		expect(legRemarks(one, other, undefined).inPlace).toBeUndefined();
		const moved = kept(original, [50, ...TWELVE.slice(0, 11)]);
		expect(remarksAt10(one, moved).inPlace).toBeUndefined();
	});

	it('without rankings at hand nothing is called no test', () => {
		const found = remarksAt10(base, withGraph(0.35, ['fts', 'dense']));
		expect(found.inPlace).toBeUndefined();
		expect(found.remark).toContain('graph was not found able to change the top');
	});

	it('a live leg is tested, and so is one that is live on either side', () => {
		expect(remarksAt10(base, withGraph(1))).toEqual(NOTHING);
		expect(remarksAt10(withGraph(1), withGraph(0.35))).toEqual(NOTHING);
	});

	it('another weight under the threshold keeps the verdict, with what it is a test of', () => {
		const found = remarksAt10(withGraph(0.1), withGraph(0.35));
		expect(found.inPlace).toBeUndefined();
		expect(found.remark).toBe(
			'a test of graph as a re-orderer, not as a source; a weight of 0.938 is needed before its own documents enter against full lists',
		);
		expect(found.sentences).toEqual([`A${found.remark?.slice(1)} (K = 10).`]);
	});

	it('the cutoff of the metric decides: what enters the top 100 may not enter the top 10', () => {
		expect(legRemarks(withGraph(0), withGraph(0.8), 10).remark).toContain('re-orderer');
		expect(legRemarks(withGraph(0), withGraph(0.8), 40).remark).toBeUndefined();
	});

	it('other options of a limited leg get the remark, of a live one none', () => {
		const seeded = (weight: number, seeds: number) => built(withGraph(weight), { graph: { seeds } });
		expect(remarksAt10(seeded(0.35, 3), seeded(0.35, 5)).remark).toContain('a test of graph as a re-orderer');
		expect(remarksAt10(seeded(1, 3), seeded(1, 5))).toEqual(NOTHING);
		expect(remarksAt10(seeded(0.35, 3), seeded(0.35, 3))).toEqual(NOTHING);
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
					stages: [{ stage: 'limit', options: { n: 50 } }],
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
			const found = remarksAt10(built(base, { dense: { model: 'one' } }), other);
			expect(found.inPlace).toBeUndefined();
			expect(found.sentences.join()).toMatch(/^A test of graph as a re-orderer.* The systems differ in more than this/);
		}
	});

	it('a single retriever and its fusion with a leg differ in that leg', () => {
		const single = runForTests({ name: 'fts', strata: { exact: { 'recall@10': [1, 0], MRR: [1, 0] } } });
		const fused = run('fused', [
			['fts', 1],
			['graph', 0.35, ['fts']],
		]);
		expect(remarksAt10(kept(single, TWELVE), kept(fused, TWELVE)).inPlace).toBe('not a test of graph');
	});

	it('a leg of weight 0, and legs that are the same on both sides, are passed over', () => {
		expect(remarksAt10(base, withGraph(0))).toEqual(NOTHING);
		expect(remarksAt10(withGraph(0.35), withGraph(0.35))).toEqual(NOTHING);
	});

	it('systems without legs have nothing to say', () => {
		const single = runForTests({ name: 'fts', strata: { exact: { 'recall@10': [1] } } });
		expect(remarksAt10(single, single)).toEqual(NOTHING);
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
		expect(remarksAt10(base, own)).toEqual({
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
		const file = (docs: readonly number[]): string => `${docs.map(line).join('\n')}\n`;
		const head = Array.from({ length: 10 }, (_, i) => i);
		const tail = (from: number) => Array.from({ length: 40 }, (_, i) => from + i);
		const stored = written(withGraph(2), path, {
			'legs/fts.trec': file([...head, ...tail(100)]),
			'legs/dense.trec': file([...head, ...tail(200)]),
			'legs/graph.trec': file([...head, ...tail(300)]),
		});
		const system: ManifestSystem = {
			...stored.manifest.system,
			legs: ['fts', 'dense', 'graph'].map((name) => ({
				name,
				plugin: name,
				options: {},
				depth: 50,
				seeded_by: name === 'graph' ? ['fts', 'dense'] : [],
				facts: {},
			})),
		};
		const audits = auditRun({ ...stored, manifest: { ...stored.manifest, system } }, { cutoff: 10 });
		expect(audits.find(({ leg }) => leg === 'graph')).toMatchObject({ verdict: 'seed-locked', enters: true });
		expect(audits.every(({ measured }) => measured === undefined)).toBe(true);
	});
});
