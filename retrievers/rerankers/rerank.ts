import type { Doc, IndexContext, Ranking, Retriever, RetrieverPlugin } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { scoresByDoc } from '../../harness/fusion/pair-scores.ts';
import { rerankedHead, rerank as stage } from '../../harness/fusion/stages/rerank.ts';
import { option, resolveOptions } from '../../harness/options.ts';
import { indexPlugin } from '../../harness/run/index-plugin.ts';
import { optionsOf } from '../options-of.ts';
import { checkReranker } from './index.ts';
import { openPairScorer } from './pair-scorer.ts';

const OPTIONS = {
	of: option.text('hybrid:balanced', 'the retriever whose ranking is reranked, with its default options'),
	...stage.options,
};

/**
 * Another retriever's ranking, its first documents put in the order of a cross-encoder: the stage `rerank` for systems
 * that are no hybrid, by the same rules. The scores of the ranking are ranks counted from the end.
 */
export function createRerank(find: (name: string) => Promise<RetrieverPlugin>): RetrieverPlugin<typeof OPTIONS> {
	return {
		name: 'rerank',
		summary: 'another retriever, its first documents reranked by a cross-encoder (of a hybrid: the stage `rerank`)',
		options: OPTIONS,
		stage: 'rerank',
		// It passes the corpus on through `indexPlugin`, and shows no sensitive document to a model itself.
		keepsSensitiveLocal: true,
		unhashedCode: 'what a server runs can not be known, nor whether a deadline is met again',
		async validate({ of, model }) {
			checkReranker(model);
			if (of === 'rerank') throw new BenchError('usage', 'rerank: of names rerank itself');
			await find(of);
		},
		async index(corpus, { of, model, top, deadline_ms: deadline }, context) {
			const plugin = await find(of);
			const inner = await indexPlugin(plugin, corpus, resolveOptions(of, await optionsOf(plugin, {}), {}), context);
			return reranked(inner, corpus, { model, top, deadline }, context);
		},
	};
}

async function reranked(
	inner: Retriever,
	corpus: readonly Doc[],
	{ model, top, deadline }: { readonly model: string; readonly top: number; readonly deadline: number },
	context: IndexContext,
): Promise<Retriever> {
	const docs = new Map(corpus.map((doc) => [doc.id, doc]));
	const scorer = await openPairScorer(model, context);
	const missed = new Set<string>();
	const cut = new Set<string>();
	return {
		async retrieve(query, depth, retrieveContext) {
			const first = await inner.retrieve(query, Math.max(depth, top), retrieveContext);
			const head = Int32Array.from(first.slice(0, top).keys());
			const idAt = (rank: number): string => (first[rank] as Ranking[number]).docId;
			const scored = await scorer.score(
				query,
				Array.from(head, (rank) => docs.get(idAt(rank)) as Doc),
				deadline,
			);
			const scores = scoresByDoc(head, scored);
			for (const [rank, pair] of scores) if (pair.cut === true) cut.add(JSON.stringify([query.id, idAt(rank)]));
			const order = rerankedHead(head, (rank) => scores.get(rank), deadline);
			if (order === undefined) missed.add(query.id);
			return [...(order ?? head), ...[...first.keys()].slice(top)]
				.slice(0, depth)
				.map((rank, i) => ({ docId: idAt(rank), score: first.length - i }));
		},
		...(inner.indexSizeBytes === undefined ? {} : { indexSizeBytes: () => inner.indexSizeBytes?.() ?? 0 }),
		facts: () => ({
			...inner.facts?.(),
			reranker: scorer.id,
			queries_past_deadline: missed.size,
			pairs_cut: cut.size,
		}),
		close() {
			scorer.close();
			inner.close?.();
		},
	};
}
