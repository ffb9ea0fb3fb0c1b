import { describe, expect, it } from 'vitest';
import type { Doc } from '../../contract.ts';
import { randomStream } from '../../random.ts';
import { buildStratum } from './build-stratum.ts';
import { checkWording } from './check-wording.ts';
import { corpusWords } from './corpus-words.ts';
import { datasetLines } from './dataset-lines.ts';
import { type EvalItem, type ItemSource, isFailure, type WordedItem } from './item.ts';
import { multihopItems } from './multihop-items.ts';
import { findNearDuplicates } from './near-duplicates.ts';
import { lexicalNeighbours, type Neighbours } from './neighbours.ts';
import { refuseCopies } from './refuse-copies.ts';
import { salientPhrase } from './salient-phrase.ts';
import { capitalisedNames, sharedEntities } from './shared-entities.ts';
import { exactItems, paraphraseItems } from './single-target.ts';

function doc(id: string, content: string, more: Partial<Doc> = {}): Doc {
	return { id, content, tags: [], expandedKeywords: [], importance: 0.5, sensitive: false, metadata: {}, ...more };
}

function drain(source: ItemSource): ReturnType<ItemSource['next']>[] {
	const all: ReturnType<ItemSource['next']>[] = [];
	for (let next = source.next(); next !== undefined; next = source.next()) all.push(next);
	return all;
}

const LONG = 'the backup of the ledger runs at midnight on the old server in the cellar and mails a report to Jonas';
const nearDuplicateCorpus = [
	doc('a', LONG),
	doc('b', 'the cat sleeps on the warm server all day long'),
	doc('copy', LONG),
	doc('near', `${LONG} again`),
];

describe('near duplicates', () => {
	it('are exact copies and near-duplicates, of every member of a group', () => {
		const nearDuplicates = findNearDuplicates(nearDuplicateCorpus, 0.8);
		expect([0, 1, 2, 3].map((docIndex) => nearDuplicates(docIndex))).toEqual([[2, 3], [], [0, 3], [0, 2]]);
	});
});

describe('the salient phrase', () => {
	const corpus = [
		doc('1', 'We said that the spinnaker tore off Hvitvann, and we said that we will mend it.'),
		doc('2', 'We said that we will mend it, and that the sail is fine.'),
		doc('3', 'We will see.'),
	];
	const words = corpusWords(corpus);
	it('is rare, stands in the text, and crosses no end of a clause', () => {
		const phrase = salientPhrase(words, (corpus[0] as Doc).content, 0, new Set());
		expect(phrase).toBe('spinnaker tore off Hvitvann');
	});
	it('stands in no other document, unless that one is a duplicate', () => {
		const two = [doc('1', 'alpha beta gamma'), doc('2', 'alpha beta gamma')];
		const both = corpusWords(two);
		expect(salientPhrase(both, 'alpha beta gamma', 0, new Set())).toBeUndefined();
		expect(salientPhrase(both, 'alpha beta gamma', 0, new Set([1]))).toBe('alpha beta gamma');
	});
	it('is not there where there are fewer than three words together', () => {
		const short = corpusWords([doc('1', 'Yes, of course. No!')]);
		expect(salientPhrase(short, 'Yes, of course. No!', 0, new Set())).toBeUndefined();
	});
});

