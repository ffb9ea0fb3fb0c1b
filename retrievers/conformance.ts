import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Dataset, Doc, Options, Query, Ranking, Retriever, RetrieverPlugin } from '../harness/contract.ts';
import { defaultsOf } from '../harness/options.ts';
import { corpusOrder, toIndexed } from '../harness/ranking.ts';
import { indexDataset } from '../harness/run/index-dataset.ts';
import { CONFORMANCE_CORPUS, HOSTILE_QUERIES } from './conformance-corpus.ts';
import { quietContext, quietQuery } from './testing/context.ts';

export interface ConformanceCase {
	/** Over the plugin's defaults. */
	readonly options?: Options;
	/** Default: twelve documents about a household, one of them empty. */
	readonly corpus?: readonly Doc[];
	/** A query that finds at least one document of the corpus. */
	readonly query?: string;
	/** The dataset's folder, for plugins that read files from it. */
	readonly datasetDirectory?: string;
	/** The rankings of the legs that seed this one. */
	readonly seeds?: ReadonlyMap<string, Ranking>;
}

/**
 * The behaviour that every retriever must have, as a vitest `describe` block: call it in a test file of your own.
 *
 * @example
 * testRetriever(myPlugin, { options: { k1: 1.2 } });
 */
export function testRetriever(plugin: RetrieverPlugin, given: ConformanceCase = {}): void {
	const corpus = given.corpus ?? CONFORMANCE_CORPUS;
	const options = { ...defaultsOf(plugin.options), ...given.options };
	const order = corpusOrder(corpus);
	const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
	const context = { ...quietContext(folder), datasetDirectory: given.datasetDirectory ?? folder };
	const index = async (docs: readonly Doc[] = corpus): Promise<Retriever> => plugin.index(docs, options, context);
	const retrieve = async (retriever: Retriever, text: string, depth: number, seeds = given.seeds) =>
		retriever.retrieve(queryOf(text), depth, quietQuery(seeds));
	/** Throws for unknown ids, duplicates and scores that are not finite. */
	const checked = (ranking: Ranking, depth: number) =>
		toIndexed(ranking, order, Math.max(depth, ranking.length), { retriever: plugin.name, queryId: 'q' });
	const query = given.query ?? 'ledger of the whippet';
	const seedsIn = (ids: ReadonlySet<string>): ReadonlyMap<string, Ranking> | undefined =>
		given.seeds &&
		new Map([...given.seeds].map(([name, seeds]) => [name, seeds.filter(({ docId }) => ids.has(docId))]));

	describe(`${plugin.name} behaves as a retriever`, () => {
		let opened: Promise<Retriever> | undefined;
		const shared = (): Promise<Retriever> => {
			opened ??= index();
			return opened;
		};
		afterAll(async () => {
			(await opened)?.close?.();
			rmSync(folder, { recursive: true, force: true });
		});

		it('finds something', async () => {
			expect((await retrieve(await shared(), query, 5)).length).toBeGreaterThan(0);
		});

		it('returns its best first, then in corpus order', async () => {
			const ranking = await retrieve(await shared(), query, corpus.length);
			const inOrder = checked(ranking, corpus.length);
			expect(ranking.map(({ docId }) => order.get(docId))).toEqual([...inOrder.docs]);
		});

		it('returns at most depth documents, and the same head at every depth', async () => {
			const retriever = await shared();
			const all = await retrieve(retriever, query, 3 * corpus.length + 10);
			expect(all.length).toBeLessThanOrEqual(corpus.length);
			for (const depth of [0, 1, 2, corpus.length])
				expect(await retrieve(retriever, query, depth)).toEqual(all.slice(0, depth));
		});

		it('returns ids of the corpus, each once, with finite scores, whatever the query', async () => {
			const retriever = await shared();
			for (const text of HOSTILE_QUERIES)
				expect(checked(await retrieve(retriever, text, 7), 7).docs.length).toBeLessThanOrEqual(7);
		});

		it('answers the same after other queries, and after a second indexing', async () => {
			const first = await shared();
			const second = await index();
			try {
				const answers = await Promise.all(
					[query, ...HOSTILE_QUERIES.slice(0, 8)].map((text) => retrieve(first, text, 9)),
				);
				for (const [i, text] of [query, ...HOSTILE_QUERIES.slice(0, 8)].entries()) {
					expect(await retrieve(second, text, 9)).toEqual(answers[i]);
					expect(await retrieve(first, text, 9)).toEqual(answers[i]);
				}
				expect(second.facts?.()).toEqual(first.facts?.());
			} finally {
				second.close?.();
			}
		});

		it('has nothing to say about an empty corpus, and lives with a single document', async () => {
			for (const docs of [[], corpus.slice(0, 1)]) {
				const retriever = await index(docs);
				const ranking = await retrieve(retriever, query, 5, new Map());
				expect(ranking.length).toBeLessThanOrEqual(docs.length);
				expect(retriever.indexSizeBytes?.() ?? 0).toBeGreaterThanOrEqual(0);
				retriever.close?.();
			}
		});

		it('passes over seeds that it was not given', async () => {
			const seeds = new Map([['other', [{ docId: 'of another corpus', score: 1 }]]]);
			checked(await retrieve(await shared(), query, 5, seeds), 5);
		});

		it('never sees nor returns a document outside the scope of a query', async () => {
			const scoped = corpus.map(
				(doc, i): Doc => ({ ...doc, scopes: i % 3 === 2 ? ['one', 'two'] : [['one', 'two'][i % 3] as string] }),
			);
			const ids = (scope: string) => new Set(scoped.flatMap(({ id, scopes }) => (scopes?.includes(scope) ? [id] : [])));
			const indexed: ReadonlySet<string>[] = [];
			const watched: RetrieverPlugin = {
				...plugin,
				index: (docs, own, inner) => {
					indexed.push(new Set(docs.map(({ id }) => id)));
					return plugin.index(docs, own, inner);
				},
			};
			const queries = ['one', 'two', 'one'].map((scope): Query => ({ ...queryOf(query), id: `q-${scope}`, scope }));
			for (const mode of ['separate', 'filtered'] as const) {
				const dataset: Dataset = {
					...{ name: 'conformance', directory: context.datasetDirectory, corpus: scoped, queries, qrels: new Map() },
					...{ fingerprint: '', sensitivePolicy: 'leave-out', sensitiveLeftOut: 0, scopes: { mode, as_of: false } },
				};
				indexed.length = 0;
				const retriever = await indexDataset(watched, dataset, options, context);
				for (const asked of queries) {
					const ranking = await retriever.retrieve(asked, 5, quietQuery(seedsIn(ids(asked.scope as string))));
					for (const { docId } of ranking) expect(ids(asked.scope as string)).toContain(docId);
					if (mode === 'separate')
						expect([...(indexed.at(-1) as ReadonlySet<string>)].every((id) => ids(asked.scope as string).has(id))).toBe(
							true,
						);
				}
				retriever.close?.();
			}
		});

		it('can be closed twice', async () => {
			const retriever = await index();
			retriever.close?.();
			retriever.close?.();
		});

		it('does not change the documents it is given', async () => {
			const before = JSON.stringify(corpus);
			(await index()).close?.();
			expect(JSON.stringify(corpus)).toBe(before);
		});
	});
}

function queryOf(text: string): Query {
	return { id: 'q', text, stratum: 'conformance' };
}
