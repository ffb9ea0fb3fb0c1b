import type { IndexContext, Json, JsonObject, Options, Retriever, RetrieverPlugin } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { option } from '../../harness/options.ts';
import { corpusOrder } from '../../harness/ranking.ts';
import { isOpenNetwork } from '../../harness/service.ts';
import { checkEmbedder } from '../embedders/index.ts';
import { stepsOf, valuesAt } from './answer-path.ts';
import { refuseSecrets } from './command-secrets.ts';
import { cutQuery } from './cut-query.ts';
import { type Hit, isId, rankingOf } from './hits.ts';
import { headerNames, headersOf } from './http-headers.ts';
import { fillStore, storesByScope } from './http-ingest.ts';
import { HTTP_OPTIONS, type HttpOptions, withRecipe } from './http-options.ts';
import { addressOf, readTarget, send } from './http-request.ts';
import { requireScopes, scopeOf, scopesOf, usesScope } from './scopes.ts';
import { fillTemplate, inJson, uses } from './template.ts';
import { openVectors } from './vectors.ts';

/** The requests that an option names, each as `METHOD:/path`. */
const TARGETS = ['search', 'add', 'reset', 'create', 'commit', 'ready'] as const;

/**
 * `http://host:port/path` or `https://...`: a search service. What it is asked and where its answers have ids is in the
 * options, whose defaults a recipe gives.
 *
 * @throws BenchError `usage` for an address with a password in it, which a manifest would keep
 */
export function httpPlugin(spec: string): RetrieverPlugin {
	const base = readAddress(spec);
	return {
		name: spec,
		shortName: base.host,
		summary: 'a search service over HTTP',
		stage: 'http',
		options: HTTP_OPTIONS,
		optionPatterns: { 'header.<name>': option.text('', 'a header from the environment: env:MY_TOKEN') },
		unhashedCode: 'what answers at its address is not known, so a change there would go unseen',
		optionsFor: (settings) => ({
			...withRecipe(settings.recipe),
			...Object.fromEntries(headerNames(settings).map((name) => [name, option.text('', 'env:<VARIABLE>')])),
		}),
		validate: (options) => check(options as HttpOptions),
		cutsQuery: ({ text }, options) => askedText(text, options as HttpOptions) !== text,
		index: (corpus, options, context) => open(base, corpus, options as HttpOptions, context),
	};
}

function readAddress(spec: string): URL {
	if (!URL.canParse(spec))
		throw new BenchError('usage', `"${spec}" is no address`, { hint: 'For example http://localhost:8000/search.' });
	const url = new URL(spec);
	if (url.username !== '' || url.password !== '')
		throw new BenchError('usage', 'the address has a name or password in it, which the manifest would keep', {
			hint: 'Write --set header.authorization=env:MY_TOKEN instead.',
		});
	refuseSecrets([spec]);
	return url;
}

function check(options: HttpOptions): void {
	for (const name of TARGETS) if (options[name] !== '') readTarget(name, options[name]);
	refuseSecrets(
		[...TARGETS, 'body', 'add_body', 'create_body'].map((name) => String(options[name as keyof HttpOptions])),
	);
	for (const name of ['hits', 'score', 'add_failed'] as const)
		if (options[name] !== '') stepsOf(options[name].replace(/^-/, ''));
	headersOf(options as unknown as Options);
	if (options.embedder !== '') checkEmbedder(options.embedder);
	else if (uses(options.body, 'vector') || uses(options.add_body, 'vector'))
		throw new BenchError('usage', 'a template has {{vector}}, and no embedder is named', {
			hint: 'For example --set embedder=local:bge-small-en-v1.5.',
		});
	const sample = { query: 'a "b"', k: 1, index: options.index, vector: [0], scope: 's' };
	const body = fillTemplate(options.body, sample, inJson);
	if (options.content_type === 'application/json' && !options.search.startsWith('GET'))
		try {
			JSON.parse(body);
		} catch (error) {
			throw new BenchError('usage', `option body is no JSON once it is filled: ${(error as Error).message}`, {
				hint: 'Text stands in quotes, "{{query}}"; numbers and vectors do not, {{k}}.',
			});
		}
}

async function open(
	base: URL,
	corpus: Parameters<RetrieverPlugin['index']>[0],
	options: HttpOptions,
	context: IndexContext,
): Promise<Retriever> {
	const headers = { 'content-type': options.content_type, ...headersOf(options as unknown as Options) };
	if (isOpenNetwork(base) && headerNames(options as unknown as Options).length > 0)
		context.note(`warning: ${base.host} is sent the headers from the environment unencrypted (http)`);
	const vectors = options.embedder === '' ? undefined : await openVectors(options.embedder, context);
	try {
		await fillStore(corpus, { base, options, headers, vectors, context });
	} catch (error) {
		vectors?.close();
		throw error;
	}
	const order = corpusOrder(corpus);
	const asksByScope = usesScope([options.search, options.body]);
	const known = storesByScope(options) ? new Set(scopesOf(corpus)) : undefined;
	if (asksByScope) requireScopes(context);
	let cut = false;
	const target = options.search === '' ? { method: 'POST', path: '' } : readTarget('search', options.search);
	return {
		filtersScope: asksByScope,
		retrieve: async (query, depth, { signal, time }) => {
			if (depth === 0) return [];
			const vector = vectors === undefined ? undefined : await time('embed', () => vectors.ofQuery(query.text));
			if (vectors !== undefined && vector === undefined) return [];
			const text = askedText(query.text, options);
			if (text !== query.text && !cut) {
				cut = true;
				context.note(`${base.host}: queries of more than ${options.query_words} words are cut (query_words)`);
			}
			const values: JsonObject = {
				query: text,
				k: depth,
				index: options.index,
				...(asksByScope ? { scope: scopeOf(query, corpus, known) } : {}),
				...(vector === undefined ? {} : { vector }),
			};
			const answer = await send({
				method: target.method,
				address: addressOf(base, target.path, values),
				headers,
				body: fillTemplate(options.body, values, inJson),
				seconds: SEARCH_SECONDS,
				signal,
			});
			return rankingOf(readHitsAt(answer, options), depth, order);
		},
		facts: () => ({
			...(vectors?.facts() ?? {}),
			stored_by_the_run: options.add !== '',
			...(asksByScope ? { asks_by_scope: true } : {}),
		}),
		close: () => vectors?.close(),
	};
}

/** The text of a query that a request carries; one that asks by the vector alone, which is of the whole text, cuts nothing. */
function askedText(text: string, { search, body, query_words }: HttpOptions): string {
	return uses(search, 'query') || uses(body, 'query') ? cutQuery(text, query_words) : text;
}

/** The run's own `--timeout` comes first as a rule. */
const SEARCH_SECONDS = 3600;

function readHitsAt(answer: unknown, { hits, score }: Pick<HttpOptions, 'hits' | 'score'>): readonly Hit[] {
	const ids = valuesAt(answer, hits);
	const scores = score === '' ? [] : valuesAt(answer, score);
	if (score !== '' && scores.length !== ids.length)
		throw new BenchError(
			'plugin',
			`the answer has ${ids.length} ids at ${hits} and ${scores.length} scores at ${score}`,
		);
	return ids.map((id, rank) => {
		if (!isId(id))
			throw new BenchError('plugin', `the answer has no id at rank ${rank + 1} of ${hits}`, {
				hint: 'Ids are text or numbers.',
			});
		const value = scores[rank] as Json | undefined;
		return { id: String(id), score: typeof value === 'number' ? value : undefined };
	});
}