describe('single-target items', () => {
	const words = corpusWords(nearDuplicateCorpus);
	const nearDuplicates = findNearDuplicates(nearDuplicateCorpus, 0.8);
	it('ask for one of several near duplicates and make the others relevant', () => {
		const items = drain(exactItems(nearDuplicateCorpus, words, nearDuplicates, 'relevant', randomStream(1, 's')));
		expect(items).toHaveLength(2);
		const ledger = items.find((item) => item !== undefined && !item.targets.includes(1)) as EvalItem;
		expect([...ledger.targets, ...ledger.nearDuplicates].sort()).toEqual([0, 2, 3]);
		expect(ledger.discriminates).toBe(false);
	});
	it('refuse to tell a document from its exact copy, and say so', () => {
		const of = (targets: number[], discriminates: boolean): EvalItem => ({
			stratum: 'paraphrase',
			targets,
			nearDuplicates: nearDuplicates(targets[0] as number),
			discriminates,
		});
		const items = [of([0], true), of([3], true), of([0], false)];
		const results = drain(refuseCopies({ next: () => items.shift() }, nearDuplicateCorpus));
		expect(results.map((result) => result !== undefined && isFailure(result))).toEqual([true, false, false]);
	});
	it('mark what is to be told from its near duplicates', () => {
		const results = drain(
			paraphraseItems(nearDuplicateCorpus, words, nearDuplicates, 'discriminate', randomStream(3, 's')),
		);
		expect(results.map((result) => result !== undefined && !isFailure(result) && result.discriminates).sort()).toEqual([
			false,
			true,
		]);
	});
	it('say what is too short', () => {
		const corpus = [doc('1', 'one two'), doc('2', '')];
		const results = drain(paraphraseItems(corpus, corpusWords(corpus), () => [], 'relevant', randomStream(1, 's')));
		expect(results.map((result) => (result as { reason: string }).reason)).toEqual(
			Array(2).fill('too short to restate'),
		);
	});
	it('come in an order that the seed decides', () => {
		const order = (seed: number) =>
			drain(exactItems(nearDuplicateCorpus, words, nearDuplicates, 'relevant', randomStream(seed, 's'))).map(
				(item) => item?.targets,
			);
		expect(order(5)).toEqual(order(5));
		expect([1, 2, 3, 4, 5, 6].map((seed) => JSON.stringify(order(seed))).some((x, _, all) => x !== all[0])).toBe(true);
	});
});

describe('shared entities', () => {
	it('come from triples where there are any', () => {
		const corpus = [doc('1', 'x', { tags: ['unused'] }), doc('2', 'y', { tags: ['unused'] }), doc('3', 'z')];
		const { source, entities } = sharedEntities(
			corpus,
			new Map([
				['1', ['Kiln Lane', '1931']],
				['2', ['kiln  lane', '1931']],
				['3', ['Tove']],
			]),
		);
		expect(source).toBe('triples');
		expect(entities).toEqual([{ name: 'Kiln Lane', holders: [0, 1] }]);
	});
	it('are tags, keywords and names otherwise, and no topic of everything', () => {
		const corpus = Array.from({ length: 10 }, (_, i) =>
			doc(String(i), `Then we met ${i < 2 ? 'Marit Feld' : 'somebody'} there.`, { tags: ['everything'] }),
		);
		expect(sharedEntities(corpus, undefined)).toEqual({
			source: 'tags, keywords and names',
			entities: [{ name: 'Marit Feld', holders: [0, 1] }],
		});
	});
	it('reads names, but no capital that only opens a sentence', () => {
		expect(capitalisedNames("The boat is Jonas's. Kiln Lane is wet. We asked Dr Winifred. Yes")).toEqual([
			'Jonas',
			'Kiln Lane',
			'Dr Winifred',
		]);
	});
});

