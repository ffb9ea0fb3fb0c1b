import { createHash } from 'node:crypto';
import type { Doc, IndexContext, Ranking, Retriever, RetrieverPlugin } from '../../harness/contract.ts';
import { DeadlineError, withDeadline } from '../../harness/deadline.ts';
import { BenchError } from '../../harness/errors.ts';
import { option, resolveOptions } from '../../harness/options.ts';
import { indexPlugin } from '../../harness/run/index-plugin.ts';
import { estimatedTokens } from '../embedders/hosted/batches.ts';
import { vectorCache } from '../embedders/vector-cache.ts';
import { sendingCounter } from '../hosted/sending.ts';
import { optionsOf } from '../options-of.ts';
import { checkReranker, openReranker, type RerankService } from './rerank-service.ts';

const OPTIONS = {
	of: option.text('hybrid:balanced', 'the retriever whose ranking is reranked, with its default options'),
	model: option.text('', '<provider>:<model>: cohere, jina, voyage or tei'),
	top: option.integer(50, { min: 1, max: 1000, help: 'documents that are reranked; the others follow as they were' }),
	deadline_ms: option.integer(0, { min: 1, also: [0], help: 'past it the first order stands, counted; 0: none' }),
};

/**
 * Another retriever's ranking, its first documents put in the order of a cross-encoder behind a service. Documents that
 * are sensitive are not sent and keep their rank; the others change places among themselves. Scores are kept in the
 * cache by model, query and document. A query that misses the deadline keeps the first order and is counted. The scores
 * of the ranking are ranks counted from the end: two scales do not mix.
 */
export function createRerank(find: (name: string) => Promise<RetrieverPlugin>): RetrieverPlugin<typeof OPTIONS> {
	return {
		name: 'rerank',
		summary: 'another retriever, its first documents reranked by a hosted cross-encoder',
		options: OPTIONS,
		stage: 'rerank',
		// It passes the corpus on through `indexPlugin`, and sends no sensitive document itself.
		keepsSensitiveLocal: true,
		unhashedCode: 'what its server runs can not be known',
		async validate({ of, model }) {
			checkReranker(model);
			if (of === 'rerank') throw new BenchError('usage', 'rerank: of names rerank itself');
			await find(of);
		},
		async index(corpus, { of, model, top, deadline_ms: deadline }, context) {
			const plugin = await find(of);
			const inner = await indexPlugin(plugin, corpus, resolveOptions(of, await optionsOf(plugin, {}), {}), context);
			return reranked(inner, corpus, openReranker(model), { top, deadline }, context);
		},
	};
}

function reranked(
	inner: Retriever,
	corpus: readonly Doc[],
	service: RerankService,
	{ top, deadline }: { readonly top: number; readonly deadline: number },
	context: IndexContext,
): Retriever {
	const docs = new Map(corpus.map((doc) => [doc.id, doc]));
	const cache = vectorCache(context.cacheDirectory, context.note);
	const counter = sendingCounter(context.sending, () => undefined);
	const missed = new Set<string>();
	let said = false;

	async function scoresOf(query: string, texts: readonly string[]): Promise<readonly number[]> {
		const keys = texts.map((text) => pairKey(query, text));
		const known = cache.read(service.id, 1, keys).map((row) => row?.vector[0]);
		const missing = [...known.keys()].filter((i) => known[i] === undefined);
		if (missing.length > 0) {
			const wanted = missing.map((i) => texts[i] as string);
			const tokens = wanted.reduce((sum, text) => sum + estimatedTokens(query + text), 0);
			counter.announce({ host: service.host, what: 'pairs', texts: wanted.length, tokens });
			if (!said) context.note(`queries and documents are sent to ${service.host}`);
			said = true;
			const scores = await service.score(query, wanted);
			cache.write(
				service.id,
				scores.map((score, i) => ({
					key: keys[missing[i] as number] as Buffer,
					vector: Float32Array.of(score),
					tokens: -1,
				})),
			);
			for (const [i, at] of missing.entries()) known[at] = scores[i];
		}
		return known as readonly number[];
	}

	return {
		async retrieve(query, depth, retrieveContext) {
			const first = await inner.retrieve(query, Math.max(depth, top), retrieveContext);
			const movable = [...first.keys()]
				.slice(0, top)
				.filter((rank) => docs.get((first[rank] as Ranking[number]).docId)?.sensitive === false);
			const texts = movable.map((rank) => (docs.get((first[rank] as Ranking[number]).docId) as Doc).content);
			const scores = await inTime(() => scoresOf(query.text, texts));
			const order = [...first.keys()];
			if (scores === undefined) missed.add(query.id);
			else {
				// A stable sort: documents of equal scores keep their order.
				const sorted = movable.map((rank, i) => ({ rank, score: scores[i] as number }));
				sorted.sort((x, y) => y.score - x.score);
				for (const [i, slot] of movable.entries()) order[slot] = (sorted[i] as { rank: number }).rank;
			}
			return order
				.slice(0, depth)
				.map((rank, i) => ({ docId: (first[rank] as Ranking[number]).docId, score: order.length - i }));
		},
		...(inner.indexSizeBytes === undefined ? {} : { indexSizeBytes: () => inner.indexSizeBytes?.() ?? 0 }),
		facts: () => ({ ...inner.facts?.(), reranker: service.id, queries_past_deadline: missed.size }),
		close() {
			cache.close();
			inner.close?.();
		},
	};

	/** Undefined where the deadline passed first. */
	async function inTime<T>(work: () => Promise<T>): Promise<T | undefined> {
		if (deadline === 0) return work();
		try {
			return await withDeadline(deadline, work);
		} catch (error) {
			if (error instanceof DeadlineError) return undefined;
			throw error;
		}
	}
}

/** sha-256 of query and document, so that no text is kept. */
function pairKey(query: string, document: string): Buffer {
	const length = Buffer.byteLength(query);
	return createHash('sha256').update(`pair\0${length}\0`).update(query).update(document).digest();
}
