import type { JsonObject } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { type Address, type Answer, request } from './request.ts';

/** A collection as the server describes it. */
export interface Collection {
	readonly id: string;
	readonly name: string;
	/** Of its vectors; null as long as it has none. */
	readonly dimension: number | null;
}

export interface Neighbours {
	readonly ids: readonly string[];
	/** Cosine distances, 1 - cosine, nearest first. */
	readonly distances: readonly number[];
}

/** The few calls of Chroma's v2 HTTP API that are needed, over one database. */
export interface Chroma {
	readonly version: string;
	find(name: string): Promise<Collection | undefined>;
	create(name: string, hnsw: JsonObject, metadata: JsonObject): Promise<Collection>;
	remove(name: string): Promise<void>;
	count(collection: Collection): Promise<number>;
	upsert(collection: Collection, ids: readonly string[], embeddings: readonly Float32Array[]): Promise<void>;
	nearest(collection: Collection, embedding: Float32Array, n: number): Promise<Neighbours>;
}

/**
 * Speaks to a server, once its version is known to be one that is understood.
 *
 * @throws BenchError `network` where nothing answers, `environment` for a server older than 1.0
 */
export async function openChroma(address: Address, tenant: string, database: string): Promise<Chroma> {
	const version = await versionOf(address);
	const root = `/api/v2/tenants/${encodeURIComponent(tenant)}/databases/${encodeURIComponent(database)}/collections`;
	const call = async (method: string, path: string, body?: object): Promise<unknown> => {
		const answer = await request(address, method, `${root}${path}`, body);
		if (answer.status < 200 || answer.status > 299) throw refused(method, path === '' ? 'collections' : path, answer);
		return answer.json;
	};
	return {
		version,
		async find(name) {
			const answer = await request(address, 'GET', `${root}/${name}`);
			if (answer.status === 404 && says(answer).includes(name)) return undefined;
			if (answer.status !== 200) throw refused('GET', `/${name}`, answer);
			return answer.json as Collection;
		},
		async create(name, hnsw, metadata) {
			const configuration = { hnsw, embedding_function: null };
			return (await call('POST', '', { name, metadata, configuration, get_or_create: true })) as Collection;
		},
		async remove(name) {
			await call('DELETE', `/${name}`);
		},
		async count({ id }) {
			return (await call('GET', `/${id}/count`)) as number;
		},
		async upsert({ id }, ids, embeddings) {
			await call('POST', `/${id}/upsert`, { ids, embeddings: embeddings.map((vector) => [...vector]) });
		},
		async nearest({ id }, embedding, n) {
			const found = (await call('POST', `/${id}/query`, {
				query_embeddings: [[...embedding]],
				n_results: n,
				include: ['distances'],
			})) as { readonly ids: readonly string[][]; readonly distances: readonly number[][] };
			return { ids: found.ids[0] ?? [], distances: found.distances[0] ?? [] };
		},
	};
}

async function versionOf(address: Address): Promise<string> {
	const answer = await request(address, 'GET', '/api/v2/version');
	if (answer.status === 401 || answer.status === 403) throw refused('GET', '/api/v2/version', answer);
	// Servers before 0.6 have only the first API.
	const version = answer.status === 200 ? answer.json : (await request(address, 'GET', '/api/v1/version')).json;
	if (typeof version !== 'string')
		throw new BenchError('environment', `${address.base} is no Chroma server: it answers ${answer.status}`, {
			hint: 'Check --set url=; without it a server of our own is started.',
		});
	if (Number.parseInt(version, 10) >= 1) return version;
	throw new BenchError('environment', `Chroma ${version} is too old: 1.0 or later is needed`, {
		hint: 'Upgrade it (pip install -U chromadb), or leave url out for a server of our own.',
	});
}

function refused(method: string, path: string, answer: Answer): BenchError {
	const token = answer.status === 401 || answer.status === 403;
	return new BenchError('plugin', `Chroma answered ${answer.status} to ${method} ${path}: ${says(answer)}`, {
		...(token ? { hint: 'The token comes from the environment: --set token_env=, token_header=.' } : {}),
	});
}

function says({ json }: Answer): string {
	const { message, error } = (json ?? {}) as { readonly message?: string; readonly error?: string };
	return (message ?? error ?? 'nothing').slice(0, 300);
}
