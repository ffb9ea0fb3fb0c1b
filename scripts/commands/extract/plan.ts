import type { Doc } from '../../../harness/contract.ts';
import { costOf, type Estimate, estimateTokens, type Prices } from '../../llm/cost.ts';
import type { Extraction } from './extraction.ts';
import { extractionRequest, PROMPT_VERSION, type SentDoc } from './prompt.ts';
import { type ExtractionState, extractionKey } from './state.ts';

export interface BatchLimits {
	/** Documents a call. */
	readonly batch: number;
	/** Characters of documents a call; a longer document goes alone. */
	readonly batchChars: number;
	/** A document is cut to so many characters. */
	readonly docChars: number;
}

export interface KeyedDoc extends SentDoc {
	readonly key: string;
	readonly known: Extraction | undefined;
}

/** The extractions that are there and the documents to ask about. */
export interface ExtractionPlan {
	/** Every document with text, in corpus order. */
	readonly docs: readonly KeyedDoc[];
	readonly batches: readonly (readonly KeyedDoc[])[];
	readonly empty: number;
	readonly cut: number;
}

export function planExtraction(
	corpus: readonly Doc[],
	state: ExtractionState,
	model: string,
	limits: BatchLimits,
): ExtractionPlan {
	const filled = corpus.filter((doc) => doc.content.trim() !== '');
	const docs = filled.map((doc): KeyedDoc => {
		const text = cutText(doc.content, limits.docChars);
		const key = extractionKey(PROMPT_VERSION, model, text);
		return { doc, text, key, known: state.find(key) };
	});
	return {
		docs,
		batches: batchesOf(docs, limits),
		empty: corpus.length - filled.length,
		cut: docs.filter(({ doc, text }) => text.length < doc.content.length).length,
	};
}

/** Documents not known yet, each text once, in corpus order. */
function batchesOf(docs: readonly KeyedDoc[], { batch, batchChars }: BatchLimits): KeyedDoc[][] {
	const missing = [...new Map(docs.filter(({ known }) => known === undefined).map((doc) => [doc.key, doc])).values()];
	const batches: KeyedDoc[][] = [];
	let current: KeyedDoc[] = [];
	let chars = 0;
	for (const doc of missing) {
		if (current.length > 0 && (current.length >= batch || chars + doc.text.length > batchChars)) {
			batches.push(current);
			current = [];
			chars = 0;
		}
		current.push(doc);
		chars += doc.text.length;
	}
	if (current.length > 0) batches.push(current);
	return batches;
}

function cutText(text: string, limit: number): string {
	if (text.length <= limit) return text;
	const cut = text.slice(0, limit);
	// Half of a surrogate pair at the end is no text.
	return /\p{Cs}$/u.test(cut) ? cut.slice(0, -1) : cut;
}

/** Bytes of answer for each byte of document: 1.5 in the 1,890 extracted documents of MuSiQue, 1.0 in short notes. */
const ANSWER_SHARE = 1.5;

export function estimate(plan: ExtractionPlan, prices: Prices): Estimate {
	const requests = plan.batches.map((batch) => extractionRequest(batch, 0));
	const promptTokens = requests.reduce(
		(sum, { system, user }) => sum + estimateTokens(system) + estimateTokens(user),
		0,
	);
	const texts = plan.batches.flat().map(({ text }) => estimateTokens(text));
	const completionTokens = Math.ceil(texts.reduce((sum, tokens) => sum + tokens, 0) * ANSWER_SHARE);
	const cost = costOf(promptTokens, completionTokens, prices);
	return { calls: requests.length, promptTokens, completionTokens, cost };
}
