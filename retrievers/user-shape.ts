import type { Doc, Json, Options, Query, Retriever, RetrieverPlugin } from '../harness/contract.ts';
import { readAnswer } from './user-answer.ts';

export const SHAPES =
	'A retriever is a plugin ({ name, index }), a class or object with retrieve(query, k), or a function (query, k) => ids.';

/**
 * Searches for the text of a query. `k` is how many are wanted, `whole` the query with its id and stratum. See
 * {@link readAnswer} for what it may return, at once or as a promise.
 */
export type UserSearch = (text: string, k: number, whole: Query) => unknown;

/** A class's instance or an object. Each method may be async. */
export interface UserRetriever {
	readonly retrieve: UserSearch;
	/** Of an object; a class goes by its class name, a function by its own. */
	readonly name?: string;
	/** Called once with the corpus as its file has it: snake_case keys, `tags: "a,b"`. */
	build_index?(lines: readonly CorpusLine[]): unknown;
	/** The same for those who prefer {@link Doc}; `build_index` goes first where both are there. */
	buildIndex?(docs: readonly Doc[]): unknown;
	index_size_bytes?(): number;
	indexSizeBytes?(): number;
	close?(): void;
}

export type CorpusLine = Readonly<Record<string, Json>>;

/**
 * The plugin that an export stands for, or undefined where it has none of the shapes:
 *
 * - a plugin: an object with `name` and `index(corpus, options, context)`; missing `summary` and `defaults` are filled;
 * - a class with `retrieve`: a new instance, made without arguments, for every indexing;
 * - an object with `retrieve`;
 * - a function `(text, k, query) => ids`, which has no index.
 *
 * Classes, objects and functions get the query's text first, and have no options. None of them, plugins included, is
 * ever given sensitive documents, whatever it says of itself.
 */
export function asPlugin(exported: unknown, exportName: string): RetrieverPlugin | undefined {
	if (typeof exported === 'function') {
		if (hasRetrieve(exported.prototype)) {
			const Class = exported as new () => UserRetriever;
			return adapted(Class.name || exportName, () => new Class());
		}
		// A class that has no retrieve can't be called, so it is no search either.
		if (/^class\b/.test(Function.prototype.toString.call(exported))) return undefined;
		const search = exported as UserSearch;
		return adapted(search.name === 'default' || search.name === '' ? exportName : search.name, () => ({
			retrieve: search,
		}));
	}
	if (typeof exported !== 'object' || exported === null) return undefined;
	if ('index' in exported && typeof exported.index === 'function') return userPlugin(exported, exportName);
	if (hasRetrieve(exported)) {
		const name = 'name' in exported && typeof exported.name === 'string' ? exported.name : exportName;
		return adapted(name, () => exported);
	}
	return undefined;
}

function userPlugin(exported: object, exportName: string): RetrieverPlugin {
	const plugin = exported as Partial<RetrieverPlugin> & Pick<RetrieverPlugin, 'index'>;
	return {
		name: plugin.name ?? exportName,
		summary: plugin.summary ?? 'a retriever of your own',
		defaults: plugin.defaults ?? {},
		...(plugin.help === undefined ? {} : { help: plugin.help }),
		...(plugin.reads === undefined ? {} : { reads: plugin.reads }),
		...(plugin.stage === undefined ? {} : { stage: plugin.stage }),
		...(plugin.seededBy === undefined ? {} : { seededBy: (options: Options) => plugin.seededBy?.(options) ?? [] }),
		...(plugin.optionsFor === undefined
			? {}
			: { optionsFor: (settings: Options) => plugin.optionsFor?.(settings) ?? {} }),
		index: (corpus, options, context) => plugin.index(corpus, options, context),
	};
}

function adapted(name: string, open: () => UserRetriever): RetrieverPlugin {
	return {
		name,
		summary: 'a retriever of your own',
		defaults: {},
		async index(corpus): Promise<Retriever> {
			const user = open();
			if (user.build_index !== undefined) await user.build_index(corpus.map(corpusLine));
			else await user.buildIndex?.(corpus);
			return {
				retrieve: async (query, depth) =>
					depth === 0 ? [] : readAnswer(await user.retrieve(query.text, depth, query), depth),
				indexSizeBytes: () => user.index_size_bytes?.() ?? user.indexSizeBytes?.() ?? 0,
				close: () => user.close?.(),
			};
		},
	};
}

function corpusLine(doc: Doc): CorpusLine {
	return {
		...doc.metadata,
		id: doc.id,
		content: doc.content,
		...(doc.category === undefined ? {} : { category: doc.category }),
		tags: doc.tags.join(','),
		expanded_keywords: doc.expandedKeywords.join(' '),
		importance: doc.importance,
		...(doc.createdAt === undefined ? {} : { created_at: doc.createdAt.toISOString() }),
	};
}

function hasRetrieve(value: unknown): value is UserRetriever {
	return typeof value === 'object' && value !== null && 'retrieve' in value && typeof value.retrieve === 'function';
}
