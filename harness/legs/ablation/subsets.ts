import { alignScores } from '../../compare/align.ts';
import { columnsOf } from '../../compare/columns.ts';
import type { CompareOptions, ComparisonRow } from '../../compare/comparison.ts';
import { judgeFamily } from '../../compare/family.ts';
import type { Question } from '../../compare/question.ts';
import { bootstrapAll } from '../../compare/resampling.ts';
import { scopesOf, type TestedRow, testRow } from '../../compare/row.ts';
import type { StratifiedBootstrap } from '../../stats/bootstrap.ts';
import { type AblationRow, wholeSystem } from './ablation.ts';
import { notATest, type PartAudits } from './testable.ts';
import { missingParts } from './variants.ts';

/** A smaller system against the whole one. */
export interface SubsetRow {
	/** Label of the smaller system: `fts+dense`, `fts+dense without exact`. */
	readonly label: string;
	/** Baseline: the whole system; challenger: the smaller one. Corrected over all smaller systems. */
	readonly row: ComparisonRow;
}

/** Whether any smaller system beats the whole one, on the primary metric and stratum. */
export interface SubsetsAgainstWhole {
	readonly metric: string;
	readonly stratum: string;
	readonly whole: string;
	/** Highest mean first. */
	readonly subsets: readonly SubsetRow[];
}

/**
 * Every smaller system (subsets of the legs, stages left out) against the whole one on the primary row, as one family:
 * whichever turns out best, a win holds against having looked at all of them. What differs from the whole in a part only
 * that cannot matter is no test, and no member. Undefined where nothing is left to compare.
 */
export function subsetsAgainstWhole(
	rows: readonly AblationRow[],
	auditsOf: ReadonlyMap<string, PartAudits>,
	{ primary }: Question,
	options: CompareOptions,
): SubsetsAgainstWhole | undefined {
	const whole = wholeSystem(rows);
	const audits = auditsOf.get(primary.metric) as PartAudits;
	const smaller = rows.filter((row) => {
		const [only, ...more] = missingParts(whole.variant, row.variant);
		return only !== undefined && (more.length > 0 || notATest(only, audits) === undefined);
	});
	if (smaller.length === 0) return undefined;
	const { margin: _, ...withoutMargin } = options;
	const columns = smaller.map((row) =>
		columnsOf(primary.metric, alignScores([whole.run.scores, row.run.scores], options.clusters)),
	);
	const resampled = bootstrapAll(columns, withoutMargin);
	const tested = columns.map((column, i): TestedRow => {
		const [overall, ...strata] = scopesOf(column);
		const scope = strata.find(({ name }) => name === primary.stratum) ?? overall;
		return testRow(
			column,
			scope as NonNullable<typeof scope>,
			{ column: 1, label: smaller[i]?.variant.label as string },
			resampled[i]?.[0] as StratifiedBootstrap,
			withoutMargin,
		);
	});
	return {
		metric: primary.metric,
		stratum: primary.stratum,
		whole: whole.variant.label,
		subsets: judgeFamily(tested, withoutMargin)
			.map((row): SubsetRow => ({ label: row.challenger, row }))
			.sort((one, other) => other.row.effect.meanDelta - one.row.effect.meanDelta),
	};
}
