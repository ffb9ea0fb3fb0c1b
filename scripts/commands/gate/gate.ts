import { type Command, Option } from '@commander-js/extra-typings';
import { GATE_DEFAULTS } from '../../../harness/compare/gate/result.ts';
import { intervalMethodNames } from '../../../harness/stats/bootstrap-interval.ts';
import {
	addDatasetFlags,
	addDirectoryFlags,
	addOutputFlags,
	addSystemFlags,
	collect,
	positiveInteger,
	readNumber,
	wholeNumber,
} from '../../flags.ts';
import type { Io } from '../../io.ts';
import { addClusterFlag, readClusters, runAsClusterSource } from '../../read-clusters.ts';
import { openTerminal } from '../../terminal.ts';
import { judge } from './judge.ts';
import { plan } from './plan.ts';
import { readBaseline } from './read-baseline.ts';

const NONE: readonly string[] = [];

export function define(command: Command, io: Io): void {
	addOutputFlags(
		addDirectoryFlags(
			addSystemFlags(
				addDatasetFlags(
					addClusterFlag(command)
						.option('--baseline <run>', 'run folder, or its name under results/ (else from the limits file)')
						.option('--candidate <run>', 'run folder to judge (default: run --retriever now)')
						.option(
							'--metric <name[/stratum][=drop]>',
							'a metric to guard, for example recall@10/multihop=0.03; repeatable',
							collect,
							NONE,
						)
						.option(
							'--max-drop <delta>',
							'largest accepted drop of every --metric without its own; auto: the smallest that can be decided',
						)
						.option(
							'--min <metric[/stratum]=value>',
							'least mean that the candidate must reach; repeatable',
							collect,
							NONE,
						)
						.option(
							'--max-latency <stat=ratio>',
							'p50, p95, p99, mean or max over the baseline: p95=1.5; repeatable',
							collect,
							NONE,
						)
						.option(
							'--latency-runs <n>',
							'time both systems side by side, n times; else a latency limit is a note',
							positiveInteger,
						)
						.option(
							'--allow-modules',
							'let modules that the run folders name run, where their code is the recorded one',
						)
						.option('--limits <file>', 'limits as JSON (default: bench.gate.json where there is one)')
						.addOption(
							new Option(
								'--on-inconclusive <how>',
								'exit 0, exit 1, or exit 0 with a warning (default: exit 3)',
							).choices(['pass', 'fail', 'warn'] as const),
						)
						.option(
							'--plan',
							'judge nothing: say which drop these queries can decide, and how many a wished limit needs',
						)
						.option('--queries <n>', 'with --plan: for this many queries of the same kind', positiveInteger)
						.option('--against <run>', 'a second run whose deltas show the noise between builds of the same quality')
						.option(
							'--correlation <r>',
							'without --against: assumed correlation of the scores of two builds over queries',
							readNumber,
							GATE_DEFAULTS.correlation,
						)
						.option(
							'--power <share>',
							'chance of the right outcome that auto and --plan ask for',
							readNumber,
							GATE_DEFAULTS.power,
						)
						.option(
							'--broken <n>',
							'how many of the queries that lost to list per metric',
							wholeNumber,
							GATE_DEFAULTS.broken,
						)
						.option('--alpha <level>', 'intervals have confidence 1 - alpha', readNumber, GATE_DEFAULTS.alpha)
						.option('--resamples <n>', 'bootstrap resamples', positiveInteger, GATE_DEFAULTS.resamples)
						.addOption(
							new Option('--ci <kind>', 'bootstrap interval').choices(intervalMethodNames).default(GATE_DEFAULTS.ci),
						)
						.option('--out <dir>', 'the run folder to write where there is no --candidate'),
				),
			),
		),
	)
		.description(
			'Checks that a candidate is not worse than a baseline by more than a named drop, by interval and not by naked difference. Without --candidate the system is run first, on the dataset of the baseline.\nWith --plan nothing is judged.\nExit codes: 0 pass, 1 fail, 3 inconclusive.',
		)
		.action(async (flags) => {
			const terminal = await openTerminal(flags, io);
			const read = readBaseline(flags);
			const clusters = await readClusters(flags.cluster, runAsClusterSource(read.baseline, flags.data));
			if (flags.plan) plan(read, { ...flags, clusters }, terminal);
			else await judge(read, { ...flags, clusters }, terminal);
		});
}
