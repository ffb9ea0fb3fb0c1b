import { BenchError } from '../../harness/errors.ts';
import { nearNames } from '../../harness/options.ts';
import { type EmbedderContext, embedderId, type TextEmbedder } from './embedding.ts';
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

/** @throws BenchError `model` that names the near ones */
export function catalogueModel(name: string): CatalogueModel {
	const model = MODELS.find((candidate) => candidate.name === name);
	if (model !== undefined) return model;
	const known = MODELS.map((candidate) => candidate.name);
	const near = nearNames(name, known);
	throw new BenchError('model', `there is no built-in model "${name}"`, {
		hint: `${near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `There is: ${known.join(', ')}.`} Any other ONNX model of the hub is hf:<owner>/<name>.`,
	});
}
