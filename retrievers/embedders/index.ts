import type { OptionSpecs } from '../../harness/contract.ts';
import { findNamed } from '../../harness/names.ts';
import { cohere } from './cohere.ts';
import type { EmbedderContext, EmbedderFacts, TextEmbedder } from './embedding.ts';
import { gemini } from './gemini.ts';
import { checkHf, openHf } from './hf.ts';
import { HF_OPTIONS } from './hf-spec.ts';
import { jina } from './jina.ts';
import { checkLocal, LOCAL_OPTIONS, openLocal } from './local.ts';
import { ollama } from './ollama.ts';
import { openai } from './openai.ts';
import { tei } from './tei.ts';
import { vectorsProvider } from './vectors/provider.ts';
import { voyage } from './voyage.ts';

/** The providers of embedding models, named in `<provider>:<model>?<option>=<value>&...`. */
export interface EmbedderProvider {
	readonly name: string;
	readonly summary: string;
	/** The options behind the `?` of a spec. */
	readonly options: OptionSpecs;
	/** Checks the model and the options of a spec. Fetches and opens nothing. Throws a BenchError. */
	check(model: string): EmbedderFacts;
	open(model: string, context: EmbedderContext): Promise<TextEmbedder>;
}

/** Every provider, by the word before the colon. */
export const PROVIDERS: Readonly<Record<string, EmbedderProvider>> = {
	local: {
		name: 'local',
		summary: 'a built-in model in this process, every byte pinned: local:<name>[?dims=<n>&dtype=int8]',
		options: LOCAL_OPTIONS,
		check: checkLocal,
		open: openLocal,
	},
	hf: {
		name: 'hf',
		summary: 'an ONNX model of the hub in this process: hf:<owner>/<name>[@revision][?option=value&...]',
		options: HF_OPTIONS,
		check: checkHf,
		open: openHf,
	},
	openai,
	voyage,
	cohere,
	jina,
	gemini,
	tei,
	ollama,
	vectors: vectorsProvider,
};

/**
 * The embedder of a spec `<provider>:<model>`; a bare name is one of the built-in models. Loads no weights: they come
 * at the first text that is really embedded.
 * @throws BenchError `model` for a provider or model that is not known
 */
export async function openEmbedder(spec: string, context: EmbedderContext): Promise<TextEmbedder> {
	const { provider, model } = readSpec(spec);
	const { shared } = context;
	if (shared === undefined) return provider.open(model, context);
	// Stores of one run share the model: none of them may close it, the run does.
	const key = `embedder ${spec}`;
	const opened = (shared.get(key) as Promise<TextEmbedder> | undefined) ?? provider.open(model, context);
	shared.set(key, opened);
	return withoutClose(await opened);
}

function withoutClose(embedder: TextEmbedder): TextEmbedder {
	return new Proxy(embedder, {
		get: (target, key) => {
			if (key === 'close') return undefined;
			const value = Reflect.get(target, key, target);
			return typeof value === 'function' ? value.bind(target) : value;
		},
	});
}

/** Checks a spec before any work: its provider, the name of its model, its options. Throws a BenchError. */
export function checkEmbedder(spec: string): EmbedderFacts {
	const { provider, model } = readSpec(spec);
	return provider.check(model);
}

/** The files of the user's own that an embedder reads its vectors from. */
export function embedderFiles(spec: string): readonly string[] {
	return checkEmbedder(spec).files ?? [];
}

function readSpec(spec: string): { readonly provider: EmbedderProvider; readonly model: string } {
	const colon = spec.indexOf(':');
	const name = colon < 0 ? 'local' : spec.slice(0, colon);
	const provider = findNamed('embedding provider', name, PROVIDERS, {
		code: 'model',
		message: `there is no embedding provider "${name}" (in "${spec}")`,
		hint: `Write <provider>:<model>; providers are ${Object.keys(PROVIDERS).join(', ')}.`,
	});
	return { provider, model: spec.slice(colon + 1) };
}
