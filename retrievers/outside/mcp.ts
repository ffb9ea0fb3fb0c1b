import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type {
	Doc,
	IndexContext,
	Json,
	JsonObject,
	Options,
	OptionValues,
	Retriever,
	RetrieverPlugin,
} from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { identityHash } from '../../harness/files/json.ts';
import { option } from '../../harness/options.ts';
import { corpusOrder } from '../../harness/ranking.ts';
import { corpusLine } from '../corpus-line.ts';
import { refuseSecrets } from './command-secrets.ts';
import { commandName, commandWords } from './command-words.ts';
import { headerNames, headersOf } from './http-headers.ts';
import { connectMcp, type McpServer } from './mcp-client.ts';
import { type ProbeResult, probe, warnOfProbe } from './mcp-probe.ts';
import { findRecipe, type NamedRecipe } from './mcp-recipe.ts';
import { searchMcp } from './mcp-search.ts';
import { readKept, type Stored, storeCorpus, storesByScope, writeKept } from './mcp-store.ts';
import { oncePerRun } from './once-per-run.ts';
import { requireScopes, scopeOf, scopesOf, usesScope } from './scopes.ts';
import { openScratch, type Scratch } from './scratch.ts';
import { fillTemplate } from './template.ts';

const options = {
	recipe: option.text(
		'auto',
		'a shipped one, one of bench.config.json, a file.json; auto: by the name the server gives itself',
	),
	probe: option.flag(true, 'first store three trial documents elsewhere and ask for each; commands only'),
	keep_store: option.flag(false, 'keep the filled store in the cache, and use it again for the same corpus and recipe'),
	start_timeout: option.number(120, { above: 0, help: 'seconds until it is connected' }),
	store_timeout: option.number(120, { above: 0, help: 'seconds per call that stores' }),
};
type McpOptions = OptionValues<typeof options>;

/** The run's own `--timeout` comes first as a rule. */
const SEARCH_SECONDS = 3600;

/**
 * `mcp:<command>` or `mcp:https://...`: a memory server of the Model Context Protocol. A recipe says which of its tools
 * store and search. A command runs with a scratch home and data folder, never the person's own.
 */
export function mcpPlugin(spec: string): RetrieverPlugin<typeof options> {
	const target = spec.slice('mcp:'.length);
	refuseSecrets(isAddress(target) ? [target] : commandWords(target));
	const label = isAddress(target) ? new URL(target).host : commandName(commandWords(target));
	return {
		name: spec,
		shortName: label,
		summary: 'a memory server (MCP)',
		stage: 'mcp',
		options,
		optionPatterns: { 'header.<name>': option.text('', 'of an address: a header from the environment, env:MY_TOKEN') },
		optionsFor: (settings) => ({
			...options,
			...Object.fromEntries(headerNames(settings).map((name) => [name, option.text('', 'env:<VARIABLE>')])),
		}),
		validate: (values) => {
			if (headerNames(values as Options).length > 0 && !isAddress(target))
				throw new BenchError('usage', 'a command has no headers; it gets the environment whole');
			headersOf(values as Options);
		},
		unhashedCode: 'what the server is made of is not known, so a change there would go unseen',
		index: (corpus, values, context) => open({ target, label, values, context }, corpus),
	};
}

interface Opening {
	readonly target: string;
	readonly label: string;
	readonly values: McpOptions;
	readonly context: IndexContext;
}

interface Opened {
	readonly server: McpServer;
	readonly named: NamedRecipe;
	close(): void;
}

async function open(opening: Opening, corpus: readonly Doc[]): Promise<Retriever> {
	const { target, label, values, context } = opening;
	const named = await oncePerRun(context, `recipe of ${target}`, () => recipeOf(opening));
	const asksByScope = usesScope([JSON.stringify(named.recipe.search.arguments)]);
	if (asksByScope) requireScopes(context);
	let probed: ProbeResult | undefined;
	if (values.probe && !isAddress(target))
		probed = await oncePerRun(context, `probe of ${target}`, () => probeAside(opening, named));
	else if (isAddress(target)) context.note(`${label}: its store is used as it stands; nothing in it is removed first`);
	const keep = values.keep_store ? storeFolder(opening, named, corpus) : undefined;
	// A store that was not filled to the end is not filled up: what it has is not known.
	if (keep !== undefined && !existsSync(`${keep}.json`)) rmSync(keep, { recursive: true, force: true });
	const opened = await start(opening, named, keep);
	try {
		const stored = await fill(opening, opened, corpus, keep);
		const order = corpusOrder(corpus);
		const known = storesByScope(named.recipe) ? new Set(scopesOf(corpus)) : undefined;
		return {
			concurrency: 1,
			filtersScope: asksByScope,
			retrieve: async (query, depth, { signal }) =>
				depth === 0
					? []
					: searchMcp(opened.server, named.recipe, {
							query: query.text,
							scope: asksByScope ? scopeOf(query, corpus, known) : undefined,
							depth,
							seconds: SEARCH_SECONDS,
							signal,
							idOf: stored.idOf,
							order,
						}),
			facts: () => factsOf(opened, stored, probed),
			close: opened.close,
		};
	} catch (error) {
		opened.close();
		throw error;
	}
}

