import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Doc, Ranking } from '../../harness/contract.ts';
import { resolveOptions, type Settings } from '../../harness/options.ts';
import { testRetriever } from '../conformance.ts';
import { CONFORMANCE_CORPUS } from '../conformance-corpus.ts';
import { docOf } from '../testing/bm25.ts';
import { quietContext, quietQuery } from '../testing/context.ts';
import { wordVectors } from '../testing/word-vectors.ts';
import { createTyped } from './typed.ts';

const folder = mkdtempSync(join(tmpdir(), 'typed-'));
afterAll(() => rmSync(folder, { recursive: true }));

const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

// Who owns the whippet lives where the harbour is: a -> b -> c, over Marta and Pellmouth.
const CORPUS: readonly Doc[] = [
	docOf('a', 'Marta owns the whippet'),
	docOf('b', 'Marta lives in Pellmouth'),
	docOf('c', 'Pellmouth has a harbour'),
	docOf('d', 'Jonas repairs violas'),
	docOf('e', 'Jonas moved'),
	docOf('f', 'nothing to extract'),
	docOf('s', 'the code is swordfish', 0.5, { sensitive: true }),
];
writeFileSync(
	join(folder, 'triples.jsonl'),
	lines([
		{ id: 'a', entities: ['Marta'], triples: [['Marta', 'owns', 'the whippet']] },
		{ id: 'b', entities: [], triples: [['Marta', 'lives in', 'Pellmouth']] },
		{ id: 'c', entities: ['harbour'], triples: [['Pellmouth', 'has', 'a harbour']] },
		{
			id: 'd',
			triples: [
				['Jonas', 'repairs', 'violas'],
				['Jonas', 'lives in', 'Tidewright Lane', { valid_to: '2024-01-01' }],
			],
		},
		{ id: 'e', triples: [['Jonas Berg', 'lives in', 'Kiln Lane', { valid_from: '2024-01-01' }]] },
		{ id: 's', entities: ['swordfish'], triples: [['code', 'is', 'swordfish']] },
		{ id: 'gone', entities: ['Marta'], triples: [] },
	]),
);

function ranking(...ids: readonly string[]): Ranking {
	return ids.map((docId, rank) => ({ docId, score: 10 - rank }));
}

async function walk(
	settings: Settings,
	{ text = '', fts }: { text?: string; fts?: Ranking } = {},
	seen: string[] = [],
) {
	const plugin = createTyped(wordVectors(seen));
	const options = resolveOptions(plugin.name, plugin.options, settings);
	await plugin.validate?.(options);
	const retriever = await plugin.index(CORPUS, options, quietContext(folder));
	let started: readonly string[] = [];
	const context = quietQuery(new Map(fts === undefined ? [] : [['fts', fts]]), (ids) => {
		started = ids;
	});
	const found = await retriever.retrieve({ id: 'q', text, stratum: 's' }, 10, context);
	const facts = retriever.facts?.();
	retriever.close?.();
	return { ids: found.map(({ docId }) => docId), found, started, facts };
}

describe.each(['pagerank', 'khop'])('graph:typed by %s', (by) => {
	it('finds documents over a shared concept and, farther off, over a fact', async () => {
		const { ids, started } = await walk({ walk: by, seed_share: 0 }, { fts: ranking('a') });
		expect(started).toEqual(['a']);
		expect(ids).toEqual(['b', 'c']);
	});

	it('lets a newcomer that the seeds point to stand above a seed that nothing points to', async () => {
		const { ids } = await walk({ walk: by }, { fts: ranking('a', 'd', 'c') });
		expect(ids.indexOf('b')).toBeLessThan(ids.indexOf('d'));
		expect(ids).toContain('a');
	});

	it('does not pretend: seeds that lead nowhere give nothing, however many', async () => {
		expect((await walk({ walk: by }, { fts: ranking('f') })).found).toEqual([]);
		expect((await walk({ walk: by }, { fts: ranking('d', 'f') })).found).toEqual([]);
		expect((await walk({ walk: by }, { fts: [] })).found).toEqual([]);
	});

	it('returns no seeds as a generator', async () => {
		expect((await walk({ walk: by, role: 'generator' }, { fts: ranking('a', 'c') })).ids).toEqual(['b']);
	});

	it('starts from the concepts that the query names, and says nothing where it names none', async () => {
		const named = await walk({ walk: by, seeding: 'entities' }, { text: 'where is the Harbour?' });
		expect(named.ids[0]).toBe('c');
		expect(named.started).toEqual([]);
		const blind = await walk({ walk: by, seeding: 'entities' }, { text: 'what of it', fts: ranking('a', 'b') });
		expect(blind.found).toEqual([]);
	});
});

