import { findNamed } from '../../harness/names.ts';
import { type EmbedderContext, type EmbedderFacts, embedderId, type TextEmbedder } from './embedding.ts';
import { type CatalogueModel, hashOf, MODELS } from './model-catalogue.ts';
import { ensureModel } from './model-files.ts';
import { onnxEmbedder } from './onnx-embedder.ts';

/** `local:<name>`: a model of the catalogue, every byte pinned. */
export async function openLocal(name: string, context: EmbedderContext): Promise<TextEmbedder> {
	const model = catalogueModel(name);
	const weights = hashOf(model, model.modelFile);
	return onnxEmbedder({
		id: embedderId(`local:${model.name}`, { weights, tokenizer: hashOf(model, 'tokenizer.json') }, model.settings),
		settings: model.settings,
		weightsHash: weights,
		modelFile: model.modelFile,
		directory: () => ensureModel(model, context),
	});
}

/** Facts of `local:<name>` from the catalogue. */
export function checkLocal(name: string): EmbedderFacts {
	const model = catalogueModel(name);
	return { name: `local:${model.name}`, maxTokens: model.settings.maxTokens, countsTokens: true };
}

/** @throws BenchError `model` that names the near ones */
export function catalogueModel(name: string): CatalogueModel {
	const models = new Map(MODELS.map((model) => [model.name, model]));
	return findNamed('built-in model', name, models, {
		code: 'model',
		hint: 'Any other ONNX model of the hub is hf:<owner>/<name>.',
	});
}
