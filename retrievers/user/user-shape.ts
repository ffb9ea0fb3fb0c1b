import type { Doc, Query, Retriever, RetrieverPlugin } from '../../harness/contract.ts';
import { type CorpusLine, corpusLine } from '../corpus-line.ts';
import { readAnswer } from './user-answer.ts';
import { callUser, callUserAtOnce } from './user-call.ts';
import { uncalledMethods } from './user-hooks.ts';
import { type ExportedPlugin, userPlugin, userSize } from './user-plugin.ts';

/**
 * Searches for the text of a query. `k` is how many are wanted, `whole` the query with its id and stratum. See
 * {@link readAnswer} for what it may return, at once or as a promise.
 */
export type UserSearch = (text: string, k: number, whole: Query) => unknown;

/** A class's instance or an object. Each method may be async. */
export interface UserRetriever {
	readonly retrieve: UserSearch;
	/** The name of an object; a class has its class name, a function its own. */
	readonly name?: string;
	/** Called once with the corpus as its file has it: snake_case keys, `tags: "a,b"`. */
	build_index?(lines: readonly CorpusLine[]): unknown;
	/** The same for those who prefer {@link Doc}; `build_index` goes first where both are there. */
	buildIndex?(docs: readonly Doc[]): unknown;
	/** Another name of `buildIndex`, beside `retrieve`. */
	index?(docs: readonly Doc[]): unknown;
	index_size_bytes?(): number;
	indexSizeBytes?(): number;
	close?(): void;
}

/**
 * The plugin that an export stands for, or undefined where it has none of the shapes:
 *
 * - a plugin: an object with `name` and `index(corpus, options, context)`; missing `summary` and `options` are filled, and plain `defaults` read as options;
 * - a class with `retrieve`: a new instance, made without arguments, for every indexing;
 * - an object with `retrieve`;
 * - a function `(text, k, query) => ids`, which has no index.
 *
 * Classes, objects and functions get the query's text first, and have no options and no seeds. None of them, plugins
 * included, is ever given sensitive documents, whatever it says of itself. `module` is what errors call it.
 */
export function asPlugin(exported: unknown, exportName: string, module: string): RetrieverPlugin | undefined {
	if (typeof exported === 'function') {
		if (hasRetrieve(exported.prototype)) {
			const Class = exported as new () => UserRetriever;
			const name = Class.name || exportName;
			return adapted(name, module, () => callUserAtOnce({ module, doing: `new ${name}()` }, () => new Class()));
		}
		// A class that has no retrieve can't be called, so it is no search either.
		if (/^class\b/.test(Function.prototype.toString.call(exported))) return undefined;
		const search = exported as UserSearch;
		const name = search.name === 'default' || search.name === '' ? exportName : search.name;
		return adapted(name, module, () => ({ retrieve: search }));
	}
	if (typeof exported !== 'object' || exported === null) return undefined;
	if (hasRetrieve(exported)) {
		const name = 'name' in exported && typeof exported.name === 'string' ? exported.name : exportName;
		return adapted(name, module, () => exported);
	}
	if ('index' in exported && typeof exported.index === 'function')
		return userPlugin(exported as ExportedPlugin, exportName, module);
	return undefined;
}

function adapted(name: string, module: string, open: () => UserRetriever): RetrieverPlugin {
	return {
		name,
		summary: 'a retriever of your own',
		options: {},
		async index(corpus, _options, context): Promise<Retriever> {
			const user = open();
			for (const words of uncalledMethods(user)) context.note(`${module}: ${words}`);
			if (user.build_index !== undefined)
				await callUser({ module, doing: 'build_index()' }, () => user.build_index?.(corpus.map(corpusLine)));
			else if (user.buildIndex !== undefined)
				await callUser({ module, doing: 'buildIndex()' }, () => user.buildIndex?.(corpus));
			else await callUser({ module, doing: 'index()' }, () => user.index?.(corpus));
			return {
				retrieve: async (query, depth) => {
					if (depth === 0) return [];
					const call = { module, doing: 'retrieve()', queryId: query.id };
					return readAnswer(await callUser(call, () => user.retrieve(query.text, depth, query)), depth, module);
				},
				indexSizeBytes: () => userSize(module, () => user.index_size_bytes?.() ?? user.indexSizeBytes?.()),
				close: () => callUserAtOnce({ module, doing: 'close()' }, () => user.close?.()),
			};
		},
	};
}

function hasRetrieve(value: unknown): value is UserRetriever {
	return typeof value === 'object' && value !== null && 'retrieve' in value && typeof value.retrieve === 'function';
}
