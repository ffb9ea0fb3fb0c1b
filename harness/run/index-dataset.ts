import type { Dataset, IndexContext, Options, Retriever, RetrieverPlugin } from '../contract.ts';
import { indexPlugin } from './index-plugin.ts';
import { indexFiltered } from './scopes/filtered.ts';
import { indexSeparately } from './scopes/separate.ts';

/** A dataset indexed with one system: as a whole, a store per scope, or one index whose results are filtered. */
export async function indexDataset(
	plugin: RetrieverPlugin,
	dataset: Dataset,
	options: Options,
	context: IndexContext,
): Promise<Retriever> {
	const { scopes } = dataset;
	if (scopes === undefined || (scopes.mode === 'shared' && !scopes.as_of))
		return indexPlugin(plugin, dataset.corpus, options, context);
	const request = { plugin, dataset, options, context };
	return scopes.mode === 'separate' ? indexSeparately(request) : indexFiltered(request);
}
