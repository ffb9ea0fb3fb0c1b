import { type Command, Option } from 'commander';
import { DEFAULT_INTERVAL, intervalMethods } from '../../harness/stats/bootstrap-interval.ts';
import type { GateFlags } from '../actions/run-gate.ts';
import {
	addDatasetFlags,
	addOutputFlags,
	addPlaceFlags,
	addSystemFlags,
	collect,
	positiveInteger,
	readNumber,
} from '../flags.ts';

export function registerGate(program: Command): void {
	const command = program
		.command('gate')
		.summary('pass or fail a run against a baseline, for CI')
		.description(
			'Checks that a candidate is not worse than a baseline by more than a named drop, by interval and not by naked difference. Without --candidate the system is run first, on the dataset of the baseline.\nExit codes: 0 pass, 1 fail, 3 inconclusive.',
		)
		.option('--baseline <run>', 'run folder, or its name under results/ (else from the limits file)')
		.option('--candidate <run>', 'run folder to judge (default: run --retriever now)')
		.option('--metric <name[/stratum][=drop]>', 'a metric to guard, for example recall@10/multihop=0.03', collect, [])
		.option('--max-drop <delta>', 'largest accepted drop of every --metric without its own', readNumber)
		.option('--min <metric[/stratum]=value>', 'least mean that the candidate must reach; repeatable', collect, [])
		.option('--max-latency <stat=ratio>', 'p50, p95, p99, mean or max over the baseline: p95=1.5', collect, [])
		.option('--limits <file>', 'limits as JSON (default: bench.gate.json where there is one)')
		.addOption(
			new Option('--on-inconclusive <how>', 'exit 0, exit 1, or exit 0 with a warning (default: exit 3)').choices([
				'pass',
				'fail',
				'warn',
			]),
		)
		.option('--alpha <level>', 'intervals have confidence 1 - alpha', readNumber, 0.05)
		.option('--resamples <n>', 'bootstrap resamples', positiveInteger, 10_000)
		.addOption(
			new Option('--ci <kind>', 'bootstrap interval').choices(Object.keys(intervalMethods)).default(DEFAULT_INTERVAL),
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
