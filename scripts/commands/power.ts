import { type Command, Option } from 'commander';
import { BenchError } from '../../harness/errors.ts';
import { addOutputFlags, commaList, numberList, readNumber, wholeNumber } from '../flags.ts';
import { type OutputFlags, openTerminal, type Terminal } from '../terminal.ts';

interface PowerFlags extends OutputFlags {
	readonly against?: string;
	readonly plan?: boolean;
	readonly sd?: readonly number[];
	readonly strataCount: number;
	readonly metrics?: string;
	readonly primary?: string;
	readonly strata?: readonly string[];
	readonly deltas: readonly number[];
	readonly correlation: number;
	readonly alpha: number;
	readonly power: number;
	readonly correction: 'holm' | 'bh' | 'none';
	readonly seed: number;
	readonly resultsDir: string;
}

export function registerPower(program: Command): void {
	const command = program
		.command('power')
		.summary('what differences a dataset of this size can show, or how many queries a planned one needs')
		.description(
			'For each metric, overall and per stratum: the smallest true difference that bench compare finds with these queries (MDE), and how many queries the wished differences need. With --plan and no run: the number of queries to write before a dataset is built.',
		)
		.argument('[run]', 'run folder, or its name under results/')
		.argument('[against]', 'take the deltas from this second run')
		.option('--against <run>', 'the same as the second argument')
		.option('--plan', 'plan a dataset: how many queries it needs, from a pilot run, --sd or typical spreads')
		.option('--sd <list>', 'with --plan: sd of the paired deltas to assume, comma-separated', numberList)
		.option('--strata-count <n>', 'with --plan and no run: strata that are to be compared each', wholeNumber, 1)
		.option(
			'--correlation <r>',
			'without a second run: assumed correlation of two systems over queries',
			readNumber,
			0.5,
		)
		.option('--deltas <list>', 'differences that matter, comma-separated', numberList, [0.02, 0.05, 0.1])
		.option('--metrics <names>', "comma-separated (default: the run's)")
		.option(
			'--primary <row>',
			'the row that is decided alone, as in bench compare (default: overall of the first metric)',
		)
		.option('--strata <names>', 'strata that are asked about, comma-separated (default: all)', commaList)
		.option('--alpha <level>', 'level of the primary row, and of the family of the others', readNumber, 0.05)
		.option('--power <share>', 'chance of finding a true difference', readNumber, 0.8)
		.addOption(
			new Option('--correction <name>', 'for many comparisons').choices(['holm', 'bh', 'none']).default('holm'),
		)
		.option('--seed <n>', 'seed of the simulation', wholeNumber, 42)
		.option('--results-dir <dir>', 'run folders', 'results');
	addOutputFlags(command).action(async (name: string | undefined, second: string | undefined, flags: PowerFlags) => {
		const terminal = await openTerminal(flags);
		if (name === undefined) await printPlan(flags, terminal);
		else await printPower(name, second ?? flags.against, flags, terminal);
	});
}

function optionsOf({ alpha, power, deltas, correction, correlation, seed, metrics, primary, strata }: PowerFlags) {
	return {
		...{ alpha, power, deltas, correction, correlation, seed },
		...(metrics === undefined ? {} : { metrics: [metrics] }),
		...(primary === undefined ? {} : { primary }),
		...(strata === undefined ? {} : { strata }),
	};
}

async function printPower(
	name: string,
	second: string | undefined,
	flags: PowerFlags,
	terminal: Terminal,
): Promise<void> {
	const { readRun } = await import('../../harness/run/folder/read.ts');
	const { powerOf } = await import('../../harness/compare/power/dataset-power.ts');
	const { powerJson, renderPower } = await import('../../harness/report/power.ts');
	if (flags.sd !== undefined)
		throw new BenchError('usage', '--sd is assumed where there is no run', { hint: 'Leave out the run, or --sd.' });
	const run = readRun(name, flags.resultsDir);
	const against = second === undefined ? undefined : readRun(second, flags.resultsDir);
	const options = optionsOf(flags);
	const power = powerOf(run, against, options);
	if (terminal.json) terminal.printJson(powerJson(power, options, run.path, against?.path));
	else
		terminal.print(
			renderPower(power, options, { against: against?.manifest.system.name, intervals: flags.plan === true }),
		);
}

async function printPlan(flags: PowerFlags, terminal: Terminal): Promise<void> {
	if (flags.plan !== true)
		throw new BenchError('usage', 'bench power needs a run', {
			hint: 'bench power --plan says how many queries a dataset needs that is not built yet.',
		});
	const { planSizes, TYPICAL_SPREADS } = await import('../../harness/compare/power/plan.ts');
	const { planJson, renderPlan } = await import('../../harness/report/power-plan.ts');
	const options = optionsOf(flags);
	const strata = flags.strataCount;
	if (strata < 1) throw new BenchError('usage', `--strata-count is 1 or more, not ${strata}`);
	for (const sd of flags.sd ?? []) if (!(sd > 0)) throw new BenchError('usage', `an sd is above 0, not ${sd}`);
	const spreads = flags.sd?.map((sd) => ({ sd, source: 'as given (--sd)' })) ?? TYPICAL_SPREADS;
	const rows = planSizes(spreads, strata, options);
	if (terminal.json) terminal.printJson(planJson(rows, strata, options));
	else terminal.print(renderPlan(rows, strata, options));
}
