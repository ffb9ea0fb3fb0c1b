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

/** Stores the corpus by the recipe's store tool, in corpus order; documents without text are not stored. */
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
	const entries = [...corpus.entries()].filter(([, { content }]) => content.trim() !== '');
	const idOf = new Map<string, string>();
	let refused = 0;
	const bar = context.progress.start(`storing in ${label}`, entries.length);
	try {
		for (let from = 0; from < entries.length; from += store.batch) {
			const batch = entries.slice(from, from + store.batch);
			const docs = batch.map(([docIndex, doc]) => docValues(docIndex, doc));
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
			for (const [i, name] of names.entries()) idOf.set(name, (batch[i] as [number, Doc])[1].id);
		}
	} finally {
		bar.stop();
	}
	return { idOf, refused };
}

function saysAlready(error: unknown, already: string | undefined): boolean {
	return already !== undefined && error instanceof BenchError && new RegExp(already).test(error.message);
}

function docValues(docIndex: number, doc: Doc): JsonObject {
	const line = corpusLine(doc);
	return { category: '', ...line, marker: markerOf(docIndex), n: docIndex, doc: line };
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
