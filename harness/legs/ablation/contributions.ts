import { alignScores } from '../../compare/align.ts';
import { columnsOf } from '../../compare/columns.ts';
import type { CompareOptions } from '../../compare/comparison.ts';
import { judgeQuestion, type OpenRow } from '../../compare/gatekeeping.ts';
import type { Question } from '../../compare/question.ts';
import { bootstrapAll } from '../../compare/resampling.ts';
import { scopesOf, type TestedRow, testRow } from '../../compare/row.ts';
import type { Metric } from '../../contract.ts';
import type { StratifiedBootstrap } from '../../stats/bootstrap.ts';
import { type AblationRow, type Contribution, wholeSystem } from './ablation.ts';
import { notATest, type Part, type PartAudits, remarkOn } from './testable.ts';
import { missingParts } from './variants.ts';

/** A part, and the system that lacks it and nothing else. */
interface Removal {
	readonly part: Part;
	readonly row: AblationRow;
}

/**
 * Each part's marginal value: the whole system against the system without it, paired by query, judged as `bench compare`
 * judges (`compare/gatekeeping.ts`): the primary row of every part, corrected over parts, then strata and further
 * metrics as one secondary family. Parts that the audit finds unable to matter at the metric's cutoff are no tests, get
 * no verdict and stand outside the families.
 */
export function contributionsOf(
	rows: readonly AblationRow[],
	metrics: readonly Metric[],
	auditsOf: ReadonlyMap<string, PartAudits>,
	question: Question,
	options: CompareOptions,
): readonly Contribution[] {
	const whole = wholeSystem(rows);
	const removals = removalsFrom(whole, rows);
	const open = metrics.flatMap(({ name }) => {
		const tested = removals.flatMap((removal) =>
			testedRows(name, removal, whole, options).map((row) => ({ removal, row })),
		);
		const strata = [...new Set(tested.map(({ row }) => row.stratum))];
		return strata.flatMap((stratum) => tested.filter(({ row }) => row.stratum === stratum));
	});
	const judged = judgeQuestion(
		open.map(
			({ removal: { part }, row }): OpenRow => ({
				row,
				pair: `${part.kind} ${part.name}`,
				notATest: notATest(part, auditsOf.get(row.metric) as PartAudits),
			}),
		),
		question,
		options,
	);
	return judged.map((row, i): Contribution => {
		const { removal } = open[i] as (typeof open)[number];
		const audits = auditsOf.get(row.metric) as PartAudits;
		return {
			part: removal.part,
			without: removal.row.variant.label,
			row,
			notATest: notATest(removal.part, audits),
			remark: remarkOn(removal.part, audits),
		};
	});
}

function removalsFrom(whole: AblationRow, rows: readonly AblationRow[]): readonly Removal[] {
	const { legs, pipeline } = whole.variant;
	const parts: readonly Part[] = [
		...legs.map((name): Part => ({ kind: 'leg', name })),
		...pipeline.stages.map(({ stage }): Part => ({ kind: 'stage', name: stage.name })),
	];
	return parts.flatMap((part): Removal[] => {
		const row = rows.find(({ variant }) => {
			const [only, ...more] = missingParts(whole.variant, variant);
			return more.length === 0 && only?.kind === part.kind && only.name === part.name;
		});
		return row === undefined ? [] : [{ part, row }];
	});
}

function testedRows(
	metric: string,
	{ part, row }: Removal,
	whole: AblationRow,
	options: CompareOptions,
): readonly TestedRow[] {
	const columns = columnsOf(metric, alignScores([row.run.scores, whole.run.scores], options.clusters));
	const resampled = bootstrapAll([columns], options)[0]?.[0] as StratifiedBootstrap;
	return scopesOf(columns).map((scope) => testRow(columns, scope, { column: 1, label: part.name }, resampled, options));
}
