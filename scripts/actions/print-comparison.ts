import { bayesReadings } from '../../harness/compare/bayes-readings.ts';
import { compareRuns } from '../../harness/compare/compare-runs.ts';
import type { Comparison } from '../../harness/compare/comparison.ts';
import type { Verdict } from '../../harness/compare/verdict.ts';
import { renderComparison } from '../../harness/report/compare.ts';
import { comparisonJson } from '../../harness/report/compare-json.ts';
import { comparisonMarkdown } from '../../harness/report/compare-markdown.ts';
import {
	type CompareReadings,
	readingsMarkdown,
	renderReadings,
	withReadings,
} from '../../harness/report/compare-readings.ts';
import { readRun } from '../../harness/run/folder/read.ts';
import type { RunFolder } from '../../harness/run/folder/run-folder.ts';
import type { IntervalMethodName } from '../../harness/stats/bootstrap-interval.ts';
import { type OutputFlags, openTerminal, type Terminal } from '../terminal.ts';
import { printReports, readReportRequests } from './print-reports.ts';
import { readUnjudged } from './read-unjudged.ts';

export interface CompareFlags extends OutputFlags {
	readonly metrics?: string;
	readonly primary?: string;
	readonly strata?: readonly string[];
	readonly allPairs?: true;
	readonly simultaneous?: true;
	readonly margin?: number;
	readonly alpha: number;
	readonly resamples: number;
	readonly ci: IntervalMethodName;
	readonly correction: 'holm' | 'bh' | 'none';
	readonly power: number;
	/** commander gives true where no number was written. */
	readonly byQuery?: number | true;
	readonly report: readonly string[];
	readonly resultsDir: string;
	readonly seed: number;
	/** Sd of the prior; commander gives true where none was written. */
	readonly bayes?: number | true;
	readonly data?: string;
	/** commander's `--no-unjudged` sets it to false. */
	readonly unjudged?: boolean;
}

/** `bench compare`. */
export async function printComparison(
	baseline: string,
	challengers: readonly string[],
	flags: CompareFlags,
): Promise<void> {
	const requests = readReportRequests(flags.report, ['table', 'json', 'markdown'], flags.json ? 'json' : 'table');
	const terminal = await openTerminal(flags);
	const runs = [baseline, ...challengers].map((name) => readRun(name, flags.resultsDir));
	const comparison = compareRuns(runs[0] as RunFolder, runs.slice(1), {
		...(flags.metrics === undefined ? {} : { metrics: [flags.metrics] }),
		...(flags.primary === undefined ? {} : { primary: flags.primary }),
		...(flags.strata === undefined ? {} : { strata: flags.strata }),
		allPairs: flags.allPairs ?? false,
		simultaneous: flags.simultaneous ?? false,
		...(flags.margin === undefined ? {} : { margin: flags.margin }),
		alpha: flags.alpha,
		resamples: flags.resamples,
		ci: flags.ci,
		correction: flags.correction,
		power: flags.power,
		seed: flags.seed,
		movers: flags.byQuery === true ? 10 : (flags.byQuery ?? 0),
	});
	const readings = await readingsOf(runs, comparison, flags);
	if ('unavailable' in readings.unjudged && flags.unjudged !== false)
		terminal.note(`unjudged documents were not looked at: ${readings.unjudged.unavailable}`);
	for (const warning of comparison.warnings) terminal.warn(`warning: ${warning}`);
	const forms = {
		table: (onTerminal: boolean) =>
			[
				renderComparison(comparison, (verdict, text) => (onTerminal ? terminal.style(COLOURS[verdict], text) : text)),
				...renderReadings(comparison, readings),
			].join('\n\n'),
		json: () => JSON.stringify(withReadings(comparisonJson(comparison), comparison, readings), null, 2),
		markdown: () => [comparisonMarkdown(comparison), ...readingsMarkdown(comparison, readings)].join('\n'),
	};
	printReports(
		terminal,
		requests.map(({ form, file }) => ({ form: forms[form], file })),
	);
}

async function readingsOf(
	runs: readonly RunFolder[],
	comparison: Comparison,
	{ bayes, data, unjudged }: CompareFlags,
): Promise<CompareReadings> {
	return {
		bayes: bayes === undefined ? undefined : bayesReadings(comparison, bayes === true ? undefined : bayes),
		unjudged: unjudged === false ? { unavailable: '--no-unjudged' } : await readUnjudged(runs, comparison, data),
	};
}

const COLOURS = {
	win: 'green',
	loss: 'red',
	equivalent: 'cyan',
	inconclusive: 'yellow',
	'not a test': 'magenta',
} as const satisfies Record<Verdict | 'not a test', Parameters<Terminal['style']>[0]>;
