import { type Command, Option } from '@commander-js/extra-typings';
import { bayesReadings } from '../../../harness/compare/bayes-readings.ts';
import { compareRuns } from '../../../harness/compare/compare-runs.ts';
import { comparisonView } from '../../../harness/report/compare/compare.ts';
import { readRun } from '../../../harness/run/folder/read.ts';
import type { RunFolder } from '../../../harness/run/folder/run-folder.ts';
import { DEFAULT_INTERVAL, intervalMethodNames } from '../../../harness/stats/bootstrap-interval.ts';
import {
	addMetricsFlag,
	addOutputFlags,
	addResultsFlag,
	commaList,
	positiveInteger,
	readNumber,
	wholeNumber,
} from '../../flags.ts';
import type { Io } from '../../io.ts';
import { addClusterFlag, readClusters, runAsClusterSource } from '../../read-clusters.ts';
import { openTerminal } from '../../terminal.ts';
import { readUnjudged } from './read-unjudged.ts';

export function define(command: Command, io: Io): void {
	addOutputFlags(
		addResultsFlag(
			addClusterFlag(addMetricsFlag(command, 'all that every run has'))
				.option(
					'--primary <metric[/stratum]>',
					'the question that is decided alone, before all others (default: the first metric, overall)',
				)
				.option(
					'--strata <names>',
					'strata that you ask about; others are shown as exploratory (default: all)',
					commaList,
				)
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
					new Option('--ci <kind>', 'bootstrap interval').choices(intervalMethodNames).default(DEFAULT_INTERVAL),
				)
				.option('--simultaneous', 'also intervals that hold all at once within a family of rows')
				.addOption(
					new Option(
						'--correction <name>',
						'for many comparisons: the secondary rows (strata, further metrics) are one family',
					)
						.choices(['holm', 'bh', 'none'])
						.default('holm' as const),
				)
				.option('--power <share>', 'chance of being found that the MDE is computed for', readNumber, 0.8)
				.option('--by-query [n]', 'the queries that moved most, by id (default: 10 per metric)', positiveInteger)
				.option(
					'--bayes [prior-sd]',
					'posterior of each mean delta too; sd of the prior (default: .1 of the range)',
					readNumber,
				)
				.option('--no-unjudged', 'leave out whether verdicts survive what unjudged documents could be')
				.option('--data <dir-or-name>', 'dataset with the judgments (default: the one that the runs name)'),
		).option('--seed <n>', 'seed of everything random', wholeNumber, 42),
	)
		.description(
			'Pairs the runs by query, answers the primary question (overall of the first metric, unless you ask another) in one sentence, and says for each metric, overall and per stratum: win, loss, equivalent, inconclusive or not a test of a leg, with interval, p and what an inconclusive comparison could have found. --details shows every test.',
		)
		.argument('<baseline>', 'run folder, or its name under results/')
		.argument('<challenger...>', 'one run folder or more')
		.action(async (baseline, challengers, flags) => {
			const terminal = await openTerminal(flags, io);
			const runs = [baseline, ...challengers].map((name) => readRun(name, flags.resultsDir));
			const { metrics, primary, strata, margin, alpha, resamples, ci, correction, power, seed, byQuery, bayes } = flags;
			const clusters = await readClusters(flags.cluster, runAsClusterSource(runs[0] as RunFolder, flags.data));
			const comparison = compareRuns(runs[0] as RunFolder, runs.slice(1), {
				...(metrics === undefined ? {} : { metrics }),
				...(primary === undefined ? {} : { primary }),
				...(strata === undefined ? {} : { strata }),
				...(margin === undefined ? {} : { margin }),
				...{ alpha, resamples, ci, correction, power, seed },
				...(clusters === undefined ? {} : { clusters }),
				allPairs: flags.allPairs ?? false,
				simultaneous: flags.simultaneous ?? false,
				movers: byQuery === true ? 10 : (byQuery ?? 0),
			});
			const readings = {
				bayes: bayes === undefined ? undefined : bayesReadings(comparison, bayes === true ? undefined : bayes),
				unjudged: flags.unjudged ? await readUnjudged(runs, comparison, flags.data) : { unavailable: '--no-unjudged' },
			};
			if (flags.unjudged && 'unavailable' in readings.unjudged)
				terminal.note(`unjudged documents were not looked at: ${readings.unjudged.unavailable}`);
			terminal.printView(comparisonView(comparison, readings));
		});
}
