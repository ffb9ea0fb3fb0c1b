import type { Doc, IndexContext, Options, Retriever, RetrieverPlugin } from '../contract.ts';

/**
 * The only way by which a corpus reaches a plugin: sensitive docs pass only to plugins that declare that they
 * compute everything in this process and embed nothing.
 */
export async function indexPlugin(
	plugin: RetrieverPlugin,
	corpus: readonly Doc[],
	options: Options,
	context: IndexContext,
): Promise<Retriever> {
	const visible = plugin.keepsSensitiveLocal === true ? corpus : corpus.filter((doc) => !doc.sensitive);
	return plugin.index(visible, options, context);
}
