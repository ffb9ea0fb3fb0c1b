import { type JudgmentsFile, standingJudgments } from '../../labels/judgments-file.ts';
import type { KnownPolicy, Merge, MergedJudgment } from '../../labels/merge.ts';
import { MERGE_RULES, type MergeRuleName } from '../../labels/merge-rules.ts';
import { countCell } from '../cells.ts';
import { formatCount } from '../numbers.ts';
import { receiptView } from '../receipt.ts';
import { toJsonObject } from '../snake-case.ts';
import { type Section, type View, viewTable } from '../view.ts';

export interface MergeReport {
	readonly files: readonly JudgmentsFile[];
	readonly merge: Merge;
	readonly rule: MergeRuleName;
	readonly known: KnownPolicy;
	readonly written: string;
	/** Where the file that stood there is now. */
	readonly kept: string | undefined;
	readonly warnings: readonly string[];
}

const CONFLICTS_SHOWN = 20;

/** `bench merge-judgments`: who judged how much, what they disagree on, and where the result is. */
export function mergeView({ files, merge, rule, known, written, kept, warnings }: MergeReport): View {
	const { judgments, conflicts } = merge;
	const added = judgments.filter(({ opinions }) => opinions.every(({ by }) => by !== 'dataset')).length;
	return receiptView({
		kind: 'merged_judgments',
		title: 'Merged judgments',
		answer: [
			`${written}: ${formatCount(judgments.length)} judgments, ${formatCount(added)} of them new${kept === undefined ? '' : `; what stood there is now ${kept}`}`,
		],
		warnings,
		sections: [judgesSection(files), ...(conflicts.length === 0 ? [] : [conflictsSection(conflicts, rule, known)])],
		data: toJsonObject({
			written,
			kept: kept ?? null,
			judgments: judgments.length,
			new: added,
			rule,
			known,
			conflicts,
		}),
	});
}

function judgesSection(files: readonly JudgmentsFile[]): Section {
	return {
		name: 'judges',
		table: viewTable<JudgmentsFile>(
			[
				{ key: 'judge', header: 'judge', identifies: true, cell: ({ header }) => header.judge },
				{ key: 'by', header: 'by', cell: ({ header }) => header.by },
				{
					key: 'rubric',
					header: 'rubric',
					cell: ({ header }) => `${header.rubric.name} ${header.rubric.sha256.slice(0, 8)}`,
				},
				{
					key: 'judged',
					header: 'judged',
					align: 'right',
					cell: ({ entries }) => countCell(standingJudgments(entries).length),
				},
				{ key: 'file', header: 'file', identifies: true, wraps: true, cell: ({ path }) => path },
			],
			files,
		),
	};
}

function conflictsSection(conflicts: readonly MergedJudgment[], rule: MergeRuleName, known: KnownPolicy): Section {
	const held = known === 'keep' ? "; the dataset's own judgments stand" : '';
	const more = conflicts.length - CONFLICTS_SHOWN;
	return {
		name: 'conflicts',
		findings: [`${formatCount(conflicts.length)} judged differently; what stands: ${MERGE_RULES[rule].summary}${held}`],
		table: viewTable<MergedJudgment>(
			[
				{ key: 'query', header: 'query', identifies: true, cell: ({ queryId }) => queryId },
				{ key: 'document', header: 'document', identifies: true, cell: ({ docId }) => docId },
				{ key: 'grade', header: 'grade', align: 'right', cell: ({ grade }) => countCell(grade) },
				{
					key: 'said',
					header: 'said',
					wraps: true,
					cell: ({ opinions }) => opinions.map(({ judge, grade }) => `${judge} ${grade}`).join(', '),
				},
			],
			conflicts.slice(0, CONFLICTS_SHOWN),
		),
		notes: more > 0 ? [`and ${formatCount(more)} more; --json shows all`] : [],
	};
}
