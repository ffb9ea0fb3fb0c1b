import type { Pipeline, PipelineLeg } from '../../../fusion/pipeline.ts';
import { rerankStageOf } from '../../../fusion/rerank-head.ts';
import type { StaticAudit } from '../leg-audit.ts';
import { type AuditOptions, auditContext, type FilterReach } from './context.ts';
import { dominates, evictsFrom } from './dominance.ts';
import { entryProven, reorderProven } from './proof.ts';
import { findEntry, findThresholds } from './reach.ts';
import { findReorder, ownOrderCounts } from './reorder.ts';
import { staticEvidence } from './static-evidence.ts';
import { staticExample } from './static-example.ts';
import { canEnter, canMatter, canReorder, type StaticFacts, staticVerdict } from './static-facts.ts';
import type { AuditContext } from './synthetic-input.ts';
import { LARGEST_WEIGHT } from './trial.ts';

/**
 * The reach of a leg in a system while the other legs return full lists: found by pushing extreme rankings through the
 * fusion, exclusions, depths and stages that the system runs.
 *
 * "Can" means that an input was found; a tie counts for the leg, as it does where its document stands earlier in the
 * corpus. "Cannot" means that none of the extremes does it. For fusions that sum falling values of ranks that is
 * proof: the K-th best score is at least what the heaviest other leg gives to its rank K, and others that share their
 * first K - 1 documents come down to it. For other fusions it is a search, which \`scripts/check/audit-adversary.ts\`
 * attacks with random inputs. Lists that are not full can let anything in: what was retrieved overrules all of this.
 */
export function auditLegStatically(
	pipeline: Pipeline,
	leg: PipelineLeg,
	options: AuditOptions,
	filter?: FilterReach,
): StaticAudit {
	const facts = factsOf(pipeline, leg, options, filter);
	const verdict = staticVerdict(facts);
	const { easiestCase: _, ...thresholds } = facts.thresholds;
	return {
		leg: leg.name,
		weight: leg.weight,
		depth: leg.depth,
		cutoff: options.cutoff,
		canMatter: canMatter(facts),
		enters: canEnter(facts),
		reorders: canReorder(facts),
		dominates: facts.dominates,
		threshold: thresholds.disjoint,
		thresholds,
		evictsFrom: facts.evictsFrom,
		verdict,
		evidence: staticEvidence(verdict, facts),
		example: staticExample(verdict, facts),
	};
}

/**
 * Of a system with a reranker two things are asked: what the leg can do to the head that the reranker is given, and what
 * to the top K behind it. Where the reranker has the last word, a leg that changes nothing of that head changes nothing at
 * all, whatever the model prefers.
 */
function factsOf(
	pipeline: Pipeline,
	leg: PipelineLeg,
	options: AuditOptions,
	filter: FilterReach | undefined,
): StaticFacts {
	const facts = gather(auditContext(pipeline, leg, options), filter);
	const rerank = rerankStageOf(pipeline);
	if (rerank === undefined) return facts;
	// A later sort or filter brings up what stands behind that head.
	if (pipeline.stages.slice(rerank.place + 1).some(({ stage }) => stage.name !== 'limit')) return facts;
	const before = { ...pipeline, stages: pipeline.stages.slice(0, rerank.place) };
	const cutoff = Math.max(rerank.top, options.cutoff);
	const head = gather(auditContext(before, leg, { ...options, cutoff }), undefined);
	if (canMatter(head)) return facts;
	return { ...facts, entry: undefined, reorder: undefined, entryProven: true, reorderProven: true, dominates: false };
}

function gather(context: AuditContext, filter: FilterReach | undefined): StaticFacts {
	const thresholds = findThresholds(context);
	const entry = findEntry(context);
	const alone = context.others.length === 0;
	const proven = entryProven(context);
	const reorder = alone ? ownOrderCounts(context) : findReorder(context);
	return {
		context,
		thresholds,
		entry,
		reorder,
		entryProven: alone || proven,
		reorderProven: alone || reorderProven(context),
		evictsFrom: proven && !alone ? evictsFrom(context) : undefined,
		dominates:
			entry !== undefined &&
			reorder?.kind === 'order' &&
			(alone || (proven && context.failing === undefined && dominates(context))),
		effectAtSomeWeight:
			thresholds.fullLists !== null || reorder !== undefined || findReorder(context, LARGEST_WEIGHT) !== undefined,
		reordersWithoutExclusion:
			reorder === undefined && context.leg.exclude.length > 0 && findReorder(withoutExclusion(context)) !== undefined,
		filter,
	};
}

function withoutExclusion(context: AuditContext): AuditContext {
	const leg = { ...context.leg, exclude: [] };
	const legs = context.pipeline.legs.map((entry) => (entry.name === leg.name ? leg : entry));
	return { ...context, leg, pipeline: { ...context.pipeline, legs } };
}
