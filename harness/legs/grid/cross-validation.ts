import { BenchError } from '../../errors.ts';
import { randomStream, shuffled } from '../../random.ts';
import type { StratumRows } from '../../stats/resample.ts';
import { bestPoint, oneErrorPoint, pointMeans, systemAsSet, type ValueTable, valueAt } from '../sweep/value-table.ts';

export interface CrossValidationOptions {
	readonly folds: number;
	/** How often the queries are dealt into folds anew; the results are averaged. */
	readonly repeats: number;
	readonly seed: number;
}

/** A rule that picks a point from some of the queries. */
export type ChoiceRule = 'best' | 'one-error';

export interface HeldOut {
	/** By query: how much better than the system as set the points were that were chosen without it; mean over repeats. */
	readonly gains: Float64Array;
	/** Mean gain on each held-out fold, of every repeat. */
	readonly foldGains: readonly number[];
	/** How often each point was chosen, over all folds and repeats; points never chosen are absent. */
	readonly chosen: ReadonlyMap<number, number>;
}

/**
 * What tuning buys on queries it has not seen: the queries are dealt into folds within their strata, the choice is made
 * anew on all folds but one, and counts on that one (nested in the sense of Varma & Simon 2006: the whole choice is
 * repeated inside, nothing of the held-out fold enters it). `strata` hold the table's columns.
 */
export function crossValidate(
	table: ValueTable,
	strata: readonly StratumRows[],
	options: CrossValidationOptions,
): Readonly<Record<ChoiceRule, HeldOut>> {
	const { folds, repeats, seed } = options;
	if (!Number.isInteger(folds) || folds < 2 || folds > table.queries)
		throw new BenchError('usage', `${table.queries} queries can't be dealt into ${folds} folds`, {
			hint: 'At least two folds, and at most as many as there are queries that can be scored.',
		});
	const asSet = systemAsSet(table);
	const gains = { best: new Float64Array(table.queries), 'one-error': new Float64Array(table.queries) };
	const foldGains: Record<ChoiceRule, number[]> = { best: [], 'one-error': [] };
	const chosen = { best: new Map<number, number>(), 'one-error': new Map<number, number>() };
	for (let repeat = 0; repeat < repeats; repeat++) {
		const foldOf = dealt(table.queries, strata, folds, (stratum) =>
			randomStream(seed, `sweep/folds/${repeat}/${stratum}`),
		);
		for (let fold = 0; fold < folds; fold++) {
			const columns = Int32Array.from(foldOf.keys());
			const training = columns.filter((column) => foldOf[column] !== fold);
			const held = columns.filter((column) => foldOf[column] === fold);
			const best = bestPoint(table, pointMeans(table, training));
			const picks = { best, 'one-error': oneErrorPoint(table, training, best) };
			for (const rule of ['best', 'one-error'] as const) {
				const point = picks[rule];
				chosen[rule].set(point, (chosen[rule].get(point) ?? 0) + 1);
				let sum = 0;
				for (const column of held) {
					// The difference, not the value: where the choice is the system as set it is exactly 0.
					const gain = valueAt(table, point, column) - valueAt(table, asSet, column);
					gains[rule][column] = (gains[rule][column] as number) + gain / repeats;
					sum += gain;
				}
				foldGains[rule].push(sum / held.length);
			}
		}
	}
	return {
		best: { gains: gains.best, foldGains: foldGains.best, chosen: chosen.best },
		'one-error': { gains: gains['one-error'], foldGains: foldGains['one-error'], chosen: chosen['one-error'] },
	};
}

/** The fold of every query. Each stratum goes on where the one before it stopped, so that folds stay equally large. */
export function dealt(
	queries: number,
	strata: readonly StratumRows[],
	folds: number,
	streamOf: (stratum: string) => ReturnType<typeof randomStream>,
): Int32Array {
	const foldOf = new Int32Array(queries);
	let next = 0;
	for (const { name, rows } of strata)
		for (const row of shuffled(rows, streamOf(name))) {
			foldOf[row] = next % folds;
			next++;
		}
	return foldOf;
}
