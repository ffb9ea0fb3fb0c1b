import type { Command } from 'commander';
import type { JudgeFlags } from '../actions/judge-pool.ts';
import { addOutputFlags, wholeNumber } from '../flags.ts';
import { addLlmFlags } from '../llm/flags.ts';

export function registerJudge(program: Command): void {
	const command = program
		.command('judge <pool-file>')
		.summary('judge pooled documents on a screen, key by key')
		.description(
			'Shows one query and one document at a time and takes a grade per key press. Every judgment is on disk at once: quit or kill it whenever you like, the same command goes on from there. With --llm a model judges instead.',
		)
		.option('--judge <name>', "who judges (default: the login name; with --llm the model's)")
		.option('--rubric <file>', 'grades of your own, as JSON (default: 0 not relevant .. 3 perfectly relevant)')
		.option('--out <file>', 'the judgments file (default: beside the pool file, one per judge)')
		.option('--data <dir-or-name>', 'dataset (default: the one that the pool file names)')
		.option('--status', 'only say how far the judge is')
		.option('--llm', 'let a model judge; sensitive documents are never sent')
		.option('--seed <n>', 'seed of the pauses between attempts', wholeNumber, 42);
	addOutputFlags(addLlmFlags(command)).action(async (path: string, flags: JudgeFlags) => {
		const { judgePool } = await import('../actions/judge-pool.ts');
		await judgePool(path, flags);
	});
}
