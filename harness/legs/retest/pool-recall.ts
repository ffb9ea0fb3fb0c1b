import type { Query } from '../../contract.ts';
import type { KeptLegs } from '../../fusion/kept-legs.ts';
import type { JudgedQuery } from '../../metrics/judged.ts';
import { insideOverall, judgeQueries } from '../../run/scoring.ts';
import { controlPool } from '../audit/measured/control.ts';
import { type MeasureContext, measureQuery } from '../audit/measured/measured-query.ts';
import { withoutLeg } from '../audit/measured/without-leg.ts';

/** Share of the relevant documents in the pool, by query that has one. */
export interface PoolRecall {
	/** Query indices. */
	readonly columns: Int32Array;
	readonly withLeg: readonly number[];
	readonly withoutLeg: readonly number[];
	/** The other legs pulled deeper, to the same number of candidates. */
	readonly control: readonly number[];
}

export function poolRecall(kept: KeptLegs, leg: string, cutoff: number, deeper: KeptLegs): PoolRecall {
	const context: MeasureContext = { kept, leg, cutoff, without: withoutLeg(kept.pipeline, leg) };
	const judged = judgeQueries(kept);
	const inside = new Set(insideOverall(kept.queries));
	const columns = Int32Array.from(kept.queries.keys()).filter(
		(queryIndex) => inside.has(kept.queries[queryIndex] as Query) && relevantOf(judged[queryIndex]).size > 0,
	);
	const rows = Array.from(columns, (queryIndex) => {
		const relevant = relevantOf(judged[queryIndex]);
		const recall = (docs: readonly number[]): number => docs.filter((doc) => relevant.has(doc)).length / relevant.size;
		const query = measureQuery(context, queryIndex);
		return {
			withLeg: recall(query.poolWith),
			withoutLeg: recall(query.poolWithout),
			control: recall(controlPool(context, query, queryIndex, deeper).docs),
		};
	});
	return {
		columns,
		withLeg: rows.map((row) => row.withLeg),
		withoutLeg: rows.map((row) => row.withoutLeg),
		control: rows.map((row) => row.control),
	};
}

function relevantOf(judged: JudgedQuery | undefined): ReadonlySet<number> {
	return new Set([...(judged?.gradeOf ?? [])].filter(([, grade]) => grade >= 1).map(([docIndex]) => docIndex));
}
