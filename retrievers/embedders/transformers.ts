import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { BenchError } from '../../harness/errors.ts';
import { readServiceAddress } from '../../harness/service.ts';

/*
 * The one file that imports transformers.js (installed as `@xenova/transformers`, the name it had before version 3):
 * it is heavy and changes often, and a model that is not needed must not cost its 200 ms of start-up. So it is loaded
 * at the first use, and everything else sees only the two small interfaces below.
 */
const transformers = () => import('@xenova/transformers');

export interface Tokenizer {
	/** Token ids of a text, special tokens included, not truncated. */
	encode(text: string): readonly number[];
	/** Cuts ids to a window and keeps the special tokens at both ends. */
	cut(ids: readonly number[], maxTokens: number): readonly number[];
	/** Token ids of a text without special tokens, not truncated. */
	plain(text: string): readonly number[];
	/** Two texts as one input, with their special tokens and token types (1 from the second text on, or 0). */
	pair(
		text: string,
		second: string,
	): { readonly ids: readonly number[]; readonly types: readonly number[] | undefined };
}

export interface OnnxSession {
	/**
	 * Runs texts of equal length (no padding); `types` are their token types, 0 where absent. Gives the first output: `[texts, tokens, width]` token vectors, or
	 * `[texts, width]` where the model pools by itself.
	 */
	run(
		batch: readonly (readonly number[])[],
		output: 'tokens' | 'pooled',
		types?: readonly (readonly number[])[],
	): Promise<OnnxOutput>;
	close(): Promise<void>;
}

export interface OnnxOutput {
	readonly data: Float32Array;
	readonly dims: readonly number[];
}

/** The hub: the library's default host, or the one that HF_ENDPOINT names. */
export async function hubHost(): Promise<URL> {
	const { env } = await transformers();
	const given = process.env.HF_ENDPOINT;
	const host =
		given === undefined
			? env.remoteHost
			: readServiceAddress(given, {
					name: 'HF_ENDPOINT',
					code: 'config',
					keys: ["the mirror's own settings"],
					example: 'https://mirror.example.com',
				}).href;
	return new URL(host.endsWith('/') ? host : `${host}/`);
}

/** The address of a file on the model hub. */
export async function hubAddress(repository: string, revision: string, path: string): Promise<URL> {
	const { env } = await transformers();
	const file = env.remotePathTemplate
		.replace('{model}', repository)
		.replace('{revision}', encodeURIComponent(revision));
	return new URL(`${file}${path}`, await hubHost());
}

/** @param directory an absolute path with tokenizer.json, and tokenizer_config.json where it has settings */
export async function openTokenizer(directory: string): Promise<Tokenizer> {
	const { AutoTokenizer, PreTrainedTokenizer } = await transformers();
	const json = join(directory, 'tokenizer.json');
	const tokenizer =
		existsSync(json) && !existsSync(join(directory, 'tokenizer_config.json'))
			? new PreTrainedTokenizer(JSON.parse(readFileSync(json, 'utf8')), {})
			: await AutoTokenizer.from_pretrained(directory, { local_files_only: true });
	const encode = (text: string): number[] => tokenizer.encode(text);
	const plain = (text: string): number[] => tokenizer.encode(text, { add_special_tokens: false });
	const probe = encode('a');
	const letter = plain('a');
	const head = Math.max(0, probe.indexOf(letter[0] as number));
	const tail = probe.length - letter.length - head;
	return {
		encode,
		cut: (ids, maxTokens) =>
			ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - tail), ...ids.slice(ids.length - tail)],
		plain,
		pair(text, second) {
			const { input_ids, token_type_ids } = tokenizer(text, {
				text_pair: second,
				return_tensor: false,
				return_token_type_ids: true,
			}) as { input_ids: number[]; token_type_ids?: number[] };
			return { ids: input_ids, types: token_type_ids };
		},
	};
}

/**
 * Opens a model file. Thread count is left to the runtime (one per physical core): measured on two cores, that is
 * twice as fast as one thread, as fast as two sessions, and gives the same bits.
 */
export async function openSession(directory: string, modelFile: string): Promise<OnnxSession> {
	const { AutoModel, Tensor } = await transformers();
	const model = await AutoModel.from_pretrained(directory, {
		local_files_only: true,
		// The file is named in full: dtype fp32 is the one whose suffix is empty.
		dtype: 'fp32',
		subfolder: dirname(modelFile) === '.' ? '' : dirname(modelFile),
		model_file_name: basename(modelFile, '.onnx'),
	});
	return {
		async run(batch, output, types) {
			const dims = [batch.length, batch[0]?.length ?? 0];
			const size = dims.reduce((product, dim) => product * dim, 1);
			const flat = (rows: readonly (readonly number[])[]): BigInt64Array => BigInt64Array.from(rows.flat(), BigInt);
			const outputs = (await model({
				input_ids: new Tensor('int64', flat(batch), dims),
				attention_mask: new Tensor('int64', new BigInt64Array(size).fill(1n), dims),
				token_type_ids: new Tensor('int64', types === undefined ? new BigInt64Array(size) : flat(types), dims),
			})) as Record<string, { data: unknown; dims: readonly number[] }>;
			const named = output === 'tokens' ? (outputs.last_hidden_state ?? outputs.token_embeddings) : undefined;
			// Exporters name outputs as they like; their shape tells what they are.
			const rank = output === 'tokens' ? 3 : 2;
			const chosen = named ?? Object.values(outputs).find((tensor) => tensor.dims.length === rank);
			if (chosen === undefined || !(chosen.data instanceof Float32Array))
				throw new BenchError(
					'model',
					`the model puts out ${Object.keys(outputs).join(', ')}: no 32-bit ${output === 'tokens' ? 'vectors by token' : 'vector by text'}`,
					{
						hint:
							output === 'tokens' ? 'Try pooling=model, or another file of it.' : 'Try pooling=mean or pooling=cls.',
					},
				);
			return { data: chosen.data, dims: chosen.dims };
		},
		async close() {
			await model.dispose();
		},
	};
}
