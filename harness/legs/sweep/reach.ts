import { corpusFeatures } from '../../fusion/features.ts';
import type { KeptLegs } from '../../fusion/kept-legs.ts';
import { auditLegStatically } from '../audit/static/static-audit.ts';
import type { Axis } from '../grid/axis.ts';

/** At which weights a leg could bring a document of its own into the top K; null: at none. */
export interface LegReach {
	readonly leg: string;
	readonly axis: string;
	/** Below this weight no input of full lists lets it in: it can only reorder there, or fill the room of short lists. */
	readonly fullLists: number | null;
	/** From this weight it gets in where the other legs return nothing in common. */
	readonly disjoint: number | null;
}

/** Reach of a weight: `out` (against full lists no document of its own enters), `special` (in some cases), `in`. */
export type Reach = 'out' | 'special' | 'in';

/**
 * For every axis that is a leg's weight, the thresholds of the static audit. The other settings are those of
 * its pipeline; another fusion constant or other weights would move them.
 */
export function legReaches(
	{ corpus: documents, pipeline }: KeptLegs,
	axes: readonly Axis[],
	cutoff: number,
): readonly LegReach[] {
	const corpus = corpusFeatures(documents);
	return axes.flatMap(({ name }): LegReach[] => {
		const leg = pipeline.legs.find((entry) => name === `weights.${entry.name}`);
		const others = pipeline.legs.some((entry) => entry !== leg && entry.weight > 0);
		if (leg === undefined || !others) return [];
		const { thresholds } = auditLegStatically(pipeline, leg, { cutoff, corpus });
		return [{ leg: leg.name, axis: name, fullLists: thresholds.fullLists, disjoint: thresholds.disjoint }];
	});
}

export function reachAt({ fullLists, disjoint }: LegReach, weight: number): Reach {
	if (weight === 0 || fullLists === null || weight < fullLists) return 'out';
	return disjoint === null || weight < disjoint ? 'special' : 'in';
}
