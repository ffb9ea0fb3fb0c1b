import { type Command, Option } from 'commander';
import { MERGE_RULES } from '../../harness/labels/merge-rules.ts';
import type { MergeFlags } from '../actions/merge-judgments.ts';
import { addOutputFlags } from '../flags.ts';

export function registerMergeJudgments(program: Command): void {
	const rules = Object.entries(MERGE_RULES).map(([name, { summary }]) => `${name}: ${summary}`);
	const command = program
		.command('merge-judgments <files...>')
		.summary('make graded qrels of judgments files')
		.description(
			`Brings the judgments of several judges together as qrels.jsonl, with who judged what, when and by which rubric.\nThe dataset's own files are never changed.\n\nWhere judges disagree, --rule says what stands:\n${rules.map((line) => `  ${line}`).join('\n')}`,
		)
		.option('--out <file>', 'the qrels.jsonl to write')
		.option('--dataset <dir>', 'a new dataset folder to write: the same corpus and queries, with these qrels')
		.option('--replace', 'with --out: an existing file is kept as <file>.<n>.bak and replaced')
		.addOption(
			new Option('--rule <name>', 'where judges disagree').choices(Object.keys(MERGE_RULES)).default('majority'),
		)
		.addOption(
			new Option(
				'--known <policy>',
				"the dataset's own judgments: let them stand, count them as one judge, or not use them",
			)
				.choices(['keep', 'count', 'leave-out'])
				.default('keep'),
		)
		.option('--data <dir-or-name>', 'dataset (default: the one that the first file names)');
	addOutputFlags(command).action(async (files: readonly string[], flags: MergeFlags) => {
		const { mergeJudgments } = await import('../actions/merge-judgments.ts');
		await mergeJudgments(files, flags);
	});
}
