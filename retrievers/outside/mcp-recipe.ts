import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { Json } from '../../harness/contract.ts';
import { BenchError, reasonOf } from '../../harness/errors.ts';
import { unknownName } from '../../harness/names.ts';
import { MCP_RECIPES } from './mcp-recipes.ts';

const json = v.custom<Json>((value) => value !== undefined);
const text = v.pipe(v.string(), v.minLength(1));
/** Names to values, as they were written: valibot's own record leaves out `constructor` and `__proto__`. */
const named = <S extends v.GenericSchema>(value: S) =>
	v.custom<Readonly<Record<string, v.InferOutput<S>>>>(
		(given) =>
			typeof given === 'object' &&
			given !== null &&
			!Array.isArray(given) &&
			Object.values(given).every((entry) => v.is(value, entry)),
	);
const call = v.strictObject({
	tool: text,
	/** A template: `"{{name}}"` alone is the value itself, `{"each_doc": ...}` a list with an entry per document. */
	arguments: named(json),
});

/** Where ids and scores stand in a tool's answer: a path into its JSON, or a pattern over its text. */
const answer = v.union([
	v.strictObject({
		/** As `hits[].id`; a minus before `score` for distances. */
		id: text,
		score: v.optional(text),
	}),
	v.strictObject({
		/** A regular expression with the named groups `id` and perhaps `score`, matched again and again. */
		pattern: text,
	}),
]);

const recipeSchema = v.strictObject({
	/** Names that servers of this kind give themselves, for `recipe=auto`. */
	servers: v.optional(v.array(text), []),
	/** Environment variables; `{{scratch}}` is the run's own folder. */
	env: v.optional(named(v.string()), {}),
	/** Calls before the first document, such as making a collection. */
	setup: v.optional(v.array(call), []),
	store: v.strictObject({
		...call.entries,
		/** Documents per call; 1 where the tool takes one. */
		batch: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
		/** Where the server's own ids stand, in the order of the documents; none: `{{marker}}` comes back. */
		answer: v.optional(answer),
		/** A regular expression that tells a document refused for being there already: it is counted and left out. */
		already: v.optional(text),
	}),
	search: v.strictObject({
		...call.entries,
		answer,
		/** One call per word of the query; documents are ranked by how many of the calls return them. */
		per_word: v.optional(v.boolean(), false),
		/** The most results that a call may ask for, where the tool has a limit of its own. */
		most: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
		/** Longer queries are cut to this many characters. */
		query_characters: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
	}),
	/** A regular expression over an answer's text that tells a failure which the server does not call one. */
	failed: v.optional(text),
	/** It is said to find by meaning: the probe then warns where it finds by words only. */
	semantic: v.optional(v.boolean(), false),
	/** Folders of the person's home that hold downloads, never memories, and may be shared with the server. */
	share: v.optional(v.array(text), []),
	/** A remark that a reader of results needs. */
	remark: v.optional(v.string()),
});

/** How a memory server is spoken to: which tool stores, which searches, and where its answers have ids. */
export type McpRecipe = v.InferOutput<typeof recipeSchema>;
export type McpCall = v.InferOutput<typeof call>;
export type McpAnswer = v.InferOutput<typeof answer>;

export interface NamedRecipe {
	readonly name: string;
	readonly recipe: McpRecipe;
}

const CONFIG = 'bench.config.json';

/**
 * A recipe by name: shipped, or an entry of `recipes` in bench.config.json; or a JSON file's path. `auto` is the first
 * one that fits the name that the server gives itself.
 *
 * @throws BenchError `usage` for an unknown name, `config` for a recipe of the wrong shape
 */
export function findRecipe(wanted: string, serverName: string): NamedRecipe {
	const known = knownRecipes();
	if (wanted === 'auto') {
		const fit = [...known].find(([, { servers }]) => servers.includes(serverName));
		if (fit !== undefined) return { name: fit[0], recipe: fit[1] };
		throw new BenchError('usage', `no recipe fits a server that calls itself "${serverName}"`, {
			hint: `\`bench mcp tools\` lists its tools and suggests one for ${CONFIG}. There are: ${[...known.keys()].join(', ')}.`,
		});
	}
	if (wanted.endsWith('.json')) return { name: wanted, recipe: readRecipe(wanted, readJson(wanted)) };
	const recipe = known.get(wanted);
	if (recipe !== undefined) return { name: wanted, recipe };
	throw unknownName('recipe', wanted, [...known.keys(), 'auto']);
}

/** The name of the recipe that `auto` takes for a server of this name. */
export function fittingRecipe(serverName: string): string | undefined {
	return [...knownRecipes()].find(([, { servers }]) => servers.includes(serverName))?.[0];
}

/** Shipped ones, over which those of bench.config.json go. */
function knownRecipes(): ReadonlyMap<string, McpRecipe> {
	const shipped = Object.entries(MCP_RECIPES).map(([name, recipe]): [string, McpRecipe] => [
		name,
		readRecipe(name, recipe),
	]);
	const own = existsSync(CONFIG) ? ((readJson(CONFIG) as { recipes?: unknown }).recipes ?? {}) : {};
	const written = Object.entries(own as object).map(([name, recipe]): [string, McpRecipe] => [
		name,
		readRecipe(`${CONFIG}: recipe ${name}`, recipe),
	]);
	return new Map([...written, ...shipped.filter(([name]) => !Object.hasOwn(own as object, name))]);
}

function readRecipe(where: string, value: unknown): McpRecipe {
	const read = v.safeParse(recipeSchema, value);
	if (read.success) return read.output;
	const [issue] = read.issues;
	throw new BenchError('config', `${where}: ${v.getDotPath(issue) ?? 'the recipe'}: ${issue.message}`, {
		hint: 'A recipe has store and search, each with tool and arguments; search also says in answer where ids stand.',
	});
}

function readJson(path: string): unknown {
	try {
		return JSON.parse(readFileSync(path, 'utf8'));
	} catch (error) {
		throw new BenchError('config', `${path} can't be read as JSON: ${reasonOf(error)}`, { cause: error });
	}
}
