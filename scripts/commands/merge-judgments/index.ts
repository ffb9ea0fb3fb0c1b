import { type Command, Option } from '@commander-js/extra-typings';
import { BenchError } from '../../../harness/errors.ts';
import { readJudgmentsFile } from '../../../harness/labels/judgments-file.ts';
import { mergedQrelsText, mergeJudgmentFiles } from '../../../harness/labels/merge.ts';
import { MERGE_RULES } from '../../../harness/labels/merge-rules.ts';
import { mergeView } from '../../../harness/report/labels/merge.ts';
import { addOutputFlags } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { openTerminal } from '../../terminal.ts';
import { mergeWarnings, openTexts } from './open-texts.ts';
import { writeDataset, writeQrels } from './write.ts';

export function define(command: Command, io: Io): void {
	const rules = Object.entries(MERGE_RULES).map(([name, { summary }]) => `  ${name}: ${summary}`);
	addOutputFlags(
		command
			.argument('<files...>', 'judgments files, as `bench judge` writes them')
			.option('--out <file>', 'the qrels.jsonl to write')
			.option('--dataset <dir>', 'a new dataset folder to write: the same corpus and queries, with these qrels')
			.option('--replace', 'with --out: an existing file is kept as <file>.<n>.bak and replaced')
			.addOption(
				new Option('--rule <name>', 'where judges disagree')
					.choices(['majority', 'min', 'max', 'last'] as const satisfies readonly (keyof typeof MERGE_RULES)[])
					.default('majority' as const),
			)
			.addOption(
				new Option(
					'--known <policy>',
					"the dataset's own judgments: let them stand, count them as one judge, or not use them",
				)
					.choices(['keep', 'count', 'leave-out'] as const)
					.default('keep' as const),
			)
			.option('--data <dir-or-name>', 'dataset (default: the one that the first file names)'),
	)
		.description(
			`Brings the judgments of several judges together as qrels.jsonl, with who judged what, when and by which rubric.\nThe dataset's own files are never changed.\n\nWhere judges disagree, --rule says what stands:\n${rules.join('\n')}`,
		)
		.action(async (paths, flags) => {
			if ((flags.out === undefined) === (flags.dataset === undefined))
				throw new BenchError('usage', 'merge-judgments takes either --out <file> or --dataset <dir>', {
					hint: '--out writes the qrels alone, --dataset a whole new dataset folder with them.',
				});
			const terminal = await openTerminal(flags, io);
			const { rule, known } = flags;
			const files = paths.map(readJudgmentsFile);
			const dataset = await openTexts(files, flags.data);
			const merge = mergeJudgmentFiles(files, { qrels: dataset.qrels, policy: known }, rule);
			const text = mergedQrelsText(merge, dataset);
			const { path: written, kept } =
				flags.dataset === undefined
					? writeQrels(text, flags.out ?? '', flags.replace === true)
					: writeDataset(text, dataset, flags.dataset);
			const warnings = mergeWarnings(files, dataset, known);
			terminal.printView(mergeView({ files, merge, rule, known, written, kept, warnings }));
		});
}
