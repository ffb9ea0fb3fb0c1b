import { existsSync } from 'node:fs';
import { BenchError } from '../../harness/errors.ts';
import { renderTable } from '../../harness/report/table.ts';
import type { EmbedderContext } from '../../retrievers/embedders/embedding.ts';
import { catalogueModel } from '../../retrievers/embedders/local.ts';
import { allFiles, type CatalogueModel, DEFAULT_MODEL, MODELS } from '../../retrievers/embedders/model-catalogue.ts';
import { ensureModel, faultyFiles, modelFolder, modelSources } from '../../retrievers/embedders/model-files.ts';
import { folder } from '../../retrievers/embedders/sources/folder.ts';
import type { ModelSource } from '../../retrievers/embedders/sources/source.ts';
import type { Terminal } from '../terminal.ts';

interface ModelFlags {
	readonly cacheDir: string;
	readonly modelDir?: string;
	readonly from?: string;
}

export async function listModels(flags: ModelFlags, terminal: Terminal): Promise<void> {
	const context = embedderContext(flags, terminal);
	const rows = await Promise.all(
		MODELS.map(async (model) => ({
			name: model.name,
			default: model.name === DEFAULT_MODEL,
			summary: model.summary,
			license: model.license,
			dimensions: model.settings.dimensions,
			bytes: allFiles(model).reduce((sum, file) => sum + file.bytes, 0),
			state: await stateOf(model, context),
			directory: modelFolder(model.name, context),
		})),
	);
	const sources = modelSources(context).map(({ name, summary }) => ({ name, summary }));
	if (terminal.json) {
		terminal.printJson({ models: rows, sources });
		return;
	}
	terminal.print(
		renderTable(
			[
				{ header: 'model' },
				{ header: 'what it is' },
				{ header: 'license' },
				{ header: 'MB', align: 'right' },
				{ header: 'here' },
			],
			rows.map((row) => [row.name, row.summary, row.license, (row.bytes / 1e6).toFixed(0), row.state]),
		),
	);
	terminal.print(`\nsources, in the order they are asked: ${sources.map(({ summary }) => summary).join('; ')}`);
	terminal.print('any other ONNX model of the hub: --embedder hf:<owner>/<name>');
	terminal.print('a server (OPENAI_BASE_URL): --embedder "openai:<model>?dimensions=<n>"');
}

export async function fetchModel(name: string, flags: ModelFlags, terminal: Terminal): Promise<void> {
	if (name.startsWith('hf:')) return fetchFromHub(name, flags, terminal);
	const context = embedderContext(flags, terminal);
	const model = catalogueModel(name.replace(/^local:/, ''));
	const sources = flags.from === undefined ? modelSources(context) : [sourceNamed(flags.from, context)];
	const wasHere = (await stateOf(model, context)) === 'yes';
	const directory = await ensureModel(model, context, sources);
	if (terminal.json) terminal.printJson({ model: model.name, directory, fetched: !wasHere });
	else terminal.print(`${model.name} ${wasHere ? 'was already' : 'is now'} in ${directory}`);
}

async function fetchFromHub(spec: string, flags: ModelFlags, terminal: Terminal): Promise<void> {
	if (flags.from === 'maven')
		throw new BenchError('usage', '--from maven has only the built-in models', {
			hint: 'Models named hf:... come from the hub or from a folder (--model-dir).',
		});
	const modelDir = flags.from === undefined || flags.from === 'hub' ? flags.modelDir : flags.from;
	const { openEmbedder } = await import('../../retrievers/embedders/index.ts');
	const embedder = await openEmbedder(
		spec,
		embedderContext({ ...flags, ...(modelDir === undefined ? {} : { modelDir }) }, terminal),
	);
	await embedder.load();
	embedder.close?.();
	if (terminal.json) terminal.printJson({ model: spec, embedder: embedder.id, weights_sha256: embedder.weightsHash });
	else terminal.print(`ready: ${embedder.id}`);
}

function sourceNamed(name: string, context: EmbedderContext): ModelSource {
	const source = modelSources(context).find((candidate) => candidate.name === name);
	if (source !== undefined) return source;
	if (existsSync(name)) return folder(name);
	throw new BenchError('usage', `--from ${name}: there is no such source, and no such folder`, {
		hint: 'Write --from hub, --from maven, or --from <folder>.',
	});
}

async function stateOf(model: CatalogueModel, context: EmbedderContext): Promise<'yes' | 'no' | 'damaged'> {
	if ((await faultyFiles(model, modelFolder(model.name, context))).length === 0) return 'yes';
	return existsSync(modelFolder(model.name, context)) ? 'damaged' : 'no';
}

function embedderContext(flags: ModelFlags, terminal: Terminal): EmbedderContext {
	return {
		cacheDirectory: flags.cacheDir,
		...(flags.modelDir === undefined ? {} : { modelDirectory: flags.modelDir }),
		progress: terminal.progress,
		note: terminal.note,
	};
}
