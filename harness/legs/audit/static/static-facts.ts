import type { LegVerdict } from '../verdicts.ts';
import { type FilterReach, passesNothing } from './context.ts';
import type { FoundThresholds, ReachCase } from './reach.ts';
import type { ReorderCase } from './reorder.ts';
import type { AuditContext } from './synthetic-input.ts';

/** Findings of the search over extreme inputs for one leg. */
export interface StaticFacts {
	readonly context: AuditContext;
	readonly thresholds: FoundThresholds;
	readonly entry: ReachCase | undefined;
	readonly reorder: ReorderCase | undefined;
	/** Whether finding no entry, and no reordering, is a proof that there is none. */
	readonly entryProven: boolean;
	readonly reorderProven: boolean;
	readonly evictsFrom: number | null | undefined;
	readonly dominates: boolean;
	/** Whether at some other weight the leg could enter or reorder. */
	readonly effectAtSomeWeight: boolean;
	/** Whether the leg could reorder, were it allowed to return what the others do. */
	readonly reordersWithoutExclusion: boolean;
	/** Undefined where the corpus is not known. */
	readonly filter: FilterReach | undefined;
}

/** Verdicts that need no retrieval. */
export type StaticVerdict = Exclude<LegVerdict, 'empty' | 'constant' | 'seed-locked'>;

export function staticVerdict(facts: StaticFacts): StaticVerdict {
	if (isNoLeg(facts.context)) return 'cannot-matter';
	if (starvedByFilter(facts)) return 'starved';
	const [enters, reorders] = [canEnter(facts), canReorder(facts)];
	const replaces = facts.reorder?.kind === 'replacement';
	if (!enters && !reorders)
		return replaces ? 'reorder-impossible' : facts.effectAtSomeWeight ? 'cannot-matter' : 'starved';
	if (!enters) return 'reorder-only';
	if (!reorders) return facts.reordersWithoutExclusion && !replaces ? 'demote-only' : 'reorder-impossible';
	return facts.dominates ? 'dominant' : 'live';
}

/** Whether, against full lists, a document of its own enters, or that is not ruled out. */
export function canEnter({ entry, entryProven }: StaticFacts): boolean {
	return entry !== undefined || !entryProven;
}

/** Whether, against full lists, it turns the order of others' documents, or that is not ruled out. */
export function canReorder({ reorder, reorderProven }: StaticFacts): boolean {
	return reorder?.kind === 'order' || !reorderProven;
}

/** Whether it is not ruled out that the leg, against full lists, changes the top K. */
export function canMatter(facts: StaticFacts): boolean {
	const { context, reorder, filter } = facts;
	if (isNoLeg(context) || (filter !== undefined && passesNothing(filter))) return false;
	return canEnter(facts) || canReorder(facts) || reorder !== undefined;
}

export function isNoLeg({ leg }: AuditContext): boolean {
	return leg.weight === 0 || leg.depth === 0;
}

/** How many of a leg's documents pass the filters if it knows nothing of them; undefined without a known filter. */
export function expectedToPass({ context, filter }: StaticFacts): number | undefined {
	if (filter === undefined || filter.passing === filter.documents) return undefined;
	return (Math.min(context.leg.depth, filter.documents) * filter.passing) / filter.documents;
}

/**
 * A leg that is cut to its depth before a filter of which it knows nothing is starved where more than half of the
 * ranks that the filter could fill stay empty, or where the filter lets nothing of the corpus through.
 */
export function starvedByFilter(facts: StaticFacts): boolean {
	if (facts.filter !== undefined && passesNothing(facts.filter)) return true;
	const expected = expectedToPass(facts);
	return expected !== undefined && expected < Math.min(facts.context.cutoff, (facts.filter as FilterReach).passing) / 2;
}
