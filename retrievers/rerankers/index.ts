import { BenchError } from '../../harness/errors.ts';
import { findNamed } from '../../harness/names.ts';
import { folderReranker } from './folder-reranker.ts';
import { HOSTED_RERANKERS } from './hosted-reranker.ts';
import { catalogueReranker, hubReranker } from './local-reranker.ts';
import type { Reranker, RerankerContext, RerankerProvider } from './reranker.ts';

/** Every provider of rerankers, by the word before the colon. */
export const RERANKER_PROVIDERS: Readonly<Record<string, RerankerProvider>> = {
	local: catalogueReranker,
	hf: hubReranker,
	folder: folderReranker,
	...HOSTED_RERANKERS,
};

/** Checks the model of a reranker before any work. Fetches and opens nothing. Throws a BenchError. */
export function checkReranker(spec: string): void {
	const { provider, model } = readSpec(spec);
	provider.check(model);
}

/** The reranker of `<provider>:<model>`; a bare name is one of the catalogue. Its weights load at the first pair. */
export async function openReranker(spec: string, context: RerankerContext): Promise<Reranker> {
	const { provider, model } = readSpec(spec);
	return provider.open(model, context);
}

function readSpec(spec: string): { readonly provider: RerankerProvider; readonly model: string } {
	if (spec.trim() === '')
		throw new BenchError('usage', 'rerank: no model is named', {
			hint: 'For example model=ms-marco-MiniLM-L-6-v2 or model=cohere:rerank-v3.5; `bench model list` shows the rerankers.',
		});
	const colon = spec.indexOf(':');
	const name = colon < 0 ? 'local' : spec.slice(0, colon);
	const provider = findNamed('reranking provider', name, RERANKER_PROVIDERS, {
		hint: `Write <provider>:<model>; providers are ${Object.keys(RERANKER_PROVIDERS).join(', ')}.`,
	});
	return { provider, model: spec.slice(colon + 1) };
}
