import { type Command, Option } from '@commander-js/extra-typings';
import { sharedMetrics } from '../../harness/compare/columns.ts';
import { labelRuns } from '../../harness/compare/labels.ts';
import { BenchError } from '../../harness/errors.ts';
import { diffRuns } from '../../harness/losses/diff.ts';
import type { KeptRun } from '../../harness/losses/kept-run.ts';
import { diffUnjudged } from '../../harness/losses/unjudged-diff.ts';
import { parseMetric } from '../../harness/metrics/index.ts';
import { unknownName } from '../../harness/names.ts';
import { diffView } from '../../harness/report/runs/run-diff.ts';
import { unjudgedDiffView } from '../../harness/report/runs/unjudged-diff.ts';
import { readRun } from '../../harness/run/folder/read.ts';
import { readRecordedIds } from '../../harness/run/folder/read-rankings.ts';
import { addOutputFlags, addResultsFlag, positiveInteger } from '../flags.ts';
import type { Io } from '../io.ts';
import { openKeptRuns } from '../open-kept-runs.ts';
import { openTerminal, type Terminal } from '../terminal.ts';

interface DiffFlags {
	readonly metric?: string | undefined;
	readonly stratum?: string | undefined;
	readonly only?: string | undefined;
	readonly top: number;
	readonly cutoff?: number | undefined;
	readonly data?: string | undefined;
	readonly resultsDir: string;
}

/** The K of metrics that have none, and of rankings without judgments. */
const DEFAULT_CUTOFF = 10;

export function define(command: Command, io: Io): void {
	addOutputFlags(
		addResultsFlag(
			command
				.option('--metric <name>', 'the metric that changed (default: the first that both runs have)')
				.option('--stratum <name>', 'only queries of this stratum')
				.option('--top <n>', 'queries shown', positiveInteger, 20)
				.addOption(new Option('--only <which>', 'only queries that got worse, or better').choices(['worse', 'better']))
				.option('--unjudged', 'compare the rankings alone, without judgments')
				.option(
					'--cutoff <k>',
					"the top K that documents enter and leave (default: the metric's, else 10)",
					positiveInteger,
				)
				.option('--data <dir-or-name>', 'dataset with the judgments (default: the one that the runs name)'),
		),
	)
		.description(
			'Lists the queries that changed most between two runs, which relevant documents entered and left the top K, and which leg moved them. With --unjudged: overlap and rank-biased overlap, for runs that nobody has judged.',
		)
		.argument('<run>', 'the run before: a folder, the beginning of its name, or a system')
		.argument('<run>', 'the run after')
		.action(async (first, second, flags) => {
			const terminal = await openTerminal(flags, io);
			if (flags.unjudged === true) printUnjudged(first, second, flags, terminal);
			else await printJudged(first, second, flags, terminal);
		});
}

async function printJudged(first: string, second: string, flags: DiffFlags, terminal: Terminal): Promise<void> {
	const { dataset, runs } = await openKeptRuns([first, second], flags, terminal);
	const [before, after] = runs as readonly [KeptRun, KeptRun];
	const strata = [...new Set(dataset.queries.map(({ stratum }) => stratum))];
	if (flags.stratum !== undefined && !strata.includes(flags.stratum))
		throw unknownName('stratum', flags.stratum, strata);
	const [metric = ''] = sharedMetrics(
		[before.run, after.run],
		flags.metric === undefined ? undefined : [parseMetric(flags.metric).name],
	);
	const only = flags.only === 'worse' || flags.only === 'better' ? flags.only : undefined;
	const own = parseMetric(metric).cutoff;
	const cutoff = flags.cutoff ?? (Number.isFinite(own) ? own : DEFAULT_CUTOFF);
	terminal.printView(
		diffView(diffRuns(before, after, metric, cutoff), { top: flags.top, stratum: flags.stratum, only }),
	);
}

/** Needs no dataset: the runs name their queries themselves. */
function printUnjudged(first: string, second: string, flags: DiffFlags, terminal: Terminal): void {
	for (const name of ['metric', 'only'] as const)
		if (flags[name] !== undefined)
			throw new BenchError('usage', `--unjudged knows no better and no worse: --${name} does not go with it`);
	const runs = [first, second].map((name) => readRun(name, flags.resultsDir));
	const labels = labelRuns(runs);
	const [one, other] = runs as [(typeof runs)[0], (typeof runs)[0]];
	const queries = new Map([...one.scores, ...other.scores].map(({ queryId, stratum }) => [queryId, stratum]));
	const [before, after] = runs.map((run) => readRecordedIds(run, 'run.trec'));
	const diff = diffUnjudged(
		[...queries]
			.map(([queryId, stratum]) => ({ queryId, stratum }))
			.filter(({ stratum }) => flags.stratum === undefined || stratum === flags.stratum),
		before ?? new Map(),
		after ?? new Map(),
		{ cutoff: flags.cutoff ?? DEFAULT_CUTOFF },
	);
	terminal.printView(
		unjudgedDiffView(diff, {
			first: labels.get(one) ?? one.path,
			second: labels.get(other) ?? other.path,
			top: flags.top,
		}),
	);
}
