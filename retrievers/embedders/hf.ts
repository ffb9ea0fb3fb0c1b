import { type EmbedderContext, type EmbedderFacts, embedderId, type TextEmbedder } from './embedding.ts';
import { hfFiles } from './hf-files.ts';
import { hfSettings } from './hf-settings.ts';
import { parseHfSpec } from './hf-spec.ts';
import { onnxEmbedder } from './onnx-embedder.ts';
import { inForm } from './vector-form.ts';

/** Facts known from the spec without a file of the model; the window only where the spec names it. */
export function checkHf(spec: string): EmbedderFacts {
	const { repository, maxTokens } = parseHfSpec(spec);
	return { name: `hf:${repository}`, maxTokens, countsTokens: true };
}

/** `hf:<owner>/<name>`: any ONNX model of the hub. Its id holds the hash of the weights that were really fetched. */
export async function openHf(spec: string, context: EmbedderContext): Promise<TextEmbedder> {
	const request = parseHfSpec(spec);
	const files = await hfFiles(request, context);
	const settings = hfSettings(request, files.directory);
	const whole = onnxEmbedder({
		id: embedderId(`hf:${request.repository}`, files, settings),
		settings,
		weightsHash: files.weights,
		modelFile: request.modelFile,
		async directory() {
			await files.check();
			return files.directory;
		},
	});
	return inForm(whole, { dims: 0, vectors: request.vectors ?? 'float' });
}
