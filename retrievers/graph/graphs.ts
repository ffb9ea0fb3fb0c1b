import type Graph from 'graphology';
import type { Doc, IndexContext, Options } from '../../harness/contract.ts';
import { bipartiteGraph } from './bipartite-graph.ts';
import { buildTyped } from './build-typed.ts';
import { type CooccurrenceOptions, cooccurrence } from './cooccurrence.ts';
import { readIncidence } from './incidence.ts';
import { openTextVectors, type TextVectors } from './text-vectors.ts';
import { readTriples } from './triples.ts';
import { typed } from './typed.ts';
import type { TypedOptions } from './typed-options.ts';

/** Builds the graph itself that a graph retriever walks: documents first, in corpus order. */
export type BuildGraph = (corpus: readonly Doc[], options: Options, context: IndexContext) => Promise<Graph>;

/** The retrievers that have a graph, by name. Options are those of the retriever. */
export const GRAPHS: Readonly<Record<string, BuildGraph>> = {
	async [cooccurrence.name](corpus, options) {
		const { min_docs: minDocs, max_share: maxShare } = options as CooccurrenceOptions;
		return bipartiteGraph(corpus, readIncidence(corpus, { minDocs, maxShare }));
	},
	async [typed.name](corpus, options, context) {
		let opened: TextVectors | undefined;
		const vectors = async (): Promise<TextVectors> => {
			opened ??= await openTextVectors((options as TypedOptions).embedder, context);
			return opened;
		};
		try {
			const extractions = await readTriples(context.datasetDirectory);
			return (await buildTyped(corpus, extractions, options as TypedOptions, vectors)).graph;
		} finally {
			opened?.close();
		}
	},
};
