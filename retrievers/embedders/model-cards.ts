import type { EmbeddingSettings } from './embedding.ts';

/** How a family of models wants to be used, as its model card says it. */
export type ModelCard = Pick<EmbeddingSettings, 'pooling' | 'queryPrefix' | 'documentPrefix' | 'maxTokens'>;

const PASSAGES = 'Represent this sentence for searching relevant passages: ';

export const CARDS = {
	bge: { pooling: 'cls', queryPrefix: PASSAGES, documentPrefix: '', maxTokens: 512 },
	e5: { pooling: 'mean', queryPrefix: 'query: ', documentPrefix: 'passage: ', maxTokens: 512 },
	minilm: { pooling: 'mean', queryPrefix: '', documentPrefix: '', maxTokens: 256 },
	arctic2: { pooling: 'cls', queryPrefix: 'query: ', documentPrefix: '', maxTokens: 8192 },
	gte: { pooling: 'mean', queryPrefix: '', documentPrefix: '', maxTokens: 512 },
	gteModern: { pooling: 'cls', queryPrefix: '', documentPrefix: '', maxTokens: 8192 },
	nomic: { pooling: 'mean', queryPrefix: 'search_query: ', documentPrefix: 'search_document: ', maxTokens: 8192 },
	gemma: {
		pooling: 'model',
		queryPrefix: 'task: search result | query: ',
		documentPrefix: 'title: none | text: ',
		maxTokens: 2048,
	},
} as const satisfies Readonly<Record<string, ModelCard>>;

/** By the name of the repository, without its owner and a last `-onnx`, in lower case. */
const BY_NAME: Readonly<Record<string, ModelCard>> = {
	'bge-small-en-v1.5': CARDS.bge,
	'bge-base-en-v1.5': CARDS.bge,
	'bge-large-en-v1.5': CARDS.bge,
	'mxbai-embed-large-v1': CARDS.bge,
	'snowflake-arctic-embed-xs': CARDS.bge,
	'snowflake-arctic-embed-s': CARDS.bge,
	'snowflake-arctic-embed-m': CARDS.bge,
	'snowflake-arctic-embed-m-v1.5': CARDS.bge,
	'snowflake-arctic-embed-l': CARDS.bge,
	'snowflake-arctic-embed-m-v2.0': CARDS.arctic2,
	'snowflake-arctic-embed-l-v2.0': CARDS.arctic2,
	'e5-small-v2': CARDS.e5,
	'e5-base-v2': CARDS.e5,
	'e5-large-v2': CARDS.e5,
	'all-minilm-l6-v2': CARDS.minilm,
	'gte-small': CARDS.gte,
	'gte-base': CARDS.gte,
	'gte-modernbert-base': CARDS.gteModern,
	'nomic-embed-text-v1.5': CARDS.nomic,
	'embeddinggemma-300m': CARDS.gemma,
};

/**
 * The card of a hub model, for repositories of converted weights, which leave out the files that say it. Undefined for a
 * model that is not known here.
 * @param repository `<owner>/<name>`
 */
export function cardOf(repository: string): ModelCard | undefined {
	const name = (repository.split('/')[1] ?? '').toLowerCase().replace(/-onnx$/, '');
	return Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
}
