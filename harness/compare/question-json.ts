import type { JsonObject } from '../contract.ts';
import type { Question } from './question.ts';

/** The question as every JSON output records it, and who chose it. */
export function questionJson({ primary, strata, metrics }: Question): JsonObject {
	const by = (chosen: boolean): string => (chosen ? 'user' : 'default');
	return {
		primary: { metric: primary.metric, stratum: primary.stratum, chosen_by: by(primary.chosen) },
		strata: { asked: [...strata.asked], chosen_by: by(strata.chosen) },
		metrics: { asked: [...metrics.asked], chosen_by: by(metrics.chosen) },
	};
}
