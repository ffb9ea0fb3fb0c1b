import { wordCell } from '../../../harness/report/cells.ts';
import { toJsonObject } from '../../../harness/report/snake-case.ts';
import { type View, viewTable } from '../../../harness/report/view.ts';
import { allFiles, DEFAULT_MODEL, MODELS } from '../../../retrievers/embedders/model-catalogue.ts';
import { modelFolder, modelSources } from '../../../retrievers/embedders/model-files.ts';
import { type CatalogueReranker, RERANKERS } from '../../../retrievers/rerankers/catalogue.ts';
import type { Terminal } from '../../terminal.ts';
import { embedderContext, type ModelFlags, stateOf } from './fetch.ts';

const TONES = { yes: 'good', no: 'open', damaged: 'bad' } as const;

/** The built-in models, whether they are here, and the sources they can come from. */
export async function modelsView(flags: ModelFlags, terminal: Terminal): Promise<View> {
	const context = embedderContext(flags, terminal);
	const models = await Promise.all(
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
	return {
		kind: 'models',
		title: 'Embedding models',
		answer: [],
		warnings: [],
		sections: [
			{
				name: 'models',
				table: viewTable<(typeof models)[number]>(
					[
						{ key: 'model', header: 'model', identifies: true, cell: ({ name }) => name },
						{ key: 'summary', header: 'what it is', wraps: true, cell: ({ summary }) => summary },
						{ key: 'license', header: 'license', cell: ({ license }) => license },
						{
							key: 'bytes',
							header: 'MB',
							align: 'right',
							cell: ({ bytes }) => ({ text: (bytes / 1e6).toFixed(0), value: bytes }),
						},
						{ key: 'here', header: 'here', cell: ({ state }) => wordCell(state, TONES[state]) },
					],
					models,
				),
			},
			{
				name: 'rerankers',
				title: 'rerankers, for the stage rerank (--set rerank.model=<name>)',
				table: viewTable<CatalogueReranker>(
					[
						{ key: 'model', header: 'model', identifies: true, cell: ({ name }) => name },
						{ key: 'summary', header: 'what it is', wraps: true, cell: ({ summary }) => summary },
						{ key: 'license', header: 'license', cell: ({ license }) => license },
						{
							key: 'max_tokens',
							header: 'tokens',
							align: 'right',
							cell: ({ maxTokens }) => ({ text: String(maxTokens), value: maxTokens }),
						},
					],
					RERANKERS,
				),
			},
		],
		notes: [
			`sources, in the order they are asked: ${sources.map(({ summary }) => summary).join('; ')}`,
			'any other ONNX model of the hub: --embedder hf:<owner>/<name>',
			'any other cross-encoder: --set rerank.model=hf:<owner>/<name>, folder:<path>, or cohere: voyage: jina: tei:<model>',
			'a server (OPENAI_BASE_URL): --embedder "openai:<model>?dimensions=<n>"',
		],
		data: toJsonObject({ models, rerankers: RERANKERS, sources }),
	};
}
