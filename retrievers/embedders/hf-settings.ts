import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BenchError } from '../../harness/errors.ts';
import type { EmbeddingSettings, Pooling } from './embedding.ts';
import type { HfRequest } from './hf-spec.ts';
import { cardOf } from './model-cards.ts';

type Config = Readonly<Record<string, unknown>>;

/** By the key of 1_Pooling/config.json that is true. */
const POOLING_KEYS: Readonly<Record<string, Pooling>> = {
	pooling_mode_cls_token: 'cls',
	pooling_mode_mean_tokens: 'mean',
	pooling_mode_lasttoken: 'last',
};

/**
 * How a hub model wants to be used: what the request says, else what sentence-transformers' files beside the model
 * say, else what the model's card says, where it is known here. What none of them says is an error, not a guess: a wrong pooling gives plausible vectors and bad results.
 */
export function hfSettings(request: HfRequest, directory: string): EmbeddingSettings {
	const read = (path: string): Config | undefined => {
		const file = join(directory, path);
		return existsSync(file) ? parsed(file) : undefined;
	};
	const modules = (read('modules.json') as unknown as readonly Config[] | undefined) ?? [];
	if (modules.some(({ type }) => typeof type === 'string' && type.endsWith('.Dense')) && request.pooling !== 'model')
		throw new BenchError('model', `${request.repository} has a dense layer after pooling, which is not applied here`, {
			hint: 'Use a model without one, or an ONNX file that holds it and puts out one vector: ?pooling=model.',
		});
	const poolingConfig = read('1_Pooling/config.json') ?? {};
	const prompts = (read('config_sentence_transformers.json')?.prompts ?? {}) as Readonly<Record<string, string>>;
	const config = read('config.json') ?? {};
	const card = cardOf(request.repository);
	return {
		dtype: request.dtype,
		pooling: request.pooling ?? poolingOf(poolingConfig) ?? card?.pooling ?? missing(request, 'pooling', 'mean'),
		queryPrefix: request.queryPrefix ?? prompts.query ?? card?.queryPrefix ?? '',
		documentPrefix: request.documentPrefix ?? prompts.document ?? prompts.passage ?? card?.documentPrefix ?? '',
		maxTokens:
			request.maxTokens ??
			number(read('sentence_bert_config.json')?.max_seq_length) ??
			card?.maxTokens ??
			number(read('tokenizer_config.json')?.model_max_length) ??
			number(config.max_position_embeddings) ??
			missing(request, 'max_tokens', '512'),
		dimensions:
			request.dimensions ??
			number(poolingConfig.word_embedding_dimension) ??
			number(config.hidden_size) ??
			number(config.dim) ??
			missing(request, 'dimensions', '768'),
	};
}

function parsed(file: string): Config {
	try {
		return JSON.parse(readFileSync(file, 'utf8')) as Config;
	} catch (cause) {
		throw new BenchError('model', `${file} is not JSON: ${(cause as Error).message}`, {
			hint: "Delete the model's folder, so that it is fetched anew.",
			cause,
		});
	}
}

function poolingOf(config: Config): Pooling | undefined {
	const chosen = Object.entries(POOLING_KEYS).filter(([key]) => config[key] === true);
	// Several at once are concatenated, which is none of ours.
	return chosen.length === 1 ? chosen[0]?.[1] : undefined;
}

/** Tokenizers without a limit write an absurd one. */
function number(value: unknown): number | undefined {
	return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value < 1e6 ? value : undefined;
}

function missing(request: HfRequest, key: string, example: string): never {
	throw new BenchError('model', `the files of ${request.repository} do not say its ${key}`, {
		hint: `Its model card does; add it: hf:${request.repository}?${key}=${example}`,
	});
}
