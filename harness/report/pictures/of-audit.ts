import type { LegAudit } from '../../legs/audit/index.ts';
import type { ThresholdsFigure } from './figure.ts';

/**
 * The weights of every leg against the thresholds of its list. Legs are left out where the list that they returned
 * decides, so that what another list could do is no news of them; undefined where no leg is left.
 */
export function thresholdsOfAudit(legs: readonly LegAudit[], cutoff: number): ThresholdsFigure | undefined {
	const rows = legs.flatMap(({ leg, weight, verdict, canMatter, remark, threshold, thresholds }) =>
		threshold !== thresholds.disjoint || (thresholds.fullLists === null && !thresholds.proven)
			? []
			: [
					{
						label: leg,
						weight,
						easiest: thresholds.fullLists,
						proven: thresholds.proven,
						hardest: thresholds.hardest,
						word: verdict,
						tone: canMatter ? (remark === null ? ('good' as const) : ('open' as const)) : ('special' as const),
					},
				],
	);
	return rows.length === 0 ? undefined : { kind: 'thresholds', cutoff, rows };
}
