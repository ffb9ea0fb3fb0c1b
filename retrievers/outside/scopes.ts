import type { Doc, IndexContext, Query } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { uses } from './template.ts';

/** One document under one scope that it is in; the scope is undefined where documents are stored once. */
export interface ScopedDoc {
	readonly docIndex: number;
	readonly doc: Doc;
	readonly scope: string | undefined;
	/** Every scope that it is in: those of the whole corpus for a document that is in every scope. */
	readonly scopes: readonly string[];
}

/** Whether any of these templates asks for `{{scope}}`. */
export function usesScope(templates: readonly string[]): boolean {
	return templates.some((template) => uses(template, 'scope'));
}

/** The scopes that documents name, in the order of the corpus. */
export function scopesOf(corpus: readonly Doc[]): readonly string[] {
	return [...new Set(corpus.flatMap(({ scopes = [] }) => scopes))];
}

/**
 * The corpus as it is stored: each document once, or once for each of its scopes (`perScope`), scope by scope.
 *
 * @throws BenchError `usage` where it is to be stored by scope and no document has one
 */
export function scopedDocs(corpus: readonly Doc[], perScope: boolean): readonly ScopedDoc[] {
	const all = scopesOf(corpus);
	const within = corpus.map((doc, docIndex) => ({ docIndex, doc, scopes: doc.scopes ?? all }));
	if (!perScope) return within.map((one) => ({ ...one, scope: undefined }));
	if (all.length === 0 && corpus.length > 0)
		throw new BenchError('usage', 'documents are stored by {{scope}}, and no document of this corpus has a scope', {
			hint: 'Leave {{scope}} out of what stores; a store per scope (--scopes separate) needs none.',
		});
	return all.flatMap((scope) =>
		within.filter(({ scopes }) => scopes.includes(scope)).map((one) => ({ ...one, scope })),
	);
}

/**
 * Where the whole corpus is one store for every query, a system that asks within scopes would measure another thing.
 *
 * @throws BenchError `usage` under `--scopes shared`
 */
export function requireScopes({ scopes }: Pick<IndexContext, 'scopes'>): void {
	if (scopes !== 'shared') return;
	throw new BenchError('usage', 'the request asks for {{scope}}, and --scopes shared makes one store of all scopes', {
		hint: 'Use --scopes filtered, or leave {{scope}} out.',
	});
}

/**
 * The scope to ask a query in, where the request asks for one.
 *
 * @param known what {@link scopesOf} says of the corpus; undefined where the run stored nothing by scope
 * @throws BenchError `usage` for a query without a scope, or of one that no document names while some are in every scope
 */
export function scopeOf(query: Query, corpus: readonly Doc[], known: ReadonlySet<string> | undefined): string {
	const { scope, id } = query;
	if (scope === undefined)
		throw new BenchError('usage', `query ${id} has no scope, and the request asks for {{scope}}`);
	if (known !== undefined && !known.has(scope) && corpus.some(({ scopes }) => scopes === undefined))
		throw new BenchError('usage', `query ${id}: no document names its scope, so nothing was stored under it`, {
			hint: 'Documents without scopes are in every scope, and are stored under those that other documents name.',
		});
	return scope;
}
