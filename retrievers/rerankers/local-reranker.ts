import { findNamed } from '../../harness/names.ts';
import { option } from '../../harness/options.ts';
import { type HfFiles, hfFiles } from '../embedders/hf-files.ts';
import { HF_OPTIONS, type HubModel, parseHubModel } from '../embedders/hf-spec.ts';
import { type CatalogueReranker, RERANKERS, windowOf } from './catalogue.ts';
import { crossEncoder } from './cross-encoder.ts';
import { modelWindow } from './model-window.ts';
import type { Reranker, RerankerContext, RerankerProvider } from './reranker.ts';

const HUB_OPTIONS = {
	// The file of an eighth of the size: one pair at a time, int8 is as free of its neighbours as floats are.
	dtype: { ...HF_OPTIONS.dtype, default: 'q8' as const },
	file: HF_OPTIONS.file,
	max_tokens: option.integer(0, { min: 8, also: [0], help: "the window; 0: as the model's card or files say" }),
};

const EXAMPLE = 'For example ms-marco-MiniLM-L-6-v2?dtype=fp32, or hf:owner/model@main?file=onnx/model.onnx';

/** `hf:<owner>/<name>`: any sequence-classification model of the hub with one label and an ONNX file. */
export const hubReranker: RerankerProvider = {
	name: 'hf',
	summary: 'an ONNX cross-encoder of the hub in this process: hf:<owner>/<name>[@revision][?dtype=q8&max_tokens=512]',
	options: HUB_OPTIONS,
	check(model) {
		parseHubModel(model, HUB_OPTIONS, EXAMPLE);
	},
	async open(model, context) {
		const { request, values } = parseHubModel(model, HUB_OPTIONS, EXAMPLE);
		return fromHub(`hf:${request.repository}`, request, values.max_tokens, context);
	},
};

/** `local:<name>`, or the bare name: a cross-encoder of the catalogue. */
export const catalogueReranker: RerankerProvider = {
	name: 'local',
	summary: 'a cross-encoder known by name, in this process: local:<name>[?dtype=fp32&max_tokens=256]',
	options: HUB_OPTIONS,
	check(model) {
		parseHubModel(hubSpec(model), HUB_OPTIONS, EXAMPLE);
	},
	async open(model, context) {
		const { request, values } = parseHubModel(hubSpec(model), HUB_OPTIONS, EXAMPLE);
		return fromHub(`hf:${request.repository}`, request, values.max_tokens, context);
	},
};

/** The repository of a name with the options behind it. */
function hubSpec(model: string): string {
	const question = model.indexOf('?');
	const name = question < 0 ? model : model.slice(0, question);
	const { repository } = catalogueEntry(name);
	return `${repository}${question < 0 ? '' : model.slice(question)}`;
}

/** @throws BenchError `usage` that names the near ones */
export function catalogueEntry(name: string): CatalogueReranker {
	return findNamed('built-in reranker', name, new Map(RERANKERS.map((model) => [model.name, model])), {
		hint: 'Any other cross-encoder is hf:<owner>/<name>, folder:<path>, or cohere: voyage: jina: tei:<model>.',
	});
}

async function fromHub(
	name: string,
	request: HubModel,
	maxTokens: number,
	context: RerankerContext,
): Promise<Reranker> {
	const files: HfFiles = await hfFiles(request, context);
	return crossEncoder({
		name,
		hashes: files,
		dtype: request.dtype,
		modelFile: request.modelFile,
		maxTokens: modelWindow(name, files.directory, {
			asked: maxTokens === 0 ? undefined : maxTokens,
			card: windowOf(request.repository),
		}),
		async directory() {
			await files.check();
			return files.directory;
		},
	});
}
