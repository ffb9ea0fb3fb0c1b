import { BenchError } from '../../harness/errors.ts';
import { findNamed } from '../../harness/names.ts';
import { type EmbedderContext, type EmbedderFacts, embedderId, type TextEmbedder } from './embedding.ts';
import { type CatalogueModel, hashOf, MODELS } from './model-catalogue.ts';
import { ensureModel } from './model-files.ts';
import { onnxEmbedder } from './onnx-embedder.ts';
import { specOptions } from './spec-options.ts';
import { DIMS_OPTION, inForm, VECTORS_OPTION } from './vector-form.ts';

/** The options behind the `?`. The name of a built-in model says the number type of its weights. */
export const LOCAL_OPTIONS = { dims: DIMS_OPTION, dtype: VECTORS_OPTION };

const EXAMPLE = 'For example local:bge-small-en-v1.5?dims=256&dtype=int8';

function readLocal(spec: string) {
	const [name = '', options = ''] = spec.split(/\?(.*)/s);
	const model = catalogueModel(name);
	const { values } = specOptions(options, LOCAL_OPTIONS, `local:${name}`, EXAMPLE);
	if (values.dims > model.settings.dimensions)
		throw new BenchError('usage', `local:${name} has ${model.settings.dimensions} dimensions, not ${values.dims}`, {
			hint: `dims takes as many or fewer; 0 keeps all.`,
		});
	return { model, form: { dims: values.dims, vectors: values.dtype } };
}

/** `local:<name>[?dims=<n>&dtype=int8]`: a model of the catalogue, every byte pinned. */
export async function openLocal(spec: string, context: EmbedderContext): Promise<TextEmbedder> {
	const { model, form } = readLocal(spec);
	const weights = hashOf(model, model.modelFile);
	const whole = onnxEmbedder({
		id: embedderId(`local:${model.name}`, { weights, tokenizer: hashOf(model, 'tokenizer.json') }, model.settings),
		settings: model.settings,
		weightsHash: weights,
		modelFile: model.modelFile,
		directory: () => ensureModel(model, context),
	});
	return inForm(whole, form);
}

/** Facts of `local:<name>` from the catalogue. */
export function checkLocal(spec: string): EmbedderFacts {
	const { model } = readLocal(spec);
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
