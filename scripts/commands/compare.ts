import { type Command, Option } from 'commander';
import { DEFAULT_INTERVAL, intervalMethods } from '../../harness/stats/bootstrap-interval.ts';
import type { CompareFlags } from '../actions/print-comparison.ts';
import { addOutputFlags, collect, commaList, positiveInteger, readNumber, wholeNumber } from '../flags.ts';

export function registerCompare(program: Command): void {
	const command = program
		.command('compare')
		.summary('test whether runs differ from a baseline, in one word each')
		.description(
			'Pairs the runs by query, answers the primary question (overall of the first metric, unless you ask another) in one sentence, and says for each metric, overall and per stratum: win, loss, equivalent, inconclusive or not a test of a leg, with interval, p values and what an inconclusive comparison could have found.',
		)
		.argument('<baseline>', 'run folder, or its name under results/')
		.argument('<challenger...>', 'one run folder or more')
		.option('--metrics <names>', 'comma-separated (default: all that every run has)')
		.option(
			'--primary <metric[/stratum]>',
			'the question that is decided alone, before all others (default: the first metric, overall)',
		)
		.option('--strata <names>', 'strata that you ask about; others are shown as exploratory (default: all)', commaList)
		.option('--all-pairs', 'every run against every other, with letters for systems that are not told apart')
		.option('--margin <delta>', 'the largest difference that does not matter: tests for equivalence', readNumber)
		.option(
			'--alpha <level>',
			'chance of any false win or loss: for the primary question, and for all rows behind it',
			readNumber,
			0.05,
		)
		.option('--resamples <n>', 'bootstrap resamples', positiveInteger, 10_000)
		.addOption(
			new Option('--ci <kind>', 'bootstrap interval').choices(Object.keys(intervalMethods)).default(DEFAULT_INTERVAL),
		)
		.option('--simultaneous', 'also intervals that hold all at once within a family of rows')
		.addOption(
			new Option(
				'--correction <name>',
				'for many comparisons: the secondary rows (strata, further metrics) are one family',
			)
				.choices(['holm', 'bh', 'none'])
				.default('holm'),
		)
		.option('--power <share>', 'power that detectable deltas are computed for', readNumber, 0.8)
		.option('--by-query [n]', 'the queries that moved most, by id (default: 10 per metric)', positiveInteger)
		.option('--report <form[=file]>', 'table, json or markdown, to stdout or a file; repeatable', collect, [])
		.option(
			'--bayes [prior-sd]',
			'posterior of each mean delta too; sd of the prior (default: .1 of the range)',
			readNumber,
		)
		.option('--no-unjudged', 'leave out whether verdicts survive what unjudged documents could be')
		.option('--data <dir-or-name>', 'dataset with the judgments (default: the one that the runs name)')
		.option('--results-dir <dir>', 'run folders', 'results')
		.option('--seed <n>', 'seed of everything random', wholeNumber, 42);
	addOutputFlags(command).action(async (baseline: string, challengers: readonly string[], flags: CompareFlags) => {
		const { printComparison } = await import('../actions/print-comparison.ts');
		await printComparison(baseline, challengers, flags);
	});
}
