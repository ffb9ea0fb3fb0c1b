import { BenchError } from '../../harness/errors.ts';
import { findNamed } from '../../harness/names.ts';
import { ask } from '../hosted/ask.ts';
import { openService, recipient, type ServiceKind, serverName } from '../hosted/service.ts';
import { COHERE_SERVICE, JINA_SERVICE, TEI_SERVICE, VOYAGE_SERVICE } from '../hosted/services.ts';

/** How one service is asked for scores, and answers. */
interface Dialect {
	readonly service: ServiceKind;
	body(model: string, query: string, documents: readonly string[]): unknown;
	/** The list of the answer. */
	list(answer: unknown): unknown;
	/** The name of the score in an entry beside `index`. */
	readonly score: 'relevance_score' | 'score';
}

const results = (answer: unknown): unknown => (answer as { results?: unknown } | undefined)?.results;

/** Cohere and Jina answer `results`, Voyage `data`, text-embeddings-inference a bare list. */
const DIALECTS: Readonly<Record<string, Dialect>> = {
	cohere: {
		service: COHERE_SERVICE,
		body: (model, query, documents) => ({ model, query, documents, top_n: documents.length }),
		list: results,
		score: 'relevance_score',
	},
	jina: {
		service: JINA_SERVICE,
		body: (model, query, documents) => ({
			model,
			query,
			documents,
			top_n: documents.length,
			return_documents: false,
		}),
		list: results,
		score: 'relevance_score',
	},
	voyage: {
		service: VOYAGE_SERVICE,
		body: (model, query, documents) => ({ model, query, documents, top_k: documents.length, truncation: true }),
		list: (answer) => (answer as { data?: unknown } | undefined)?.data,
		score: 'relevance_score',
	},
	tei: {
		service: TEI_SERVICE,
		body: (_model, query, texts) => ({ query, texts, truncate: true, raw_scores: false }),
		list: (answer) => answer,
		score: 'score',
	},
};

/** A model that scores documents for a query, behind a service. */
export interface RerankService {
	/** The identity of a score's source: provider, model, server. */
	readonly id: string;
	/** Whom queries and documents are sent to, for people. */
	readonly host: string;
	/** One score per document, in order, higher is better, rounded to 32 bits. Never fewer, never NaN. */
	score(query: string, documents: readonly string[]): Promise<readonly number[]>;
}

/** Checks `<provider>:<model>` without opening anything. Throws `usage`. */
export function checkReranker(spec: string): { readonly dialect: Dialect; readonly model: string } {
	const colon = spec.indexOf(':');
	const model = spec.slice(colon + 1);
	if (colon < 1 || model === '')
		throw new BenchError('usage', `rerank: model takes <provider>:<model>, not "${spec}"`, {
			hint: `Providers are ${Object.keys(DIALECTS).join(', ')}; for example model=cohere:rerank-v3.5.`,
		});
	return { dialect: findNamed('reranking provider', spec.slice(0, colon), DIALECTS), model };
}

export function openReranker(spec: string): RerankService {
	const { dialect, model } = checkReranker(spec);
	const service = openService(spec, dialect.service);
	return {
		id: `rerank ${spec} server=${serverName(service)}`,
		host: recipient(service),
		async score(query, documents) {
			const body = dialect.body(model, query, documents);
			const entries = dialect.list(await ask(service, { path: 'rerank', subject: model, body }));
			const scores: (number | undefined)[] = new Array(documents.length).fill(undefined);
			// Entries come best first; `index` says whose they are.
			for (const entry of Array.isArray(entries) ? entries : []) {
				const { index, [dialect.score]: score } = (entry ?? {}) as Readonly<Record<string, unknown>>;
				if (typeof index === 'number' && index in scores && typeof score === 'number' && Number.isFinite(score))
					// As the cache keeps them: a score must not differ by whether it was asked for now.
					scores[index] = Math.fround(score);
			}
			if (scores.every((score) => score !== undefined)) return scores;
			throw new BenchError('network', `${service.base.host} did not answer with one score for each document`, {
				hint: `${service.baseVariable} may name another kind of server.`,
			});
		},
	};
}
