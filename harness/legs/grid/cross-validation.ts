import type { Folds } from './folds.ts';
import { bestPoint, oneErrorPoint, pointMeans, systemAsSet, type ValueTable, valueAt } from './value-table.ts';

/** A rule that picks a point from some of the queries: the best mean, or the one-standard-error choice. */
export type ChoiceRule = 'best' | 'one-error';

/** The values of a rule's choices on queries that had no part in them. */
export interface HeldOut {
	/** By repeat, by query: the value at the point that was chosen on the other folds. */
	readonly values: readonly Float64Array[];
	/** How often each point was chosen, over all folds and repeats; points never chosen are absent. */
	readonly chosen: ReadonlyMap<number, number>;
}

/**
 * The value of tuning on queries that it has not seen: the choice is made anew on all folds but one, and counts on that one
 * (nested in the sense of Varma & Simon 2006: the whole choice is repeated inside, nothing of the held-out fold enters
 * it).
 */
export function crossValidate<Rule extends ChoiceRule>(
	table: ValueTable,
	folds: Folds,
	rules: readonly Rule[],
): Readonly<Record<Rule, HeldOut>> {
	const found = rules.map(() => ({
		values: folds.map(() => new Float64Array(table.queries)),
		chosen: new Map<number, number>(),
	}));
	folds.forEach((foldOf, repeat) => {
		for (const { training, held } of splitsOf(foldOf)) {
			const best = bestPoint(table, pointMeans(table, training));
			rules.forEach((rule, r) => {
				const point = rule === 'best' ? best : oneErrorPoint(table, training, best);
				const { values, chosen } = found[r] as (typeof found)[number];
				chosen.set(point, (chosen.get(point) ?? 0) + 1);
				for (const column of held) (values[repeat] as Float64Array)[column] = valueAt(table, point, column);
			});
		}
	});
	return Object.fromEntries(rules.map((rule, r) => [rule, found[r]])) as unknown as Record<Rule, HeldOut>;
}

export interface HeldOutGains {
	/** By query: how much better than the system as set the points were that were chosen without it; mean over repeats. */
	readonly gains: Float64Array;
	/** Mean gain on each held-out fold, of every repeat. */
	readonly foldGains: readonly number[];
}

/** The held-out values as differences from the system as set. */
export function gainsOf(table: ValueTable, folds: Folds, { values }: HeldOut): HeldOutGains {
	const asSet = systemAsSet(table);
	const gains = new Float64Array(table.queries);
	const foldGains = folds.flatMap((foldOf, repeat) =>
		splitsOf(foldOf).map(({ held }) => {
			let sum = 0;
			for (const column of held) {
				// The difference, not the value: where the choice is the system as set it is exactly 0.
				const gain = (values[repeat]?.[column] as number) - valueAt(table, asSet, column);
				gains[column] = (gains[column] as number) + gain / folds.length;
				sum += gain;
			}
			return sum / held.length;
		}),
	);
	return { gains, foldGains };
}

/** For each fold of one repeat the queries that choose and those that are held out, both ascending. */
function splitsOf(foldOf: Int32Array): readonly { readonly training: Int32Array; readonly held: Int32Array }[] {
	const columns = Int32Array.from(foldOf.keys());
	return Array.from({ length: foldOf.reduce((most, fold) => Math.max(most, fold), -1) + 1 }, (_, fold) => ({
		training: columns.filter((column) => foldOf[column] !== fold),
		held: columns.filter((column) => foldOf[column] === fold),
	}));
}
