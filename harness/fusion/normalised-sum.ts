import type { Fusion } from '../contract.ts';
import { type AbsentPolicy, absentOption } from './absent.ts';
import type { Normaliser } from './normalise/scale.ts';
import { sumOfScores } from './score-sum.ts';

/** CombSUM with one normaliser, as a fusion of its own name; `absent` is the default for missing documents. */
export function normalisedSum(
	name: string,
	summary: string,
	{ scaleOf }: Normaliser,
	absent: AbsentPolicy,
): Fusion<{ readonly absent: ReturnType<typeof absentOption> }> {
	return {
		name,
		summary,
		options: { absent: absentOption(absent) },
		score(pool, weights, options, out) {
			sumOfScores(pool, weights, scaleOf, options.absent, out);
		},
	};
}
