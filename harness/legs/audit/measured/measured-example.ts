import type { Pool } from '../../../contract.ts';
import { pipelinePool, scorePool } from '../../../fusion/pipeline.ts';
import { topCandidates } from '../../../ranking.ts';
import type { Example } from '../leg-audit.ts';
import { NAMED } from '../static/example.ts';
import type { MeasuredFacts } from '../verdict.ts';
import type { LegVerdict } from '../verdicts.ts';
import { legOnly } from './measure-leg.ts';
import type { MeasureContext, MeasuredQuery } from './measured-query.ts';
import type { FoundSeeds } from './measured-seeds.ts';
import { PATTERNS, type PatternQuery, SHOWS, type Shown } from './patterns.ts';

/**
 * A query of the data that shows a verdict which measurement gave: its lists and what came of them, documents by id.
 * The first that shows it whole, or else the nearest miss. Null where no query shows the pattern.
 */
export function measuredExample(
	verdict: LegVerdict,
	facts: MeasuredFacts,
	context: MeasureContext,
	queries: readonly MeasuredQuery[],
	seeds: FoundSeeds | undefined,
): Example | null {
	const pattern = PATTERNS[verdict];
	if (pattern === undefined) return null;
	let best: (Shown & { readonly query: PatternQuery }) | undefined;
	for (const [queryIndex, measured] of queries.entries()) {
		const query = patternQuery(context, measured, queryIndex, seeds);
		const found = pattern(query, facts);
		if (found !== undefined && (best === undefined || SHOWS.indexOf(found.shows) > SHOWS.indexOf(best.shows)))
			best = { ...found, query };
		if (best?.shows === SHOWS.at(-1)) break;
	}
	if (best === undefined) return null;
	const { query, says, shows } = best;
	const exists = shows !== 'pattern';
	return exampleOf(query, exists, exists ? says : `no query shows all of it; nearest: ${says}`, context.cutoff);
}

function patternQuery(
	{ kept, leg }: MeasureContext,
	measured: MeasuredQuery,
	queryIndex: number,
	seeds: FoundSeeds | undefined,
): PatternQuery {
	const { pool, scores } = scorePool(kept.pipeline, pipelinePool(kept.pipeline, measured.rankings), measured.features);
	const order = Array.from(topCandidates(scores, pool.docs.length), (candidate) => ({
		doc: pool.docs[candidate] as number,
		score: scores[candidate] as number,
	}));
	const idOf = (doc: number): string => kept.corpus[doc]?.id ?? String(doc);
	return {
		leg,
		queryId: (kept.queries[queryIndex] as (typeof kept.queries)[number]).id,
		measured,
		newcomers: legOnly(measured),
		seeds: seeds?.byQuery[queryIndex] ?? [],
		order: order.map(({ doc }) => doc),
		idOf,
		weightOf: (name) => kept.pipeline.legs.find((entry) => entry.name === name)?.weight ?? 0,
		pool,
		scores: order.map(({ score }) => score),
	};
}

function exampleOf(query: PatternQuery, exists: boolean, says: string, cutoff: number): Example {
	const { order, scores, newcomers, idOf, pool, weightOf, queryId } = query;
	const ranked = order.map((doc, rank) => ({ rank: rank + 1, doc: idOf(doc), score: scores[rank] as number }));
	const first = ranked[order.findIndex((doc) => newcomers.includes(doc))];
	return {
		exists,
		query: queryId,
		says,
		legs: pool.legs.map((leg) => ({
			name: leg.name,
			weight: weightOf(leg.name),
			head: headOf(leg, pool).map(idOf),
			more: Math.max(0, leg.order.length - NAMED),
		})),
		top: ranked.slice(0, cutoff),
		...(first === undefined ? {} : { newcomer: first }),
	};
}

function headOf({ order }: Pool['legs'][number], pool: Pool): readonly number[] {
	return Array.from(order.subarray(0, NAMED), (candidate) => pool.docs[candidate] as number);
}
