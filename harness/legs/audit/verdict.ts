import type { MeasuredLeg, StaticAudit } from './leg-audit.ts';
import { type FilterReach, passesNothing } from './static/context.ts';
import type { LegVerdict } from './verdicts.ts';

/** Share of the queries from which on a leg that returns nothing, or only equal scores, is called so. */
export const MOST = 0.5;
/** Share of the queries from which on a pattern of a leg counts as what it does. */
export const NEARLY_ALL = 0.9;
/** Share of the queries up to which a leg counts as never doing something. */
export const HARDLY_EVER = 0.05;
/** Share of its documents up to which a leg counts as returning nothing of the others'. */
export const HARDLY_ANY = 0.01;

/** The measured figures and the static findings that a verdict rests on. */
export interface MeasuredFacts {
	readonly found: StaticAudit;
	readonly measured: MeasuredLeg;
	/** The smallest weight at which a newcomer behind the leg's seeds enters; undefined where its seeds are not first. */
	readonly behindSeeds: number | null | undefined;
	readonly filter: FilterReach;
	/** A reranker orders the head: what stands where in the leg's list then holds back none of its documents. */
	readonly reranked: boolean;
}

/** The verdicts that measurement adds; where none of them holds the static one stands. In order of precedence. */
export function measuredVerdict(facts: MeasuredFacts): LegVerdict {
	const { found, measured } = facts;
	if (found.weight === 0) return found.verdict;
	const answered = competingQueries(measured);
	if (measured.queries > 0 && measured.emptyQueries > MOST * measured.queries) return 'empty';
	if (answered > 0 && measured.constantQueries > MOST * answered) return 'constant';
	if (starvedByFilter(facts) || found.verdict === 'starved') return 'starved';
	if (!found.canMatter && !canMatter(facts)) return 'cannot-matter';
	if (measured.excludedQueries > MOST * measured.queries) return 'starved';
	if (!canMatter(facts)) return 'cannot-matter';
	// Observations overrule the search over full lists.
	if (found.verdict === 'cannot-matter') return measured.enteredQueries > 0 ? 'reorder-impossible' : 'reorder-only';
	if (!found.enters && sharesNothing(measured)) return found.verdict;
	if (seedsFirst(facts, measured.seeds?.locked)) return 'seed-locked';
	if (!facts.reranked && (found.verdict === 'demote-only' || avoidsHead(measured) || bansSeeds(measured)))
		return 'demote-only';
	if (found.verdict === 'live' && seedsFirst(facts, measured.seeds?.first)) return 'reorder-only';
	return found.verdict;
}

/**
 * Whether the leg can change the top K. It cannot where the search over full lists found nothing, or it brought nothing
 * of its own for any query, and the top K of every query is the same with and without it.
 */
export function canMatter({ found, measured }: MeasuredFacts): boolean {
	if (measured.queries === 0) return found.canMatter;
	if (measured.changedQueries > 0) return true;
	const { queries, emptyQueries, excludedQueries, constantQueries } = measured;
	return found.canMatter && emptyQueries + excludedQueries + constantQueries < queries;
}

/** Queries for which at least one document of the leg competes. */
export function competingQueries({ queries, emptyQueries, excludedQueries }: MeasuredLeg): number {
	return queries - emptyQueries - excludedQueries;
}

/** Fewer than half of the ranks that the filters could fill are filled by the leg, or there is none to fill. */
export function starvedByFilter({ found, measured, filter }: MeasuredFacts): boolean {
	if (passesNothing(filter)) return true;
	if (filter.passing === filter.documents || measured.passing === null) return false;
	return measured.passing < Math.min(found.cutoff, filter.passing) / 2;
}

/** For nearly all queries the seeds stand first (`share` says for how many), and the newcomers behind them can't get in. */
function seedsFirst({ found, measured, behindSeeds }: MeasuredFacts, share: number | undefined): boolean {
	const answered = competingQueries(measured);
	return (
		share !== undefined &&
		share >= NEARLY_ALL &&
		(measured.seeds?.queries ?? 0) >= MOST * answered &&
		(behindSeeds === null || (behindSeeds !== undefined && found.weight < behindSeeds))
	);
}

/** It hardly ever returns what the others put on top. */
export function avoidsHead({ touchesHead }: MeasuredLeg): boolean {
	return touchesHead !== null && touchesHead <= HARDLY_EVER;
}

/** It hardly ever returns its seeds, and most of them are what the others put on top. */
export function bansSeeds({ seeds }: MeasuredLeg): boolean {
	return seeds !== null && seeds.returned <= HARDLY_EVER && seeds.inHead >= MOST;
}

function sharesNothing({ overlapWithPool }: MeasuredLeg): boolean {
	return overlapWithPool !== null && overlapWithPool <= HARDLY_ANY;
}
