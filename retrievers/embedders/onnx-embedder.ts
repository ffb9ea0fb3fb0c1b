import type { EmbedRole } from '../../harness/contract.ts';
import type { CountedVector, EmbeddingSettings, TextEmbedder } from './embedding.ts';
import { loadedFrom, once } from './load-once.ts';
import { pooledVectors } from './pooling.ts';
import { type OnnxSession, openSession, openTokenizer, type Tokenizer } from './transformers.ts';

export interface OnnxModel {
	readonly id: string;
	readonly settings: EmbeddingSettings;
	readonly weightsHash: string;
	/** The model file inside the folder, for example `onnx/model_quantized.onnx`. */
	readonly modelFile: string;
	/** The folder with the model's files, fetched and checked; called at most once, at the first use. */
	directory(): Promise<string>;
}

/** Texts of equal length that run together where the arithmetic allows it. */
const BATCH = 16;

/** An ONNX model run in this process. */
export function onnxEmbedder(model: OnnxModel): TextEmbedder {
	const { settings } = model;
	const directory = once(() => model.directory());
	const name = model.id.split(' ')[0] as string;
	const tokenizer = once(async () => loadedFrom(name, await directory(), openTokenizer));
	const session = once(async () =>
		loadedFrom(name, await directory(), (folder) => openSession(folder, model.modelFile)),
	);
	let opened: OnnxSession | undefined;

	const prefixOf = (role: EmbedRole): string => (role === 'query' ? settings.queryPrefix : settings.documentPrefix);

	async function embedCounted(texts: readonly string[], role: EmbedRole): Promise<readonly CountedVector[]> {
		const words: Tokenizer = await tokenizer();
		opened = await session();
		const encoded = texts.map((text) => words.encode(prefixOf(role) + text));
		const inputs = encoded.map((ids) => words.cut(ids, settings.maxTokens));
		const vectors: CountedVector[] = new Array(texts.length);
		for (const group of groups(inputs, settings.dtype)) {
			const output = await opened.run(
				group.map((i) => inputs[i] as readonly number[]),
				settings.pooling === 'model' ? 'pooled' : 'tokens',
			);
			for (const [position, vector] of pooledVectors(output, settings.pooling, settings.dimensions).entries()) {
				const i = group[position] as number;
				vectors[i] = { vector, tokens: (encoded[i] as readonly number[]).length };
			}
		}
		return vectors;
	}

	return {
		id: model.id,
		dimensions: settings.dimensions,
		maxTokens: settings.maxTokens,
		weightsHash: model.weightsHash,
		embedCounted,
		embed: async (texts, role) => (await embedCounted(texts, role)).map(({ vector }) => vector),
		load: async () => {
			await tokenizer();
			opened = await session();
		},
		tokenCounter: async (role) => {
			const words = await tokenizer();
			return (text) => words.encode(prefixOf(role) + text).length;
		},
		close: () => void opened?.close(),
	};
}

/**
 * Groups the texts that run together. Dynamic int8 quantises activations over the whole batch, so that a vector would depend on
 * its neighbours (by about 2e-3): one text at a time. Floats run in batches of texts of the same length, which need
 * no padding and so see nothing of each other.
 */
function groups(inputs: readonly (readonly number[])[], dtype: string): number[][] {
	if (!['fp32', 'fp16'].includes(dtype)) return inputs.map((_, i) => [i]);
	const byLength = inputs.map((_, i) => i).sort((x, y) => lengthOf(inputs, x) - lengthOf(inputs, y) || x - y);
	const out: number[][] = [];
	for (const i of byLength) {
		const group = out.at(-1);
		const first = group?.[0];
		if (
			group !== undefined &&
			first !== undefined &&
			group.length < BATCH &&
			lengthOf(inputs, first) === lengthOf(inputs, i)
		)
			group.push(i);
		else out.push([i]);
	}
	return out;
}

function lengthOf(inputs: readonly (readonly number[])[], i: number): number {
	return (inputs[i] as readonly number[]).length;
}
