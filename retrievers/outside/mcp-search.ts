import type { JsonObject, Ranking } from '../../harness/contract.ts';
import type { CorpusOrder } from '../../harness/ranking.ts';
import { type Hit, rankingOf } from './hits.ts';
import { hitsOf } from './mcp-answer.ts';
import { fillArguments } from './mcp-arguments.ts';
import type { McpServer } from './mcp-client.ts';
import type { McpRecipe } from './mcp-recipe.ts';

export interface SearchOptions {
	readonly query: string;
	/** Put in for `{{scope}}`. */
	readonly scope?: string | undefined;
	readonly depth: number;
	readonly seconds: number;
	readonly signal?: AbortSignal | undefined;
	/** Document ids by the server's own or by marker. */
	readonly idOf: ReadonlyMap<string, string>;
	readonly order: CorpusOrder;
}

/**
 * The ranking for a query by the recipe's search tool. With one call per word, documents are ranked by how many calls
 * return them, then by their best rank in one.
 */
export async function searchMcp(server: McpServer, recipe: McpRecipe, options: SearchOptions): Promise<Ranking> {
	const { search, failed } = recipe;
	const { query, depth, idOf, order } = options;
	const asked = query.slice(0, search.query_characters ?? query.length);
	if (asked.trim() === '') return [];
	const scoped = options.scope === undefined ? {} : { scope: options.scope };
	const k = Math.min(depth, search.most ?? depth);
	const ask = async (text: string): Promise<readonly Hit[]> => {
		const result = await server.call({
			tool: search.tool,
			arguments: fillArguments(search.arguments, { query: text, k, ...scoped }) as JsonObject,
			seconds: options.seconds,
			signal: options.signal,
			failed,
		});
		return hitsOf(search.tool, result, search.answer).map(({ id, score }) => ({ id: idOf.get(id) ?? id, score }));
	};
	if (!search.per_word) return rankingOf(firstOnly(await ask(asked)), depth, order);
	const lists: (readonly Hit[])[] = [];
	for (const word of wordsOf(asked)) lists.push(firstOnly(await ask(word)));
	return rankingOf(byVotes(lists), depth, order);
}

function wordsOf(text: string): readonly string[] {
	return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
}

/** A server that stores parts may return a document several times: its best rank counts. */
function firstOnly(hits: readonly Hit[]): readonly Hit[] {
	const seen = new Set<string>();
	return hits.filter(({ id }) => !seen.has(id) && seen.add(id));
}

function byVotes(lists: readonly (readonly Hit[])[]): readonly Hit[] {
	const found = new Map<string, { votes: number; rank: number }>();
	for (const list of lists)
		for (const [rank, { id }] of list.entries()) {
			const before = found.get(id);
			found.set(id, { votes: (before?.votes ?? 0) + 1, rank: Math.min(before?.rank ?? rank, rank) });
		}
	// A vote weighs more than any rank.
	return [...found].map(([id, { votes, rank }]) => ({ id, score: votes + 1 / (rank + 2) }));
}
