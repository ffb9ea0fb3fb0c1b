import type { Json, JsonObject } from '../../contract.ts';
import { LARGEST_OVERLAP } from './check-wording.ts';
import type { EvalStratum } from './item.ts';

/**
 * How circular a stratum is: how its labels came about, and towards or against which systems that biases them.
 * Every query carries it as `_circular`, every report repeats it.
 */
export function circularityOf(stratum: EvalStratum, neighbours: Json): JsonObject {
	return CIRCULARITY[stratum](neighbours);
}

const CIRCULARITY: Readonly<Record<EvalStratum, (neighbours: Json) => JsonObject>> = {
	exact: () => ({
		label_defined_by: 'the text itself: the query is a phrase of its document',
		by_system_under_test: 'yes, where the system matches words: its own test of a match defined the label',
		biased_towards:
			'lexical systems, by construction: high scores show that nothing is broken, not that a system is good',
	}),
	paraphrase: () => ({
		label_defined_by: 'construction: the query restates its document',
		by_system_under_test: 'no',
		biased_towards: `systems that do not match words: wordings over Jaccard ${LARGEST_OVERLAP} were turned away`,
	}),
	multihop: (neighbours) => ({
		label_defined_by: 'construction: the query was made from documents that share an entity',
		by_system_under_test: 'in part: documents near one another by the measure in "against" were not paired',
		biased_towards: 'systems that find documents by shared entities, graphs above all',
		against: neighbours,
	}),
};