describe('multihop items', () => {
	const none: Neighbours = { by: 'none', count: 1, near: () => new Set() };
	const entities = [
		{ name: 'a', holders: [0, 1] },
		{ name: 'b', holders: [2, 3] },
		{ name: 'c', holders: [4, 5, 6] },
	];
	it('pair documents that share an entity', () => {
		for (let seed = 0; seed < 20; seed++)
			for (const item of drain(multihopItems(entities, () => [], 'relevant', none, randomStream(seed, 'm')))) {
				const { entity, targets } = item as EvalItem;
				const holders = entities.find(({ name }) => name === entity)?.holders ?? [];
				expect(targets.every((target) => holders.includes(target))).toBe(true);
				expect(new Set(targets).size).toBeGreaterThanOrEqual(2);
			}
	});
	it.each([
		[0, 1],
		[1, 0],
	])('never pair near neighbours, also where only %i has %i near, nor near duplicates', (one, other) => {
		const near: Neighbours = { by: 'x', count: 1, near: (docIndex) => new Set(docIndex === one ? [other] : []) };
		const nearDuplicates = (docIndex: number) => (docIndex === 2 ? [3] : docIndex === 3 ? [2] : []);
		const results = drain(multihopItems(entities, nearDuplicates, 'relevant', near, randomStream(1, 'm')));
		const reasons = results.flatMap((result) => (result !== undefined && isFailure(result) ? [result.reason] : []));
		expect(reasons.sort()).toEqual(['its documents are near neighbours', 'its documents are near-duplicates']);
	});
	it('use no document more than twice', () => {
		const hub = Array.from({ length: 9 }, (_, i) => ({ name: String(i), holders: [0, i + 1] }));
		const results = drain(multihopItems(hub, () => [], 'relevant', none, randomStream(1, 'm')));
		expect(results.filter((result) => result !== undefined && !isFailure(result))).toHaveLength(2);
	});
	it('make near duplicates of the targets relevant', () => {
		const nearDuplicates = (docIndex: number) => (docIndex === 0 ? [7] : []);
		const results = drain(multihopItems(entities.slice(0, 1), nearDuplicates, 'relevant', none, randomStream(1, 'm')));
		expect(results[0]).toMatchObject({ targets: [0, 1], nearDuplicates: [7], discriminates: false });
	});
});

describe('neighbours by words', () => {
	it('share rare words, and common ones do not count', () => {
		const filler = Array.from({ length: 60 }, (_, i) => doc(`f${i}`, `and the note number${i}`));
		const corpus = [doc('1', 'and the spinnaker tore'), doc('2', 'and the spinnaker is mended'), ...filler];
		const neighbours = lexicalNeighbours(corpusWords(corpus), 15);
		expect([...neighbours.near(0)]).toEqual([1]);
		expect([...neighbours.near(5)]).toEqual([]);
		expect(neighbours.by).toContain('words');
	});
});

describe('checking words', () => {
	const corpus = [
		doc('1', 'Tove reacts badly to cashew and pistachio', { expandedKeywords: ['allergy'] }),
		doc('2', 'Jonas repairs violas in Kiln Lane'),
		doc('3', 'Tove reacts badly to cashew and pistachio nuts'),
	];
	const words = corpusWords(corpus);
	const item = (stratum: EvalItem['stratum'], more: Partial<EvalItem> = {}): EvalItem => ({
		stratum,
		targets: [0],
		nearDuplicates: [],
		discriminates: false,
		...more,
	});
	const check = (text: string, of: EvalItem) => checkWording(text, of, corpus, words);

	it('an exact query is a phrase of its document and of no stranger', () => {
		expect(check('repairs violas in', item('exact', { targets: [1] }))).toEqual({ provenance: {} });
		expect(check('violas repairs in', item('exact', { targets: [1] }))).toHaveProperty('problem');
		expect(check('reacts badly to', item('exact'))).toMatchObject({ problem: expect.stringContaining('besides') });
		expect(check('reacts badly to', item('exact', { nearDuplicates: [2] }))).toEqual({ provenance: {} });
		expect(check('reacts badly to', item('exact', { nearDuplicates: [2], discriminates: true }))).toHaveProperty(
			'problem',
		);
	});
	it('a paraphrase stays under the overlap with content, keywords and near duplicates', () => {
		expect(check('which snacks must the younger girl avoid', item('paraphrase'))).toEqual({
			provenance: { jaccard: 0 },
		});
		expect(check('Tove cashew allergy', item('paraphrase'))).toMatchObject({
			problem: expect.stringContaining('Jaccard 0.38'),
			shared: ['tove', 'cashew', 'allergy'],
		});
		const duplicate = item('paraphrase', { targets: [1], nearDuplicates: [2] });
		expect(check('reacts badly to nuts', duplicate)).toHaveProperty('problem');
	});
	it('a multihop query says whether it names what its documents share', () => {
		const of = item('multihop', { targets: [0, 1], entity: 'Kiln Lane' });
		expect(check('who mends instruments in Kiln Lane', of)).toMatchObject({ provenance: { names_entity: true } });
		expect(check('who mends instruments in that kiln', of)).toMatchObject({ provenance: { names_entity: false } });
	});
	it('any query has 3 to 60 words on one line', () => {
		expect(check('two words', item('multihop'))).toHaveProperty('problem');
		expect(check('word '.repeat(61), item('multihop'))).toHaveProperty('problem');
		expect(check('one two\nthree', item('multihop'))).toHaveProperty('problem');
	});
});

