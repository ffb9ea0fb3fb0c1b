import type { KeptLegs } from '../../fusion/kept-legs.ts';
import { hasOrder, orderPlacebo, sourcePlacebo } from '../../fusion/placebo.ts';
import type { Folds } from '../grid/folds.ts';
import { fairnessOf } from './fairness.ts';
import { challengerGrid } from './grid.ts';
import { poolRecall } from './pool-recall.ts';
import type { Prepared } from './tested-report.ts';
import { type TunedSystem, tune } from './tune.ts';
import type { RetestInput, RetestOptions } from './variant.ts';

/** Audits every variant and tunes those that are a test, and their placebos, on the same folds. */
export function prepareAll(input: RetestInput, options: RetestOptions, folds: Folds): readonly Prepared[] {
	const { leg, variants, deeper } = input;
	const auditing = options.progress?.start('auditing', variants.length);
	const audited = variants.map((variant) => {
		const fairness = fairnessOf(variant, input, options);
		const pool = poolRecall(variant.kept, leg, options.cutoff, deeper);
		auditing?.advance();
		return { variant, fairness, pool };
	});
	auditing?.stop();
	const fair = audited.filter(({ fairness }) => fairness.instead === undefined).length;
	const tuning = options.progress?.start('tuning', fair * (1 + 2 * options.placebos));
	const prepared = audited.map((one): Prepared => {
		if (one.fairness.instead !== undefined) return { ...one, tested: undefined };
		const { kept } = one.variant;
		const grid = challengerGrid(kept.pipeline, leg, options.weights);
		const tuned = (legs: KeptLegs): TunedSystem => {
			const system = tune(legs, grid, options, folds);
			tuning?.advance();
			return system;
		};
		const copies = (make: typeof sourcePlacebo): readonly TunedSystem[] =>
			Array.from({ length: options.placebos }, (_, copy) => tuned(make(kept, leg, { seed: options.seed, copy })));
		return {
			...one,
			tested: {
				system: tuned(kept),
				sources: copies(sourcePlacebo),
				orders: hasOrder(kept, leg) ? copies(orderPlacebo) : [],
			},
		};
	});
	tuning?.stop();
	return prepared;
}
