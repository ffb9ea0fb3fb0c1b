import { own } from '../../names.ts';

/** The names that trec_eval gives to our metrics: one for the whole list, one with a cutoff, or both. */
const TREC_NAMES: Readonly<Record<string, { readonly whole?: string; readonly cut?: string }>> = {
	AP: { whole: 'map', cut: 'map_cut' },
	nDCG: { whole: 'ndcg', cut: 'ndcg_cut' },
	MRR: { whole: 'recip_rank' },
	Rprec: { whole: 'Rprec' },
	bpref: { whole: 'bpref' },
	precision: { cut: 'P' },
	recall: { cut: 'recall' },
	success: { cut: 'success' },
	'RBP(p=0.9)': { whole: 'rbp' },
};

/**
 * A metric's name as trec_eval prints it (`nDCG@10` -> `ndcg_cut_10`); our own name where trec_eval has no such
 * measure. trec_eval has one relevance level for all measures, so `rel` is no part of its names.
 */
export function trecMeasureName(name: string): string {
	const [stem = '', cutoff] = name.replace(/\(rel=\d+\)/, '').split('@');
	const { whole, cut } = own(TREC_NAMES, stem) ?? {};
	if (cutoff === undefined) return whole ?? name;
	return cut === undefined ? name : `${cut}_${cutoff}`;
}

const CUTOFFS = [5, 10, 15, 20, 30, 100, 200, 500, 1000];
const at = (name: string): string[] => CUTOFFS.map((cutoff) => `${name}@${cutoff}`);

/** Sets of measures that trec_eval's -m knows, as far as we have them, in its order. */
export const TREC_SETS: Readonly<Record<string, readonly string[]>> = {
	official: ['AP', 'Rprec', 'bpref', 'MRR', ...at('precision')],
	all_trec: [
		'AP',
		'Rprec',
		'bpref',
		'MRR',
		...at('precision'),
		...at('recall'),
		'nDCG',
		...at('nDCG'),
		...at('AP'),
		'success@1',
		'success@5',
		'success@10',
		'RBP(p=0.9)',
	],
};
