import { type Command, Option } from '@commander-js/extra-typings';
import { powerOf } from '../../harness/compare/power/dataset-power.ts';
import type { PowerOptions } from '../../harness/compare/power/options.ts';
import { planSizes, TYPICAL_SPREADS } from '../../harness/compare/power/plan.ts';
import { BenchError } from '../../harness/errors.ts';
import { powerView } from '../../harness/report/power/power.ts';
import { powerPlanView } from '../../harness/report/power/power-plan.ts';
import type { View } from '../../harness/report/view.ts';
import { readRun } from '../../harness/run/folder/read.ts';
import {
	addMetricsFlag,
	addOutputFlags,
	addResultsFlag,
	commaList,
	numberList,
	readNumber,
	wholeNumber,
} from '../flags.ts';
import type { Io } from '../io.ts';
import { addClusterFlag, readClusters, runAsClusterSource } from '../read-clusters.ts';
import { openTerminal } from '../terminal.ts';

const DELTAS: readonly number[] = [0.02, 0.05, 0.1];

export function define(command: Command, io: Io): void {
	addOutputFlags(
		addResultsFlag(
			addMetricsFlag(
				addClusterFlag(command)
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
					.option('--deltas <list>', 'differences that matter, comma-separated', numberList, DELTAS)
					.option(
						'--primary <row>',
						'the row that is decided alone, as in bench compare (default: overall of the first metric)',
					)
					.option('--strata <names>', 'strata that are asked about, comma-separated (default: all)', commaList)
					.option('--alpha <level>', 'level of the primary row, and of the family of the others', readNumber, 0.05)
					.option('--power <share>', 'chance of finding a true difference', readNumber, 0.8)
					.addOption(
						new Option('--correction <name>', 'for many comparisons')
							.choices(['holm', 'bh', 'none'])
							.default('holm' as const),
					)
					.option('--seed <n>', 'seed of the simulation', wholeNumber, 42),
				"the run's",
			),
		),
	)
		.description(
			'For each metric, overall and per stratum: the smallest true difference that bench compare finds with these queries (MDE), and how many queries the wished differences need. With --plan and no run: the number of queries to write before a dataset is built.',
		)
		.argument('[run]', 'run folder, or its name under results/')
		.argument('[against]', 'take the deltas from this second run')
		.action(async (name, second, flags) => {
			const terminal = await openTerminal(flags, io);
			terminal.printView(name === undefined ? planned(flags) : await powerOfRun(name, second ?? flags.against, flags));
		});
}

interface PowerFlags extends Omit<PowerOptions, 'metrics' | 'clusters'> {
	readonly cluster?: string;
	readonly metrics?: readonly string[];
	readonly plan?: true;
	readonly sd?: readonly number[];
	readonly strataCount: number;
	readonly resultsDir: string;
}

function optionsOf(flags: PowerFlags): PowerOptions {
	const { alpha, power, deltas, correction, correlation, seed, metrics, primary, strata } = flags;
	return {
		...{ alpha, power, deltas, correction, correlation, seed },
		...(metrics === undefined ? {} : { metrics }),
		...(primary === undefined ? {} : { primary }),
		...(strata === undefined ? {} : { strata }),
	};
}

async function powerOfRun(name: string, second: string | undefined, flags: PowerFlags): Promise<View> {
	if (flags.sd !== undefined)
		throw new BenchError('usage', '--sd is assumed where there is no run', { hint: 'Leave out the run, or --sd.' });
	const run = readRun(name, flags.resultsDir);
	const against = second === undefined ? undefined : readRun(second, flags.resultsDir);
	const clusters = await readClusters(flags.cluster, runAsClusterSource(run));
	const options = { ...optionsOf(flags), ...(clusters === undefined ? {} : { clusters }) };
	return powerView(powerOf(run, against, options), {
		run: run.path,
		against: against === undefined ? undefined : { path: against.path, system: against.manifest.system.name },
		options,
		planned: flags.plan === true,
	});
}

function planned(flags: PowerFlags): View {
	if (flags.plan !== true)
		throw new BenchError('usage', 'bench power needs a run', {
			hint: 'bench power --plan says how many queries a dataset needs that is not built yet.',
		});
	const options = optionsOf(flags);
	const strata = flags.strataCount;
	if (strata < 1) throw new BenchError('usage', `--strata-count is 1 or more, not ${strata}`);
	for (const sd of flags.sd ?? []) if (!(sd > 0)) throw new BenchError('usage', `an sd is above 0, not ${sd}`);
	const spreads = flags.sd?.map((sd) => ({ sd, source: 'as given (--sd)' })) ?? TYPICAL_SPREADS;
	return powerPlanView(planSizes(spreads, strata, options), strata, options);
}
