import type { Doc, IndexContext } from '../../harness/contract.ts';
import { corpusOrder } from '../../harness/ranking.ts';
import type { McpServer } from './mcp-client.ts';
import type { NamedRecipe } from './mcp-recipe.ts';
import { searchMcp } from './mcp-search.ts';
import { storeCorpus } from './mcp-store.ts';

/** Three documents, each with a query of its own words and one that shares no word with it. */
const PROBES = [
	{ text: 'The cat sleeps on the sofa all afternoon.', words: 'cat', meaning: 'a feline napping upon furniture' },
	{
		text: 'Our invoice for the new roof arrived on Monday.',
		words: 'invoice',
		meaning: 'bill to pay after house repairs',
	},
	{ text: 'Bread needs flour, yeast, salt and patience.', words: 'yeast', meaning: 'ingredients of a baked loaf' },
];

/** For recipes that store and ask by scope. */
const SCOPE = 'recall-bench-probe';

export interface ProbeResult {
	/** Of three documents, how many are found first by a word of theirs. */
	readonly by_words: number;
	/** And by a query that shares no word with them: only a model can do that. */
	readonly by_meaning: number;
}

/** Stores three documents in a store of its own and asks for each, to see whether the server works as it should. */
export async function probe(
	server: McpServer,
	{ recipe }: NamedRecipe,
	options: { readonly label: string; readonly seconds: number },
): Promise<ProbeResult> {
	const corpus = PROBES.map(
		({ text }, i): Doc => ({
			id: String(i),
			content: text,
			tags: [],
			expandedKeywords: [],
			importance: 0.5,
			scopes: [SCOPE],
			sensitive: false,
			metadata: {},
		}),
	);
	const silent = { progress: { start: () => ({ advance: () => undefined, stop: () => undefined }) } };
	const { idOf } = await storeCorpus(server, recipe, corpus, { ...options, context: silent });
	const order = corpusOrder(corpus);
	const foundBy = async (kind: 'words' | 'meaning'): Promise<number> => {
		let found = 0;
		for (const [i, probe] of PROBES.entries()) {
			const ranking = await searchMcp(server, recipe, {
				query: probe[kind],
				scope: SCOPE,
				depth: 3,
				seconds: options.seconds,
				idOf,
				order,
			});
			if (ranking[0]?.docId === String(i)) found++;
		}
		return found;
	};
	return { by_words: await foundBy('words'), by_meaning: await foundBy('meaning') };
}

/** Says what the probe means for a server that does not work as it should. */
export function warnOfProbe(
	label: string,
	{ recipe }: NamedRecipe,
	{ by_words: words, by_meaning: meaning }: ProbeResult,
	{ note }: Pick<IndexContext, 'note'>,
): void {
	const all = PROBES.length;
	if (words < all)
		note(
			`warning: ${label}: of ${all} trial documents, ${words} were found first by a word of theirs; what follows may say more of its set-up than of its search`,
		);
	if (recipe.semantic && meaning < all)
		note(
			`warning: ${label}: of ${all} trial documents, ${meaning} were found first by meaning; its model may be missing, and a fallback answer in its place`,
		);
}
