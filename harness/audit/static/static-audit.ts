import type { Pipeline, PipelineLeg } from '../../fusion/pipeline.ts';
import type { StaticAudit } from '../leg-audit.ts';
import { dominates, evictsFrom } from './dominance.ts';
import { findEntry, findThresholds } from './reach.ts';
import { findReorder, ownOrderCounts } from './reorder.ts';
import { type AuditOptions, auditScene, type FilterReach } from './scene.ts';
import { staticEvidence } from './static-evidence.ts';
import { type StaticFacts, staticVerdict } from './static-facts.ts';
import { staticWitness } from './static-witness.ts';
import type { AuditScene } from './synthetic-input.ts';
import { LARGEST_WEIGHT } from './trial.ts';

/**
 * What a leg can do in a system, whatever the data: found by pushing extreme rankings through the fusion, exclusions,
 * depths and stages that the system runs.
 *
 * "Can" means that an input was found; a tie counts for the leg, as it does where its document stands earlier in the
 * corpus. "Cannot" means that none of the extremes does it. For fusions that sum falling values of ranks that is
 * proof: the K-th best score is at least what the heaviest other leg gives to its rank K, and others that share their
 * first K - 1 documents come down to it. For other fusions it is a search.
 */
export function auditLegStatically(
	pipeline: Pipeline,
	leg: PipelineLeg,
	options: AuditOptions,
	filter?: FilterReach,
): StaticAudit {
	const facts = gather(auditScene(pipeline, leg, options), filter);
	const verdict = staticVerdict(facts);
	const { easiestCase: _, ...thresholds } = facts.thresholds;
	return {
		leg: leg.name,
		weight: leg.weight,
		depth: leg.depth,
		cutoff: options.cutoff,
		enters: facts.entry !== undefined,
		reorders: facts.reorder !== undefined,
		dominates: facts.dominates,
		threshold: thresholds.disjoint,
		thresholds,
		evictsFrom: facts.evictsFrom,
		verdict,
		evidence: staticEvidence(verdict, facts),
		witness: staticWitness(verdict, facts),
	};
}

function gather(scene: AuditScene, filter: FilterReach | undefined): StaticFacts {
	const thresholds = findThresholds(scene);
	const entry = findEntry(scene);
	const alone = scene.others.length === 0;
	const reorder = alone ? ownOrderCounts(scene) : findReorder(scene);
	return {
		scene,
		thresholds,
		entry,
		reorder,
		evictsFrom: evictsFrom(scene),
		dominates: entry !== undefined && reorder !== undefined && (alone || dominates(scene)),
		effectAtSomeWeight:
			thresholds.easiest !== null || reorder !== undefined || findReorder(scene, LARGEST_WEIGHT) !== undefined,
		reordersWithoutExclusion:
			reorder === undefined && scene.leg.exclude.length > 0 && findReorder(withoutExclusion(scene)) !== undefined,
		filter,
	};
}

function withoutExclusion(scene: AuditScene): AuditScene {
	const leg = { ...scene.leg, exclude: [] };
	const legs = scene.pipeline.legs.map((entry) => (entry.name === leg.name ? leg : entry));
	return { ...scene, leg, pipeline: { ...scene.pipeline, legs } };
}
