import type { ServiceKind } from './service.ts';

/** The services that both embed and rerank. */
export const VOYAGE_SERVICE: ServiceKind = {
	base: 'https://api.voyageai.com/v1',
	baseVariable: 'VOYAGE_BASE_URL',
	keyVariables: ['VOYAGE_API_KEY'],
	keyHeader: 'authorization',
	example: 'http://localhost:8080/v1',
};

export const COHERE_SERVICE: ServiceKind = {
	base: 'https://api.cohere.com/v2',
	baseVariable: 'COHERE_BASE_URL',
	keyVariables: ['COHERE_API_KEY', 'CO_API_KEY'],
	keyHeader: 'authorization',
	example: 'http://localhost:8080/v2',
};

export const JINA_SERVICE: ServiceKind = {
	base: 'https://api.jina.ai/v1',
	baseVariable: 'JINA_BASE_URL',
	keyVariables: ['JINA_API_KEY'],
	keyHeader: 'authorization',
	example: 'http://localhost:8080/v1',
};

export const TEI_SERVICE: ServiceKind = {
	baseVariable: 'TEI_BASE_URL',
	keyVariables: ['TEI_API_KEY'],
	keyHeader: 'authorization',
	example: 'http://localhost:8080',
};