describe('building a stratum', () => {
	const items = (count: number): EvalItem[] =>
		Array.from({ length: count }, (_, i) => ({
			stratum: 'paraphrase',
			targets: [i],
			nearDuplicates: [],
			discriminates: false,
		}));
	const source = (of: readonly EvalItem[]): ItemSource => {
		const left = [...of];
		return { next: () => left.shift() };
	};
	const worded = (item: EvalItem): WordedItem => ({ item, text: `query ${item.targets[0]}`, provenance: {} });
	const build = (of: readonly EvalItem[], wanted: number, word: Parameters<typeof buildStratum>[2]) =>
		buildStratum(source(of), wanted, word, () => undefined);

	it('replaces what fails, and counts it', async () => {
		const built = await build(items(20), 4, (item) =>
			(item.targets[0] as number) % 2 === 0 ? worded(item) : { targets: item.targets, reason: 'odd' },
		);
		expect(built.worded.map(({ item }) => item.targets[0])).toEqual([0, 2, 4, 6]);
		expect(built.failures.every(({ reason }) => reason === 'odd')).toBe(true);
		expect(built.exhausted).toBe(false);
	});
	it('comes out the same whichever answer comes first', async () => {
		const slow = async (item: EvalItem) => {
			await new Promise((resume) => setTimeout(resume, 10 - (item.targets[0] as number)));
			return worded(item);
		};
		expect((await build(items(8), 5, slow)).worded).toEqual((await build(items(8), 5, worded)).worded);
	});
	it('turns away a query that is there already', async () => {
		const built = await build(items(6), 2, (item) => ({ item, text: 'Same words', provenance: {} }));
		expect(built.worded).toHaveLength(1);
		expect(built.failures.map(({ reason }) => reason)).toContain('another query has the same words');
	});
	it('says when the corpus gives no more, and gives up on a model that never succeeds', async () => {
		expect(await build(items(2), 5, worded)).toMatchObject({ wanted: 5, exhausted: true });
		const hopeless = await build(items(100), 5, (item) => ({ targets: item.targets, reason: 'no' }));
		expect(hopeless).toMatchObject({ worded: [], exhausted: false });
		expect(hopeless.failures).toHaveLength(20);
	});
});

describe('the lines of a built dataset', () => {
	const corpus = [doc('x', 'one'), doc('y', 'two'), doc('z', 'three')];
	const item: EvalItem = { stratum: 'exact', targets: [0], nearDuplicates: [2], discriminates: false, phrase: 'p' };
	it('say what is relevant and how circular the query is', () => {
		const { queries, qrels } = datasetLines([{ item, text: 'p', provenance: { made_by: 'phrase' } }], corpus, null);
		expect(queries[0]).toMatchObject({
			query_id: 'exact_001',
			_made_by: 'phrase',
			_source_ids: ['x'],
			_near_duplicates: ['z'],
			_circular: { by_system_under_test: expect.stringContaining('yes') },
		});
		expect(qrels).toEqual([{ query_id: 'exact_001', relevant_ids: ['x', 'z'] }]);
	});
	it('leave near duplicates out where the query tells them apart, and mark it', () => {
		const apart = { ...item, discriminates: true };
		const { queries, qrels } = datasetLines([{ item: apart, text: 'p', provenance: {} }], corpus, null);
		expect(queries[0]).toMatchObject({ _discriminator: true, _near_duplicates: ['z'] });
		expect(qrels).toEqual([{ query_id: 'exact_001', relevant_ids: ['x'] }]);
	});
});
