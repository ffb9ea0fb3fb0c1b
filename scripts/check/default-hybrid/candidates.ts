import type { Fusion, Options } from '../../../harness/contract.ts';
import { findFusion } from '../../../harness/fusion/index.ts';
import { resolveFusionOptions } from '../../../harness/fusion/resolve.ts';
import { CONFIDENCES, confidenceFusion } from './confidence.ts';

/** The legs of every candidate; `fts_graph` starts from fts and dense, as the graph of `hybrid:equal` does. */
export const LEGS = ['fts', 'plain', 'lexical', 'dense', 'graph', 'fts_graph'] as const;
export type LegName = (typeof LEGS)[number];

/** Each of these alone is what a hybrid must not lose to. The graph leg is not quite alone: it starts from two others. */
export const SINGLE: readonly LegName[] = ['fts', 'plain', 'lexical', 'dense', 'graph'];

/** How deep the legs are retrieved; no candidate goes deeper. */
export const DEEPEST = 100;

export interface Candidate {
	readonly name: string;
	readonly fusion: Fusion;
	readonly options: Options;
	readonly weights: Readonly<Partial<Record<LegName, number>>>;
	readonly depth: number;
}

function candidate(
	fusion: Fusion,
	set: Readonly<Record<string, number>>,
	weights: Candidate['weights'],
	depth: number,
): Candidate {
	const said = Object.entries({ ...set, ...weights }).map(([name, value]) => `${name}=${value}`);
	const options = resolveFusionOptions(fusion, set, LEGS);
	return { name: `${fusion.name} ${said.join(' ')} depth=${depth}`, fusion, options, weights, depth };
}

/** One leg and nothing else. */
export const single = (leg: LegName): Candidate => candidate(findFusion('rrf'), {}, { [leg]: 1 }, DEEPEST);

/** `hybrid:equal`. */
export const SEEDS_RULE = candidate(findFusion('rrf'), { k: 60 }, { fts: 1, dense: 1, fts_graph: 1 }, 50);
/** `hybrid:balanced`. */
export const BALANCED = candidate(findFusion('minmax'), {}, { lexical: 1, dense: 1 }, 50);
/** `hybrid`, as `retrievers/hybrid/presets.ts` has it. */
export const DEFAULT = candidate(findFusion('minmax'), {}, { lexical: 1, dense: 1, graph: 0.3 }, 50);

/**
 * All that was tried: rank and score fusions, weights of the lexical leg and of the graph beside dense at 1, depths; and
 * min-max fusions whose weights follow, query by query, from how sure each leg is.
 */
export function candidates(): readonly Candidate[] {
	const out = [SEEDS_RULE];
	const weightsOf = (lexical: number, graph: number): Candidate['weights'] => ({
		lexical,
		dense: 1,
		...(graph > 0 ? { graph } : {}),
	});
	for (const depth of [20, 50, 100])
		for (const lexical of [0.5, 0.7, 1])
			for (const graph of [0, 0.1, 0.3, 0.5]) {
				const weights = weightsOf(lexical, graph);
				for (const k of [5, 60]) out.push(candidate(findFusion('rrf'), { k }, weights, depth));
				for (const name of ['minmax', 'zscore', 'dbsf']) out.push(candidate(findFusion(name), {}, weights, depth));
			}
	for (const confidence of CONFIDENCES)
		for (const power of [0.5, 1])
			for (const graph of [0, 0.3])
				out.push(candidate(confidenceFusion(confidence, power), {}, weightsOf(1, graph), 50));
	return out;
}
