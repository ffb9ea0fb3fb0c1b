import type { HybridPreset } from './hybrid-options.ts';

/**
 * `hybrid`: stemmed BM25, dense and the graph that starts from both, by their scores, the graph at a small weight. How
 * it was chosen and what the other candidates did is in this folder's README.md; `scripts/check/default-hybrid.ts`
 * measures it anew.
 */
export const DEFAULT_HYBRID: HybridPreset = {
	name: 'hybrid',
	summary: 'weighted fusion of any legs; without --set legs: stemmed BM25, dense and graph by their scores',
	legs: ['lexical=fts5:english', 'dense', 'graph'],
	fusion: 'minmax',
	ofLegs: { 'weights.graph': 0.3, 'graph.seeds': ['lexical', 'dense'] },
	onlyItsLegs: true,
};

/** `hybrid:equal`: the plain rule of the literature, and the default of before. */
export const EQUAL_HYBRID: HybridPreset = {
	name: 'hybrid:equal',
	summary: 'hybrid with fts, dense and graph at equal weights, RRF with k=60',
	legs: ['fts', 'dense', 'graph'],
	fusion: 'rrf',
};

/** `hybrid:balanced`: the default without the graph. */
export const BALANCED_HYBRID: HybridPreset = {
	name: 'hybrid:balanced',
	summary: 'hybrid of stemmed BM25 and dense by their scores (min-max), at equal weights',
	legs: ['lexical=fts5:english', 'dense'],
	fusion: 'minmax',
};
