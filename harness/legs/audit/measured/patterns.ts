import type { Pool } from '../../../contract.ts';
import { avoidsHead, type MeasuredFacts } from '../verdict.ts';
import type { LegVerdict } from '../verdicts.ts';
import { shortNumber } from '../wording.ts';
import { isConstant } from './measure-leg.ts';
import type { MeasuredQuery } from './measured-query.ts';
import { seedsInQuery } from './measured-seeds.ts';

/** One query as a pattern of the leg looks at it. Documents are corpus indices. */
export interface PatternQuery {
	readonly leg: string;
	readonly queryId: string;
	readonly measured: MeasuredQuery;
	/** Competing documents of the leg that no other leg returned, best first. */
	readonly newcomers: readonly number[];
	readonly seeds: readonly number[];
	/** The whole fused ranking, and its scores. */
	readonly order: readonly number[];
	readonly scores: readonly number[];
	readonly pool: Pool;
	idOf(doc: number): string;
	weightOf(leg: string): number;
}

/** A query as evidence for a verdict. */
export interface Shown {
	readonly says: string;
	/** The pattern alone; the verdict; the verdict on a document that could have fared otherwise. */
	readonly shows: (typeof SHOWS)[number];
}

/** The better the later. */
export const SHOWS = ['pattern', 'verdict', 'example'] as const;

/** Undefined where the query does not even show the pattern. */
type Pattern = (query: PatternQuery, facts: MeasuredFacts) => Shown | undefined;

/** How a query shows the verdicts that measurement gives. */
export const PATTERNS: Partial<Readonly<Record<LegVerdict, Pattern>>> = {
	empty: ({ leg, queryId, measured }) =>
		measured.returned.length > 0
			? undefined
			: { says: `for query ${queryId} ${leg} returns nothing`, shows: 'example' },
	constant: ({ leg, queryId, measured: { own, ownScores } }) =>
		isConstant(ownScores)
			? {
					says: `for query ${queryId} all ${own.length} documents of ${leg} score ${shortNumber(ownScores[0] as number)}: they stand in the order of the corpus`,
					shows: 'example',
				}
			: undefined,
	starved: ({ leg, queryId, measured: { returned, own, cut } }, { found, filter }) => {
		if (returned.length > 0 && own.length === 0)
			return {
				says: `for query ${queryId} all ${returned.length} documents of ${leg} are excluded before they compete`,
				shows: 'example',
			};
		const passing = own.filter((doc) => !cut.has(doc)).length;
		return own.length === 0 || passing > Math.min(found.cutoff, filter.passing) / 2
			? undefined
			: {
					says: `for query ${queryId} ${passing} of the ${own.length} documents of ${leg} pass the filter`,
					shows: 'example',
				};
	},
	'cannot-matter': ({ leg, queryId, measured: { returned, own } }) =>
		returned.length > 0 && own.length === 0
			? {
					says: `for query ${queryId} all ${returned.length} documents of ${leg} are excluded before they compete`,
					shows: 'example',
				}
			: undefined,
	'reorder-impossible': ({ leg, queryId, newcomers, measured: { topWith }, order, idOf }, { found }) => {
		const entered = newcomers.find((doc) => topWith.docs.includes(doc));
		return entered === undefined
			? undefined
			: {
					says: `for query ${queryId} the others leave room: ${idOf(entered)}, which only ${leg} returns, is at rank ${order.indexOf(entered) + 1} of the top ${found.cutoff}`,
					shows: 'example',
				};
	},
	'seed-locked': (query, { found }) => seedsBefore(query, found.cutoff, true),
	'reorder-only': (query, { found }) => seedsBefore(query, found.cutoff, false),
	'demote-only': ({ leg, queryId, measured, seeds, order, idOf }, { found, measured: all }) => {
		const { own, topWithout } = measured;
		const head = [...topWithout.docs];
		const shunned = avoidsHead(all) ? head : seeds;
		if (own.length === 0 || shunned.length === 0 || shunned.some((doc) => own.includes(doc))) return undefined;
		const before = avoidsHead(all)
			? `${leg} returns none of the others' top ${found.cutoff}`
			: `${leg} returns none of its ${seeds.length} seeds`;
		const fallen = head.find((doc, rank) => shunned.includes(doc) && order.indexOf(doc) > rank);
		const falls =
			fallen === undefined
				? 'none of them falls here'
				: `with it ${idOf(fallen)} falls from rank ${head.indexOf(fallen) + 1} to rank ${order.indexOf(fallen) + 1}`;
		return { says: `for query ${queryId} ${before}; ${falls}`, shows: fallen === undefined ? 'pattern' : 'example' };
	},
};

/** Seeds before all else, `inOrder` or not, and what becomes of the first newcomer behind them. */
function seedsBefore(
	{ leg, queryId, measured, seeds, newcomers, order, idOf }: PatternQuery,
	cutoff: number,
	inOrder: boolean,
): ReturnType<Pattern> {
	if (seeds.length === 0 || measured.own.length === 0) return undefined;
	const stand = seedsInQuery(measured, seeds);
	if (!stand.first || (inOrder && !stand.inOrder)) return undefined;
	const returned = Math.round(stand.returned * seeds.length);
	const begins = `for query ${queryId} the list of ${leg} begins with its ${returned} seeds, ${stand.inOrder ? 'in their order' : 'in another order'}`;
	const [first] = newcomers;
	if (first === undefined) return { says: `${begins}, and brings nothing that no other leg returns`, shows: 'verdict' };
	const rank = order.indexOf(first) + 1;
	return {
		says: `${begins}; ${idOf(first)}, its first that no other leg returns, is at rank ${measured.own.indexOf(first) + 1} of it and at rank ${rank} of the fusion`,
		shows: rank > cutoff ? 'example' : 'pattern',
	};
}
