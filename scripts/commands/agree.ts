import type { Command } from 'commander';
import type { AgreeFlags } from '../actions/print-agreement.ts';
import { addOutputFlags, positiveInteger, readNumber, wholeNumber } from '../flags.ts';

export function registerAgree(program: Command): void {
	const command = program
		.command('agree <first> <second>')
		.summary('how far two judges agree, and what it means for the systems')
		.description(
			"Compares two judges on the documents that both judged: a judgments file, a qrels.jsonl, a dataset's folder or\nTREC qrels each. Cohen's kappa (plain, linear, quadratic), per grade, with intervals; with --runs also whether the comparison of systems comes out the same under either judge.",
		)
		.option('--runs <runs...>', 'run folders to score under either judge; the first one is the baseline')
		.option('--metrics <names>', 'comma-separated (default: those of the first run)')
		.option('--data <dir-or-name>', 'dataset of the runs (default: the one that they name)')
		.option('--confidence <share>', 'of the intervals', readNumber, 0.95)
		.option('--resamples <n>', 'bootstrap resamples of the verdicts (--runs)', positiveInteger, 10_000)
		.option('--results-dir <dir>', 'run folders', 'results')
		.option('--seed <n>', 'seed of everything random', wholeNumber, 42);
	addOutputFlags(command).action(async (first: string, second: string, flags: AgreeFlags) => {
		const { printAgreement } = await import('../actions/print-agreement.ts');
		await printAgreement(first, second, flags);
	});
}