/** Three trial documents in a store of their own, which is thrown away. */
async function probeAside(opening: Opening, named: NamedRecipe): Promise<ProbeResult> {
	const { label, values, context } = opening;
	const trial = await start(quietly(opening), named);
	try {
		const probed = await probe(trial.server, named, { label, seconds: values.store_timeout });
		warnOfProbe(label, named, probed, context);
		return probed;
	} finally {
		trial.close();
	}
}

/** Its stderr is told once, when it is started in earnest. */
function quietly(opening: Opening): Opening {
	return { ...opening, context: { ...opening.context, note: () => undefined } };
}

/** Where the recipe is `auto`, the server is started once to be asked its name. */
async function recipeOf(opening: Opening): Promise<NamedRecipe> {
	if (opening.values.recipe !== 'auto') return findRecipe(opening.values.recipe, '');
	const { server, close } = await start(quietly(opening), undefined);
	try {
		return findRecipe('auto', server.name);
	} finally {
		close();
	}
}

async function start(
	{ target, label, values, context }: Opening,
	named: NamedRecipe | undefined,
	keep?: string,
): Promise<Opened> {
	const scratch = isAddress(target) ? undefined : openScratch(named?.recipe.share ?? [], keep);
	try {
		const server = await connectMcp(target, {
			label,
			env: { ...scratch?.env, ...recipeEnv(named, scratch) },
			cwd: process.cwd(),
			seconds: values.start_timeout,
			headers: headersOf(values as Options),
			context,
		});
		let closed = false;
		const close = (): void => {
			if (closed) return;
			closed = true;
			void server.close().finally(() => scratch?.remove());
		};
		return { server, named: named ?? { name: 'none', recipe: NO_RECIPE }, close };
	} catch (error) {
		scratch?.remove();
		throw error;
	}
}

const NO_RECIPE = {} as NamedRecipe['recipe'];

function recipeEnv(named: NamedRecipe | undefined, scratch: Scratch | undefined): Readonly<Record<string, string>> {
	if (named === undefined || scratch === undefined) return {};
	const put = (value: Json): string => String(value);
	return Object.fromEntries(
		Object.entries(named.recipe.env).map(([name, template]) => [
			name,
			fillTemplate(template, { scratch: scratch.folder }, put),
		]),
	);
}

async function fill(
	{ label, values, context }: Opening,
	{ server, named }: Opened,
	corpus: readonly Doc[],
	keep: string | undefined,
): Promise<Stored> {
	const path = keep === undefined ? undefined : `${keep}.json`;
	const kept = path === undefined ? undefined : readKept(path);
	if (kept !== undefined) {
		context.note(`${label}: the store that was kept is used again`);
		return kept;
	}
	const started = performance.now();
	const stored = await storeCorpus(server, named.recipe, corpus, { label, seconds: values.store_timeout, context });
	const seconds = ((performance.now() - started) / 1000).toFixed(1);
	context.note(`${label}: ${stored.idOf.size} documents stored in ${seconds} s, starting and trial documents apart`);
	if (path !== undefined) writeKept(path, stored);
	return stored;
}

/** By what a store was made of: the same corpus, command and recipe. */
function storeFolder({ target, context }: Opening, named: NamedRecipe, corpus: readonly Doc[]): string {
	const key = identityHash({ target, recipe: named.recipe as unknown as Json, corpus: corpus.map(corpusLine) });
	return join(context.cacheDirectory, 'stores', key.slice(0, 24));
}

function factsOf({ server, named }: Opened, { refused, idOf }: Stored, probed: ProbeResult | undefined): JsonObject {
	const { recipe, name } = named;
	return {
		server: server.name,
		version: server.version,
		recipe: name,
		recipe_sha256: identityHash(recipe as unknown as Json),
		ids: recipe.store.answer === undefined ? 'a marker of ours' : "the server's own",
		one_call_per_word: recipe.search.per_word,
		...(recipe.search.most === undefined ? {} : { most_results: recipe.search.most }),
		...(recipe.remark === undefined ? {} : { remark: recipe.remark }),
		...(usesScope([JSON.stringify(recipe.search.arguments)]) ? { asks_by_scope: true } : {}),
		stored: idOf.size,
		refused_as_duplicates: refused,
		...(probed === undefined ? {} : { probe: { ...probed } }),
	};
}

function isAddress(target: string): boolean {
	return /^https?:\/\//.test(target);
}
