import type { Options, Query, Retriever, RetrieverPlugin } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { isFused } from '../../harness/fusion/fused-retriever.ts';
import { readAnswer } from './user-answer.ts';
import { callUser, callUserAtOnce } from './user-call.ts';
import { type UserOptions, userOptions, userOptionsFor } from './user-options.ts';

/** A plugin as a user's module exports it. `optionsFor` may return a specification or plain defaults. */
export type ExportedPlugin = Partial<Omit<RetrieverPlugin, 'options' | 'optionsFor'>> &
	UserOptions &
	Pick<RetrieverPlugin, 'index'> & { optionsFor?(settings: Options): unknown };

/** The plugin with what it left out filled in, every call into it named in the errors that come of it. */
export function userPlugin(plugin: ExportedPlugin, exportName: string, module: string): RetrieverPlugin {
	return {
		name: plugin.name ?? exportName,
		summary: plugin.summary ?? 'a retriever of your own',
		options: userOptions(plugin, module),
		...(plugin.optionPatterns === undefined ? {} : { optionPatterns: plugin.optionPatterns }),
		...(plugin.variants === undefined ? {} : { variants: plugin.variants }),
		...(plugin.reads === undefined ? {} : { reads: plugin.reads }),
		...(plugin.surroundings === undefined
			? {}
			: { surroundings: (options: Options) => plugin.surroundings?.(options) ?? {} }),
		...(plugin.cutsQuery === undefined ? {} : { cutsQuery: (query, options) => cuts(plugin, query, options, module) }),
		...(plugin.stage === undefined ? {} : { stage: plugin.stage }),
		...(plugin.seededBy === undefined ? {} : { seededBy: (options: Options) => seedsOf(plugin, options, module) }),
		...(plugin.optionsFor === undefined
			? {}
			: {
					optionsFor: async (settings: Options) => {
						const answer = await callUser({ module, doing: 'optionsFor()' }, () => plugin.optionsFor?.(settings) ?? {});
						return userOptionsFor(answer, plugin.help, module);
					},
				}),
		...(plugin.validate === undefined
			? {}
			: {
					validate: async (options: Options) => {
						await callUser({ module, doing: 'validate()' }, () => plugin.validate?.(options));
					},
				}),
		async index(corpus, options, context) {
			const retriever: unknown = await callUser({ module, doing: 'index()' }, () =>
				plugin.index(corpus, options, context),
			);
			if (!isRetriever(retriever))
				throw new BenchError('plugin', `${module}: index() returned no retriever`, {
					hint: 'It returns an object with retrieve(query, depth, context).',
				});
			return named(retriever, module);
		},
	};
}

function cuts(plugin: ExportedPlugin, query: Pick<Query, 'text'>, options: Options, module: string): boolean {
	const answer: unknown = callUserAtOnce({ module, doing: 'cutsQuery()' }, () => plugin.cutsQuery?.(query, options));
	if (typeof answer === 'boolean') return answer;
	throw new BenchError('plugin', `${module}: cutsQuery() returned neither true nor false`, {
		hint: 'It returns at once whether the query is longer than the retriever takes.',
	});
}

/** The size of the index in bytes as the user's module reports it; 0 where it does not. */
export function userSize(module: string, read: () => unknown): number {
	const bytes = callUserAtOnce({ module, doing: 'indexSizeBytes()' }, read) ?? 0;
	if (typeof bytes === 'number' && Number.isFinite(bytes) && bytes >= 0) return bytes;
	throw new BenchError('plugin', `${module}: indexSizeBytes() returned no number of bytes`, {
		hint: 'It returns a number of 0 or more, at once.',
	});
}

function seedsOf(plugin: ExportedPlugin, options: Options, module: string): readonly string[] {
	const seeds: unknown = callUserAtOnce({ module, doing: 'seededBy()' }, () => plugin.seededBy?.(options)) ?? [];
	if (Array.isArray(seeds) && seeds.every((seed) => typeof seed === 'string')) return seeds;
	throw new BenchError('plugin', `${module}: seededBy() returned no list of leg names`, {
		hint: "For example ['fts', 'dense'].",
	});
}

/** The retriever, each of its methods called through {@link callUser}; it has those that the user's has. */
function named(user: Retriever, module: string): Retriever {
	const atOnce = <T>(doing: string, work: () => T): T => callUserAtOnce({ module, doing }, work);
	return {
		...(isFused(user) ? { legs: user.legs, pipeline: user.pipeline } : {}),
		retrieve: async (query, depth, context) => {
			const call = { module, doing: 'retrieve()', queryId: query.id };
			return readAnswer(await callUser(call, () => user.retrieve(query, depth, context)), depth, module);
		},
		...(user.indexSizeBytes === undefined
			? {}
			: { indexSizeBytes: () => userSize(module, () => user.indexSizeBytes?.()) }),
		...(user.facts === undefined ? {} : { facts: () => atOnce('facts()', () => user.facts?.() ?? {}) }),
		...(user.covers === undefined
			? {}
			: { covers: (docId: string) => atOnce('covers()', () => user.covers?.(docId) ?? true) }),
		close: () => atOnce('close()', () => user.close?.()),
	};
}

function isRetriever(value: unknown): value is Retriever {
	return typeof value === 'object' && value !== null && 'retrieve' in value && typeof value.retrieve === 'function';
}
