import { createHash } from 'node:crypto';
import type { Doc, IndexContext } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import type { PairScore, PairScorer } from '../../harness/fusion/pair-scores.ts';
import { estimatedTokens } from '../embedders/hosted/batches.ts';
import { once } from '../embedders/load-once.ts';
import { type CacheRow, vectorCache } from '../embedders/vector-cache.ts';
import { sendingCounter } from '../hosted/sending.ts';
import { openReranker } from './index.ts';
import type { CountedScore, RerankerContext } from './reranker.ts';

/** What opening a reranker takes, and what may be sent and read from the cache. */
type ScorerContext = RerankerContext & Pick<IndexContext, 'sending' | 'queryCache'>;

/** Scores are written at the latest after this time, so that a kill loses little. */
const WRITE_AFTER_MS = 1000;

/**
 * A reranker behind the cache. A score is kept under the reranker's id and the hash of query and document, with the
 * milliseconds that it took: no text, and a whole row or none. Sensitive documents are shown to no model, wherever it
 * runs, and neither are empty ones.
 */
export async function openPairScorer(model: string, context: ScorerContext): Promise<PairScorer> {
	const reranker = await openReranker(model, context);
	const { id, maxTokens, sendsTo } = reranker;
	const cache = vectorCache(context.cacheDirectory, context.note);
	const counter = sendingCounter(context.sending, () => undefined);
	const ready = once(async () => {
		if (sendsTo !== undefined) context.note(`queries and documents are sent to ${sendsTo}`);
		await reranker.load();
	});

	const scoreOf = ({ vector: [score, milliseconds], tokens }: Omit<CacheRow, 'key'>): PairScore => ({
		score: score as number,
		milliseconds: milliseconds as number,
		...(tokens < 0 || maxTokens === undefined ? {} : { cut: tokens > maxTokens }),
	});

	/** Scores what the cache lacks, until the deadline; what it did not come to stays undefined. */
	async function compute(
		query: string,
		texts: readonly string[],
		keys: readonly Buffer[],
		left: number,
	): Promise<readonly (PairScore | undefined)[]> {
		if (sendsTo !== undefined) {
			const tokens = texts.reduce((sum, text) => sum + estimatedTokens(query + text), 0);
			counter.announce({ host: sendsTo, what: 'pairs', texts: texts.length, tokens });
		}
		await ready();
		const found: (PairScore | undefined)[] = texts.map(() => undefined);
		let pending: CacheRow[] = [];
		let written = performance.now();
		let spent = 0;
		const write = (): void => {
			// A measurement beside the cache does not change what a repeated run finds there.
			if (pending.length > 0 && context.queryCache) cache.write(id, pending);
			pending = [];
			written = performance.now();
		};
		try {
			await reranker.score(query, texts, left, (i, scored) => {
				const row = { key: keys[i] as Buffer, ...rowOf(model, scored) };
				const pair = scoreOf(row);
				found[i] = pair;
				pending.push(row);
				if (performance.now() - written > WRITE_AFTER_MS) write();
				spent += pair.milliseconds;
				return left === 0 || spent <= left;
			});
		} finally {
			write();
		}
		return found;
	}

	return {
		model,
		id,
		async score(query, docs, deadlineMs) {
			const seen = [...docs.keys()].filter((i) => query.text.trim() !== '' && mayBeSeen(docs[i] as Doc));
			const texts = seen.map((i) => (docs[i] as Doc).content);
			const keys = texts.map((text) => pairKey(query.text, text));
			const known = context.queryCache ? cache.read(id, 2, keys) : keys.map(() => undefined);
			const pairs = known.map((row) => (row === undefined ? undefined : scoreOf(row)));
			const missing = [...pairs.keys()].filter((i) => pairs[i] === undefined);
			const spent = pairs.reduce((sum, pair) => sum + (pair?.milliseconds ?? 0), 0);
			let computed = 0;
			if (missing.length > 0 && (deadlineMs === 0 || spent < deadlineMs)) {
				const now = await compute(
					query.text,
					missing.map((i) => texts[i] as string),
					missing.map((i) => keys[i] as Buffer),
					deadlineMs === 0 ? 0 : deadlineMs - spent,
				);
				computed = now.filter((pair) => pair !== undefined).length;
				for (const [position, i] of missing.entries()) pairs[i] = now[position];
			}
			const scores: (PairScore | undefined)[] = docs.map(() => undefined);
			for (const [position, i] of seen.entries()) scores[i] = pairs[position] ?? TOO_LATE;
			return { scores, computed };
		},
		close() {
			cache.close();
			reranker.close();
		},
	};
}

/** The deadline passed before the pair was scored. */
const TOO_LATE: PairScore = { score: Number.NaN, milliseconds: Number.POSITIVE_INFINITY };

function mayBeSeen({ sensitive, content }: Doc): boolean {
	return !sensitive && content.trim() !== '';
}

/** As 32-bit floats, also where it is used at once: a score must not differ by whether it came from the cache. */
function rowOf(model: string, { score, milliseconds, tokens }: CountedScore): Omit<CacheRow, 'key'> {
	if (!Number.isFinite(score))
		throw new BenchError('model', `${model} gave a pair the score ${score}`, {
			hint: 'Its file may be damaged, or of a number type that this machine can not run: try another one (?dtype=fp32).',
		});
	return { vector: Float32Array.of(score, milliseconds), tokens };
}

/** sha-256 of query and document, so that no text is kept. */
function pairKey(query: string, document: string): Buffer {
	const length = Buffer.byteLength(query);
	return createHash('sha256').update(`pair\0${length}\0`).update(query).update(document).digest();
}
