import type { Doc, IndexContext, Json, JsonObject } from '../../harness/contract.ts';
import { BenchError, reasonOf } from '../../harness/errors.ts';
import { corpusLine } from '../corpus-line.ts';
import { valuesAt } from './answer-path.ts';
import type { HttpOptions } from './http-options.ts';
import { addressOf, readTarget, send } from './http-request.ts';
import { type ScopedDoc, scopedDocs, scopesOf, usesScope } from './scopes.ts';
import { fillTemplate, inJson } from './template.ts';
import type { Vectors } from './vectors.ts';

interface Store {
	readonly base: URL;
	readonly options: HttpOptions;
	readonly headers: Readonly<Record<string, string>>;
	readonly vectors: Vectors | undefined;
	readonly context: IndexContext;
}

/** Waits for the service, empties and makes its store, and stores the corpus, as far as the options say how. */
export async function fillStore(corpus: readonly Doc[], store: Store): Promise<void> {
	const { options, vectors, context } = store;
	if (options.ready !== '') await untilReady(store);
	const known = scopesOf(corpus);
	const each = scopeValues(known);
	for (const values of each(options.reset)) await request(store, 'reset', { values, also: [404] });
	const dimensions = vectors === undefined ? {} : { dimensions: vectors.dimensions };
	for (const values of each(options.create, options.create_body))
		await request(store, 'create', { body: options.create_body, values: { ...values, ...dimensions } });
	if (options.add === '') {
		context.note(`${store.base.host}: it is asked as it stands; no document is stored (add=POST:/path would)`);
		return;
	}
	const embedded = await vectors?.ofDocuments(corpus);
	const stored = scopedDocs(corpus, storesByScope(options)).filter(
		({ docIndex }) => vectors === undefined || embedded?.[docIndex] !== undefined,
	);
	const bar = context.progress.start(`storing in ${store.base.host}`, stored.length);
	try {
		for (const batch of oneScopeEach(stored, options.batch)) {
			const docs = batch.map((one) => docValues(one, embedded?.[one.docIndex]));
			const scope = batch[0]?.scope;
			const values = scope === undefined ? {} : { scope };
			const answer = await request(store, 'add', { body: options.add_body, docs, values });
			if (options.add_failed !== '') requireStored(answer, options.add_failed);
			bar.advance(batch.length);
		}
	} finally {
		bar.stop();
	}
	for (const values of each(options.commit)) await request(store, 'commit', { values });
}

/** Whether documents are stored once for each of their scopes. */
export function storesByScope({ add, add_body: body }: Pick<HttpOptions, 'add' | 'add_body'>): boolean {
	return add !== '' && usesScope([add, body]);
}

/** For a request: what is put in for `{{scope}}`, once for each scope where it asks for it; nothing where there is none. */
function scopeValues(scopes: readonly string[]) {
	return (target: string, body = ''): readonly JsonObject[] => {
		if (target === '') return [];
		return usesScope([target, body]) ? scopes.map((scope) => ({ scope })) : [{}];
	};
}

/** Batches of bounded size whose documents are of one scope. */
function* oneScopeEach(docs: readonly ScopedDoc[], size: number): Generator<readonly ScopedDoc[]> {
	let batch: ScopedDoc[] = [];
	for (const one of docs) {
		if (batch.length >= size || (batch.length > 0 && batch[0]?.scope !== one.scope)) {
			yield batch;
			batch = [];
		}
		batch.push(one);
	}
	if (batch.length > 0) yield batch;
}

function docValues({ docIndex, doc, scope, scopes }: ScopedDoc, vector: readonly number[] | undefined): JsonObject {
	const line = corpusLine(doc);
	return {
		category: '',
		...line,
		n: docIndex,
		doc: line,
		scopes,
		...(scope === undefined ? {} : { scope }),
		...(vector === undefined ? {} : { vector }),
	};
}

interface RequestDetails {
	readonly body?: string;
	readonly values?: JsonObject;
	readonly docs?: readonly JsonObject[];
	readonly also?: readonly number[];
}

async function request(
	{ base, options, headers }: Store,
	name: 'reset' | 'create' | 'add' | 'commit' | 'ready',
	{ body, values = {}, docs = [], also = [] }: RequestDetails,
): Promise<unknown> {
	const { method, path } = readTarget(name, options[name]);
	const all = { index: options.index, ...values };
	// Where a request takes one document, its names need no section.
	const single = docs.length === 1 ? { ...all, ...docs[0] } : all;
	return send({
		method,
		address: addressOf(base, path, single),
		headers,
		body: body === undefined ? undefined : fillTemplate(body, single, inJson, docs),
		seconds: name === 'ready' ? 5 : options.index_timeout,
		also,
	});
}

async function untilReady(store: Store): Promise<void> {
	const { ready_timeout: seconds, ready } = store.options;
	const end = performance.now() + seconds * 1000;
	for (;;) {
		try {
			await request(store, 'ready', {});
			return;
		} catch (error) {
			if (performance.now() > end)
				throw new BenchError('plugin', `${store.base.host} was not ready within ${seconds} s: ${reasonOf(error)}`, {
					hint: `Asked ${ready}; ready_timeout sets the time.`,
					cause: error,
				});
		}
		await new Promise((resolve) => setTimeout(resolve, 250));
	}
}

function requireStored(answer: unknown, path: string): void {
	// One JSON line is an object, several are a list.
	const whole = path.startsWith('[]') && !Array.isArray(answer) ? [answer] : answer;
	const failed = valuesAt(whole, path).filter((value) => value !== undefined && value !== false && value !== '');
	if (failed.length > 0)
		throw new BenchError('plugin', `the service says at ${path} of its answer that documents were not stored`, {
			hint: JSON.stringify(failed[0] as Json).slice(0, 200),
		});
}
