import { compareRuns } from '../../harness/compare/compare-runs.ts';
import type { Verdict } from '../../harness/compare/verdict.ts';
import { renderComparison } from '../../harness/report/compare.ts';
import { comparisonJson } from '../../harness/report/compare-json.ts';
import { comparisonMarkdown } from '../../harness/report/compare-markdown.ts';
import { readRun } from '../../harness/results/read.ts';
import type { IntervalMethodName } from '../../harness/stats/bootstrap-interval.ts';
import { type OutputFlags, openTerminal, type Terminal } from '../terminal.ts';
import { printReports, readReportRequests } from './print-reports.ts';

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
}

/** `bench compare`. */
export async function printComparison(
	baseline: string,
	challengers: readonly string[],
	flags: CompareFlags,
): Promise<void> {
	const requests = readReportRequests(flags.report, ['table', 'json', 'markdown'], flags.json ? 'json' : 'table');
	const terminal = await openTerminal(flags);
	const comparison = compareRuns(
		readRun(baseline, flags.resultsDir),
		challengers.map((name) => readRun(name, flags.resultsDir)),
		{
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
		},
	);
	for (const warning of comparison.warnings) terminal.warn(`warning: ${warning}`);
	const forms = {
		table: (onTerminal: boolean) =>
			renderComparison(comparison, (verdict, text) => (onTerminal ? terminal.style(COLOURS[verdict], text) : text)),
		json: () => JSON.stringify(comparisonJson(comparison), null, 2),
		markdown: () => comparisonMarkdown(comparison),
	};
	printReports(
		terminal,
		requests.map(({ form, file }) => ({ form: forms[form], file })),
	);
}

const COLOURS = {
	win: 'green',
	loss: 'red',
	equivalent: 'cyan',
	inconclusive: 'yellow',
	'not a test': 'magenta',
} as const satisfies Record<Verdict | 'not a test', Parameters<Terminal['style']>[0]>;