describe('graph:typed', () => {
	it('starts from named concepts where no leg seeds it', async () => {
		expect((await walk({}, { text: 'violas' })).ids).toEqual(['d']);
	});

	it('adds the documents of other legs to the concepts, the best with the most weight', async () => {
		const alone = await walk({ seeding: 'entities' }, { text: 'harbour' });
		const helped = await walk(
			{ seeding: 'entities', passage_weight: 0.5 },
			{ text: 'harbour', fts: ranking('d', 'a') },
		);
		expect(alone.ids).not.toContain('d');
		expect(helped.ids).toContain('d');
		expect(helped.started).toEqual(['d']);
	});

	it('finds concepts by vector where no name matches', async () => {
		const question = { text: 'the berg of Tidewright' };
		expect((await walk({ seeding: 'entities' }, question)).found).toEqual([]);
		const near = { seeding: 'entities', concept_threshold: 0.5 };
		expect((await walk({ ...near, match: 'embedding' }, question)).ids[0]).toBe('e');
		expect((await walk({ ...near, match: 'both' }, { text: 'harbour and berg' })).ids).toEqual(
			expect.arrayContaining(['c', 'e']),
		);
		expect((await walk({ ...near, match: 'embedding', concept_threshold: 0.99 }, question)).found).toEqual([]);
	});

	it('starts from the facts nearest to the query', async () => {
		const question = { text: 'Jonas repairs what' };
		const { ids, facts } = await walk({ seeding: 'facts', facts_per_query: 1, fact_threshold: 0.3 }, question);
		expect(ids).toEqual(['d']);
		expect(facts).toMatchObject({ embedder: 'test:words' });
		expect((await walk({ seeding: 'facts', fact_threshold: 0.99 }, question)).found).toEqual([]);
	});

	it('joins or merges near concepts on request', async () => {
		const synonyms = { synonym_threshold: 0.6, seed_share: 0 };
		const from = { fts: ranking('d') };
		expect((await walk({ ...synonyms }, from)).ids).toEqual([]);
		const joined = await walk({ ...synonyms, synonyms: 'join' }, from);
		expect(joined.ids).toEqual(['e']);
		expect(joined.facts).toMatchObject({ merged_concepts: 0 });
		const merged = await walk({ ...synonyms, synonyms: 'merge' }, from);
		expect(merged.ids).toEqual(['e']);
		expect(merged.facts?.merged_concepts).toBeGreaterThan(0);
		expect(merged.found[0]?.score).toBeGreaterThan(joined.found[0]?.score as number);
	});

	it('walks no superseded fact, unless asked for that time', async () => {
		const idsAt = async (as_of: string, text: string) => (await walk({ as_of, seeding: 'entities' }, { text })).ids;
		expect(await idsAt('', 'Tidewright Lane')).toEqual([]);
		expect(await idsAt('2023-05-01', 'Tidewright Lane')).toEqual(['d']);
		expect(await idsAt('', 'Kiln Lane')).toEqual(['e']);
		expect(await idsAt('2023-05-01', 'Kiln Lane')).toEqual([]);
		await expect(walk({ as_of: 'last week' })).rejects.toThrow('as_of must be an ISO 8601 date');
	});

	it('follows the direction of facts on request', async () => {
		const toward = { seeding: 'entities', walk: 'khop', hops: 2, hub_cap: 1 };
		// Over a fact only: Pellmouth and Marta are hubs here, which are not walked through.
		expect((await walk(toward, { text: 'whippet' })).ids).toEqual(['a']);
		const score = async (directed: boolean) =>
			(await walk({ directed, seeding: 'entities' }, { text: 'harbour' })).found.find(({ docId }) => docId === 'b');
		expect((await score(true))?.score ?? 0).toBeLessThan((await score(false))?.score as number);
	});

	it('weighs common relations less on request', async () => {
		const scores = async (relations: string) =>
			(await walk({ relations, seeding: 'entities' }, { text: 'Marta' })).found.find(({ docId }) => docId === 'c')
				?.score;
		expect(await scores('rarity')).not.toBe(await scores('count'));
	});

	it('takes nothing from sensitive documents, nor from documents it was not given', async () => {
		const seen: string[] = [];
		const { facts } = await walk({ synonyms: 'join', seeding: 'facts' }, { text: 'code swordfish' }, seen);
		expect(seen.filter((text) => text !== 'code swordfish').join(' ')).not.toMatch(/swordfish|code/);
		expect(facts).toMatchObject({ extractions_passed_over: 2, documents_without_concepts: 2, superseded: 1, facts: 5 });
		expect((await walk({ seeding: 'entities' }, { text: 'swordfish' })).found).toEqual([]);
	});

	it('says how large it is', async () => {
		expect((await walk({})).facts).toEqual({
			nodes: 7 + 8,
			edges: 10 + 5,
			triples_sha256: createHash('sha256')
				.update(readFileSync(join(folder, 'triples.jsonl')))
				.digest('hex'),
			concepts: 8,
			facts: 5,
			superseded: 1,
			synonym_pairs: 0,
			merged_concepts: 0,
			documents_without_concepts: 2,
			extractions_passed_over: 2,
			components: 5,
			largest_component: 7,
		});
	});

	it.each([
		[{ damping: 1 }, 'option damping takes a number from 0 and below 1, not "1"'],
		[{ walk: 'stroll' }, /option walk takes .* or \w+, not "stroll"/],
		[{ seeding: 'luck' }, /option seeding takes .* or \w+, not "luck"/],
		[{ synonyms: 'yes' }, /option synonyms takes .* or \w+, not "yes"/],
		[{ relations: 'x' }, /option relations takes .* or \w+, not "x"/],
		[{ match: 'x' }, /option match takes .* or \w+, not "x"/],
	])('refuses %j', async (options, message) => {
		await expect(walk(options)).rejects.toThrow(message);
	});
});

const household = mkdtempSync(join(tmpdir(), 'household-'));
afterAll(() => rmSync(household, { recursive: true }));
writeFileSync(
	join(household, 'triples.jsonl'),
	lines(CONFORMANCE_CORPUS.map(({ id, tags }) => ({ id, entities: tags, triples: [] }))),
);
const behaves = (options: Settings, seeds?: ReadonlyMap<string, Ranking>) =>
	testRetriever(createTyped(wordVectors()), {
		options: { ...options },
		datasetDirectory: household,
		...(seeds === undefined ? {} : { seeds }),
	});
behaves({});
behaves({ walk: 'khop', synonyms: 'join' }, new Map([['fts', ranking('2', '9')]]));
behaves({ role: 'generator', synonyms: 'merge' }, new Map([['fts', ranking('2', '9')]]));
behaves({ seeding: 'entities', match: 'both', concept_threshold: 0.3 });
