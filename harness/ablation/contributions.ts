import type { AlignedQuery } from '../compare/align.ts';
import { columnsOf } from '../compare/columns.ts';
import type { CompareOptions } from '../compare/comparison.ts';
import { judgeFamily } from '../compare/family.ts';
import { bootstrapAll } from '../compare/resampling.ts';
import { scopesOf, type TestedRow, testRow } from '../compare/row.ts';
import type { Metric } from '../contract.ts';
import type { QueryScores } from '../results/run-folder.ts';
import type { StratifiedBootstrap } from '../stats/bootstrap.ts';
import { type AblationRow, type Contribution, wholeSystem } from './ablation.ts';
import { notATest, type Part, type PartAudits, remarkOn } from './testable.ts';

/** A part, and the system that lacks it and nothing else. */
interface Removal {
	readonly part: Part;
	readonly row: AblationRow;
}

/**
 * Each part's marginal value: the whole system against the system without it, paired by query. The rows of one metric
 * (overall and strata, over all parts that are tested) are one family, corrected together; legs that the audit
 * finds unable to matter at the metric's cutoff are no tests, get no verdict and stand outside the family.
 */
export function contributionsOf(
	rows: readonly AblationRow[],
	metrics: readonly Metric[],
	auditsOf: ReadonlyMap<string, PartAudits>,
	options: CompareOptions,
): readonly Contribution[] {
	const whole = wholeSystem(rows);
	const removals = removalsFrom(whole, rows);
	return metrics.flatMap(({ name }) => {
		const audits = auditsOf.get(name) as PartAudits;
		const tested = removals.flatMap((removal) =>
			testedRows(name, removal, whole, options).map((row) => ({ removal, row })),
		);
		const judged = tested.filter(({ removal }) => notATest(removal.part, audits) === undefined);
		const family = judgeFamily(
			judged.map(({ row }) => row),
			options,
		);
		const rowOf = new Map(judged.map(({ row }, i) => [row, family[i] as Contribution['row']]));
		const scopes = [...new Set(tested.map(({ row }) => row.stratum))];
		return scopes.flatMap((scope) =>
			tested
				.filter(({ row }) => row.stratum === scope)
				.map(({ removal, row }): Contribution => {
					const inFamily = rowOf.get(row);
					return {
						part: removal.part,
						without: removal.row.variant.label,
						row: inFamily ?? (judgeFamily([row], options)[0] as Contribution['row']),
						notATest: notATest(removal.part, audits),
						remark: remarkOn(removal.part, audits),
					};
				}),
		);
	});
}

function removalsFrom(whole: AblationRow, rows: readonly AblationRow[]): readonly Removal[] {
	const { legs, pipeline } = whole.variant;
	const lacksOnly = (missing: { legs: readonly string[]; stages: readonly string[] }): AblationRow | undefined =>
		rows.find(
			({ variant }) =>
				variant.withoutStages.join() === missing.stages.join() &&
				legs.filter((leg) => !variant.legs.includes(leg)).join() === missing.legs.join(),
		);
	const parts: readonly Part[] = [
		...legs.map((name): Part => ({ kind: 'leg', name })),
		...pipeline.stages.map(({ stage }): Part => ({ kind: 'stage', name: stage.name })),
	];
	return parts.flatMap((part): Removal[] => {
		const row = lacksOnly(part.kind === 'leg' ? { legs: [part.name], stages: [] } : { legs: [], stages: [part.name] });
		return row === undefined ? [] : [{ part, row }];
	});
}

function testedRows(
	metric: string,
	{ part, row }: Removal,
	whole: AblationRow,
	options: CompareOptions,
): readonly TestedRow[] {
	const columns = columnsOf(metric, align(row.experiment.scores, whole.experiment.scores));
	const resampled = bootstrapAll([columns], options)[0]?.[0] as StratifiedBootstrap;
	return scopesOf(columns).map((scope) => testRow(columns, scope, { place: 1, label: part.name }, resampled, options));
}

function align(baseline: readonly QueryScores[], challenger: readonly QueryScores[]): readonly AlignedQuery[] {
	return baseline.map((scores, place) => ({
		queryId: scores.queryId,
		stratum: scores.stratum,
		scores: [scores, challenger[place] as QueryScores],
	}));
}
