import { BenchError } from '../../harness/errors.ts';
import { ask } from '../hosted/ask.ts';
import { openService, recipient, type ServiceKind, serverName } from '../hosted/service.ts';
import { COHERE_SERVICE, JINA_SERVICE, TEI_SERVICE, VOYAGE_SERVICE } from '../hosted/services.ts';
import type { Reranker, RerankerProvider } from './reranker.ts';

/** How one service is asked for scores, and answers. */
interface Dialect {
	readonly service: ServiceKind;
	/** Documents of one request at most, as documented. */
	readonly most: number;
	body(model: string, query: string, documents: readonly string[]): unknown;
	/** The list of the answer. */
	list(answer: unknown): unknown;
	/** The name of the score in an entry beside `index`. */
	readonly score: 'relevance_score' | 'score';
}

const results = (answer: unknown): unknown => (answer as { results?: unknown } | undefined)?.results;

/** Cohere and Jina answer `results`, Voyage `data`, text-embeddings-inference a bare list. */
const DIALECTS = {
	cohere: {
		service: COHERE_SERVICE,
		most: 1000,
		body: (model, query, documents) => ({ model, query, documents, top_n: documents.length }),
		list: results,
		score: 'relevance_score',
	},
	jina: {
		service: JINA_SERVICE,
		most: 1000,
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
		most: 1000,
		body: (model, query, documents) => ({ model, query, documents, top_k: documents.length, truncation: true }),
		list: (answer) => (answer as { data?: unknown } | undefined)?.data,
		score: 'relevance_score',
	},
	tei: {
		service: TEI_SERVICE,
		// Its `max-client-batch-size` where nobody set another.
		most: 32,
		// Raw: a sigmoid makes ties of high scores that differ.
		body: (_model, query, texts) => ({ query, texts, truncate: true, raw_scores: true }),
		list: (answer) => answer,
		score: 'score',
	},
} as const satisfies Readonly<Record<string, Dialect>>;

const SUMMARIES: Readonly<Record<keyof typeof DIALECTS, string>> = {
	cohere: 'Cohere, v2: cohere:rerank-v3.5 (COHERE_API_KEY)',
	jina: 'Jina AI: jina:jina-reranker-v2-base-multilingual (JINA_API_KEY)',
	voyage: 'Voyage AI: voyage:rerank-2.5 (VOYAGE_API_KEY)',
	tei: 'a text-embeddings-inference server: tei:<any name> (TEI_BASE_URL)',
};

export const HOSTED_RERANKERS: Readonly<Record<string, RerankerProvider>> = Object.fromEntries(
	Object.entries(DIALECTS).map(([name, dialect]: [string, Dialect]) => [
		name,
		{
			name,
			summary: SUMMARIES[name as keyof typeof DIALECTS],
			options: {},
			check: (model) => requireModel(name, model),
			open: async (model) => hostedReranker(`${name}:${model}`, model, dialect),
		} satisfies RerankerProvider,
	]),
);

function requireModel(name: string, model: string): void {
	if (model.trim() !== '') return;
	throw new BenchError('usage', `rerank: ${name}: names no model`, {
		hint: `Write ${SUMMARIES[name as keyof typeof DIALECTS]}.`,
	});
}

function hostedReranker(spec: string, model: string, dialect: Dialect): Reranker {
	const service = openService(spec, dialect.service);

	async function scoresOf(query: string, documents: readonly string[], total?: number): Promise<readonly number[]> {
		const body = dialect.body(model, query, documents);
		const question = { path: 'rerank', subject: model, body };
		const answer = total === undefined ? ask(service, question) : ask(service, question, { attempt: total, total });
		const entries = dialect.list(await answer);
		const scores: (number | undefined)[] = new Array(documents.length).fill(undefined);
		// Entries come best first; `index` says whose they are.
		for (const entry of Array.isArray(entries) ? entries : []) {
			const { index, [dialect.score]: score } = (entry ?? {}) as Readonly<Record<string, unknown>>;
			if (typeof index === 'number' && index in scores && typeof score === 'number' && Number.isFinite(score))
				scores[index] = score;
		}
		if (scores.every((score) => score !== undefined)) return scores;
		throw new BenchError('network', `${service.base.host} did not answer with one score for each document`, {
			hint: `${service.baseVariable} may name another kind of server.`,
		});
	}

	return {
		id: `reranker ${spec} server=${serverName(service)}`,
		sendsTo: recipient(service),
		/** A server that can't be asked at all is an error; one that is slow later on misses the deadline. */
		async load() {
			await scoresOf('a', ['a']);
		},
		async score(query, documents, deadlineMs, deliver) {
			const begun = performance.now();
			for (let start = 0; start < documents.length; start += dialect.most) {
				const batch = documents.slice(start, start + dialect.most);
				const asked = performance.now();
				const left = deadlineMs === 0 ? undefined : deadlineMs - (asked - begun);
				if (left !== undefined && left <= 0) return;
				let scores: readonly number[];
				try {
					scores = await scoresOf(query, batch, left);
				} catch (error) {
					if (left !== undefined && performance.now() - asked >= left) return;
					throw error;
				}
				// The time of a request is that of all its pairs together: each bears its share.
				const milliseconds = (performance.now() - asked) / batch.length;
				const wanted = scores.map((score, i) => deliver(start + i, { score, milliseconds, tokens: -1 }));
				if (wanted.includes(false)) return;
			}
		},
		close: () => undefined,
	};
}
