import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Dataset, Doc } from '../../../harness/contract.ts';
import { BenchError } from '../../../harness/errors.ts';
import { GRAPHS } from '../../../retrievers/graph/graphs.ts';
import { TRIPLES_FILE } from '../../../retrievers/graph/triples.ts';
import { type ContextFlags, type DatasetFlags, indexContext, openDataset } from '../../open-dataset.ts';
import { openSystems, type SystemFlags } from '../../open-systems.ts';
import type { Terminal } from '../../terminal.ts';

export interface OpenedGraph {
	readonly dataset: Dataset;
	/** Without sensitive documents. */
	readonly corpus: readonly Doc[];
	readonly retriever: string;
	readonly graph: Awaited<ReturnType<(typeof GRAPHS)[string]>>;
}

/** The graph of the retriever that the flags name: graph:typed where the dataset has triples, else graph. */
export async function openGraph(
	flags: DatasetFlags & SystemFlags & ContextFlags,
	terminal: Terminal,
): Promise<OpenedGraph> {
	const dataset = await openDataset(flags, terminal);
	const [system] = await openSystems(
		flags.retriever.length > 0 ? flags : { ...flags, retriever: [defaultRetriever(dataset)] },
	);
	const retriever = system?.plugin.name ?? '';
	const build = Object.hasOwn(GRAPHS, retriever) ? GRAPHS[retriever] : undefined;
	if (system === undefined || build === undefined)
		throw new BenchError('usage', `${retriever} walks no graph of its own`, {
			hint: `--retriever takes ${Object.keys(GRAPHS).join(' or ')} here.`,
		});
	if (flags.retriever.length === 0) terminal.note(`retriever ${retriever}`);
	// A graph can leave the process from here; what is sensitive can't.
	const corpus = dataset.corpus.filter((doc) => !doc.sensitive);
	return {
		dataset,
		corpus,
		retriever,
		graph: await build(corpus, system.options, indexContext(dataset, flags, terminal)),
	};
}

function defaultRetriever(dataset: Dataset): string {
	return existsSync(join(dataset.directory, TRIPLES_FILE)) ? 'graph:typed' : 'graph';
}
