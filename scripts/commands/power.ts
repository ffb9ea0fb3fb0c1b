import { type Command, Option } from 'commander';
import { addOutputFlags, numberList, readNumber } from '../flags.ts';
import { type OutputFlags, openTerminal } from '../terminal.ts';

interface PowerFlags extends OutputFlags {
	readonly against?: string;
	readonly metrics?: string;
	readonly deltas: readonly number[];
	readonly correlation: number;
	readonly alpha: number;
	readonly power: number;
	readonly correction: 'holm' | 'bh' | 'none';
	readonly resultsDir: string;
}

export function registerPower(program: Command): void {
	const command = program
		.command('power')
		.summary('what differences a dataset of this size can show')
		.description(
			'For each metric, overall and per stratum: the smallest delta that these queries can find, and how many queries the wished deltas need.',
		)
		.argument('<run>', 'run folder, or its name under results/')
		.option('--against <run>', 'take the spread of the deltas from this second run')
		.option('--correlation <r>', 'without --against: assumed correlation of two systems over queries', readNumber, 0.5)
		.option('--deltas <list>', 'wished deltas, comma-separated', numberList, [0.02, 0.05, 0.1])
		.option('--metrics <names>', "comma-separated (default: the run's)")
		.option('--alpha <level>', 'level of a family of rows', readNumber, 0.05)
		.option('--power <share>', 'chance of finding a true delta', readNumber, 0.8)
		.addOption(
			new Option('--correction <name>', 'for many comparisons').choices(['holm', 'bh', 'none']).default('holm'),
		)
		.option('--results-dir <dir>', 'run folders', 'results');
	addOutputFlags(command).action(async (name: string, flags: PowerFlags) => {
		const terminal = await openTerminal(flags);
		const { readRun } = await import('../../harness/results/read.ts');
		const { powerOf } = await import('../../harness/power.ts');
		const { powerJson, renderPower } = await import('../../harness/report/power.ts');
		const run = readRun(name, flags.resultsDir);
		const against = flags.against === undefined ? undefined : readRun(flags.against, flags.resultsDir);
		const { metrics, ...rest } = flags;
		const options = { ...rest, ...(metrics === undefined ? {} : { metrics: [metrics] }) };
		const rows = powerOf(run, against, options);
		if (terminal.json) terminal.printJson(powerJson(rows, options, run.path, against?.path));
		else terminal.print(renderPower(rows, options, against?.manifest.system.name));
	});
}
