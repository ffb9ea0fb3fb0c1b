import { dbsfScale } from './normalise/dbsf.ts';
import { normalisedSum } from './normalised-sum.ts';

/**
 * Distribution-based score fusion: sum over legs of w x (score - (mean - 3 sd)) / (6 sd) (Mazzeschi 2023, as in
 * Qdrant: sample standard deviation, outliers not clipped).
 *
 * A missing document contributes nothing (`absent=zero`) or what the last document of the leg got (`union`).
 */
export const dbsf = normalisedSum(
	'dbsf',
	'distribution-based score fusion: mean +- 3 sd to 0..1, then a weighted sum',
	dbsfScale,
	'zero',
);
