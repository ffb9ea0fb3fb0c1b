import { BenchError } from '../../harness/errors.ts';
import { loadedFrom, once } from '../embedders/load-once.ts';
import { type OnnxSession, openSession, openTokenizer, type Tokenizer } from '../embedders/transformers.ts';
import { type PairTemplate, pairInput, pairTemplate } from './pair-tokens.ts';
import type { Reranker } from './reranker.ts';

/** A sequence-classification model with one label, and where its files are. */
export interface CrossEncoderModel {
	/** What messages call it: `hf:owner/name`. */
	readonly name: string;
	readonly hashes: { readonly weights: string; readonly tokenizer: string };
	readonly dtype: string;
	/** The model file inside the folder. */
	readonly modelFile: string;
	/** The window in tokens, special tokens included. */
	readonly maxTokens: number;
	/** The folder with its files, checked; called at most once, at the first use. */
	directory(): Promise<string>;
}

/**
 * A cross-encoder run in this process. Its score is the logit of its only label: a sigmoid, which some libraries put
 * behind it, changes no order, and makes ties of what differs once it has rounded to 1. Pairs run one at a time, whatever
 * the number type: dynamic int8 quantises over a whole batch, and matrix products of floats may be split otherwise for
 * another batch, so that only alone a pair's score depends on nothing else.
 */
export function crossEncoder(model: CrossEncoderModel): Reranker {
	const directory = once(() => model.directory());
	const tokenizer = once(async () => {
		const words = await loadedFrom(model.name, await directory(), openTokenizer);
		return { words, template: templateOf(model, words) };
	});
	const session = once(async () =>
		loadedFrom(model.name, await directory(), (folder) => openSession(folder, model.modelFile)),
	);
	let opened: OnnxSession | undefined;

	async function scoreOf(query: readonly number[], document: string): Promise<{ score: number; tokens: number }> {
		const { words, template } = await tokenizer();
		const { ids, types, tokens } = pairInput(template, query, words.plain(document), model.maxTokens);
		opened = await session();
		const { data } = await opened.run([ids], 'pooled', [types]);
		if (data.length !== 1) throw notOneLabel(model.name, data.length);
		return { score: data[0] as number, tokens };
	}

	return {
		id: [
			`reranker ${model.name}`,
			`weights=${model.hashes.weights.slice(0, 16)}`,
			`tokenizer=${model.hashes.tokenizer.slice(0, 16)}`,
			`dtype=${model.dtype}`,
			`max_tokens=${model.maxTokens}`,
		].join(' '),
		maxTokens: model.maxTokens,
		async load() {
			// The first run of a session allocates what later ones use again.
			await scoreOf((await tokenizer()).words.plain('a'), 'a');
		},
		async score(query, documents, _deadline, deliver) {
			const words = (await tokenizer()).words.plain(query);
			for (const [i, document] of documents.entries()) {
				const started = performance.now();
				const { score, tokens } = await scoreOf(words, document);
				if (!deliver(i, { score, milliseconds: performance.now() - started, tokens })) return;
			}
		},
		close: () => void opened?.close(),
	};
}

export function notOneLabel(name: string, labels: number): BenchError {
	return new BenchError('model', `${name} has ${labels} labels: a reranker has one, whose logit is the score`, {
		hint: 'A model that classifies (sentiment, inference) gives no order of documents. `bench model list` shows rerankers.',
	});
}

function templateOf({ name }: CrossEncoderModel, words: Tokenizer): PairTemplate {
	try {
		// Two letters that every vocabulary has, and that differ: the second text is found behind the first.
		return pairTemplate(words.pair('a', 'b'), words.plain('a'), words.plain('b'));
	} catch (cause) {
		throw new BenchError('model', `${name} can't be used: ${(cause as Error).message}`, { cause });
	}
}
