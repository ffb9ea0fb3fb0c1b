import { existsSync, readFileSync } from 'node:fs';
import type { Doc, IndexContext, JsonObject } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { writeFileWhole } from '../../harness/files/write-file.ts';
import { corpusLine } from '../corpus-line.ts';
import { markerOf } from './marker.ts';
import { hitsOf, type ToolResult } from './mcp-answer.ts';
import { fillArguments } from './mcp-arguments.ts';
import type { McpServer } from './mcp-client.ts';
import type { McpCall, McpRecipe } from './mcp-recipe.ts';
import { type ScopedDoc, scopedDocs, usesScope } from './scopes.ts';

export interface Stored {
	/** Document ids by what the server calls them. */
	readonly idOf: ReadonlyMap<string, string>;
	/** Documents that the server refused for being there already. */
	readonly refused: number;
}

interface StoreOptions {
	readonly label: string;
	readonly seconds: number;
	readonly context: Pick<IndexContext, 'progress'>;
}

/** Whether documents are stored once for each of their scopes. */
export function storesByScope({ store }: Pick<McpRecipe, 'store'>): boolean {
	return usesScope([JSON.stringify(store.arguments)]);
}

/**
 * Stores the corpus by the recipe's store tool, in corpus order, and scope by scope where it stores by scope; documents
 * without text are not stored.
 */
export async function storeCorpus(
	server: McpServer,
	recipe: McpRecipe,
	corpus: readonly Doc[],
	{ label, seconds, context }: StoreOptions,
): Promise<Stored> {
	const call = ({ tool, arguments: template }: McpCall, docs: readonly JsonObject[]): Promise<ToolResult> => {
		const values = docs.length === 1 ? (docs[0] as JsonObject) : {};
		const filled = fillArguments(template, values, docs) as JsonObject;
		return server.call({ tool, arguments: filled, seconds, failed: recipe.failed });
	};
	for (const one of recipe.setup) await call(one, []);
	const { store } = recipe;
	const entries = [...scopedDocs(corpus, storesByScope(recipe)).entries()].filter(
		([, { doc }]) => doc.content.trim() !== '',
	);
	const idOf = new Map<string, string>();
	let refused = 0;
	const bar = context.progress.start(`storing in ${label}`, entries.length);
	try {
		for (let from = 0; from < entries.length; from += store.batch) {
			const batch = entries.slice(from, from + store.batch);
			const docs = batch.map(([n, one]) => docValues(n, one));
			bar.advance(batch.length);
			const result = await call(store, docs).catch((error: unknown) => {
				if (batch.length === 1 && saysAlready(error, store.already)) return undefined;
				throw error;
			});
			if (result === undefined) {
				refused++;
				continue;
			}
			const names =
				store.answer === undefined
					? docs.map(({ marker }) => String(marker))
					: hitsOf(store.tool, result, store.answer).map(({ id }) => id);
			if (names.length !== batch.length)
				throw new BenchError('plugin', `${store.tool} named ${names.length} ids for ${batch.length} documents`, {
					hint: `Its answer begins: ${result.text.slice(0, 200)}`,
				});
			for (const [i, name] of names.entries()) idOf.set(name, (batch[i] as [number, ScopedDoc])[1].doc.id);
		}
	} finally {
		bar.stop();
	}
	return { idOf, refused };
}

function saysAlready(error: unknown, already: string | undefined): boolean {
	return already !== undefined && error instanceof BenchError && new RegExp(already).test(error.message);
}

/** @param n its number among all that is stored, so that a document of two scopes has a marker for each */
function docValues(n: number, { doc, scope, scopes }: ScopedDoc): JsonObject {
	const line = corpusLine(doc);
	return {
		category: '',
		...line,
		marker: markerOf(n),
		n,
		doc: line,
		scopes,
		...(scope === undefined ? {} : { scope }),
	};
}

/** The description of a store that was kept, or undefined where it was not filled to the end. */
export function readKept(path: string): Stored | undefined {
	if (!existsSync(path)) return undefined;
	const { ids, refused } = JSON.parse(readFileSync(path, 'utf8')) as {
		ids: readonly (readonly [string, string])[];
		refused: number;
	};
	return { idOf: new Map(ids), refused };
}

export function writeKept(path: string, { idOf, refused }: Stored): void {
	writeFileWhole(path, JSON.stringify({ ids: [...idOf], refused }));
}
