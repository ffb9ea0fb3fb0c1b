import { type Command, Option } from 'commander';
import { GATE_DEFAULTS } from '../../harness/compare/gate/result.ts';
import { intervalMethods } from '../../harness/stats/bootstrap-interval.ts';
import type { GateFlags } from '../actions/run-gate.ts';
import {
	addDatasetFlags,
	addOutputFlags,
	addPlaceFlags,
	addSystemFlags,
	collect,
	positiveInteger,
	readNumber,
	wholeNumber,
} from '../flags.ts';

export function registerGate(program: Command): void {
	const command = program
		.command('gate')
		.summary('pass or fail a run against a baseline, for CI')
		.description(
			'Checks that a candidate is not worse than a baseline by more than a named drop, by interval and not by naked difference. Without --candidate the system is run first, on the dataset of the baseline.\nWith --plan nothing is judged.\nExit codes: 0 pass, 1 fail, 3 inconclusive.',
		)
		.option('--baseline <run>', 'run folder, or its name under results/ (else from the limits file)')
		.option('--candidate <run>', 'run folder to judge (default: run --retriever now)')
		.option('--metric <name[/stratum][=drop]>', 'a metric to guard, for example recall@10/multihop=0.03', collect, [])
		.option(
			'--max-drop <delta>',
			'largest accepted drop of every --metric without its own; auto: the smallest that can be decided',
		)
		.option('--min <metric[/stratum]=value>', 'least mean that the candidate must reach; repeatable', collect, [])
		.option('--max-latency <stat=ratio>', 'p50, p95, p99, mean or max over the baseline: p95=1.5', collect, [])
		.option(
			'--latency-runs <n>',
			'time both systems side by side, n times; else a latency limit is a note',
			positiveInteger,
		)
		.option('--limits <file>', 'limits as JSON (default: bench.gate.json where there is one)')
		.addOption(
			new Option('--on-inconclusive <how>', 'exit 0, exit 1, or exit 0 with a warning (default: exit 3)').choices([
				'pass',
				'fail',
				'warn',
			]),
		)
		.option('--plan', 'judge nothing: say which drop these queries can decide, and how many a wished limit needs')
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
		.option('--broken <n>', 'how many of the queries that lost to list per metric', wholeNumber, GATE_DEFAULTS.broken)
		.option('--alpha <level>', 'intervals have confidence 1 - alpha', readNumber, GATE_DEFAULTS.alpha)
		.option('--resamples <n>', 'bootstrap resamples', positiveInteger, GATE_DEFAULTS.resamples)
		.addOption(
			new Option('--ci <kind>', 'bootstrap interval').choices(Object.keys(intervalMethods)).default(GATE_DEFAULTS.ci),
		)
		.option(
			'--report <form[=file]>',
			'table, json, junit, github or markdown, to stdout or a file; repeatable',
			collect,
			[],
		)
		.option('--out <dir>', 'the run folder to write where there is no --candidate');
	addOutputFlags(addPlaceFlags(addSystemFlags(addDatasetFlags(command)))).action(async (flags: GateFlags) => {
		const { runGate } = await import('../actions/run-gate.ts');
		await runGate(flags);
	});
}
