import { sharedMetrics } from '../harness/compare/columns.ts';
import { compareRuns } from '../harness/compare/compare-runs.ts';
import { labelRuns } from '../harness/compare/labels.ts';
import { meanIntervals } from '../harness/compare/mean-intervals.ts';
import type { Dataset } from '../harness/contract.ts';
import { BenchError } from '../harness/errors.ts';
import type { KeptRun } from '../harness/losses/kept-run.ts';
import { lossesOf } from '../harness/losses/losses.ts';
import type { PageParts } from '../harness/report/page/page.ts';
import type { PageTexts } from '../harness/report/page/queries-section.ts';
import type { View } from '../harness/report/view.ts';
import { readRun } from '../harness/run/folder/read.ts';
import type { RunFolder } from '../harness/run/folder/run-folder.ts';
import { openKeptRuns, sensitiveRelevant } from './open-kept-runs.ts';
import { documentText } from './shown-texts.ts';
import type { Terminal } from './terminal.ts';

export interface PageFlags {
	readonly metrics?: readonly string[] | undefined;
	readonly primary?: string | undefined;
	readonly strata?: readonly string[] | undefined;
	readonly allPairs?: true | undefined;
	readonly margin?: number | undefined;
	readonly alpha: number;
	readonly cutoff: number;
	readonly data?: string | undefined;
	readonly withText?: true | undefined;
	readonly resultsDir: string;
	readonly seed: number;
}

/** Everything that a page of these runs shows, computed. */
export async function openPageParts(
	names: readonly string[],
	others: readonly View[],
	flags: PageFlags,
	terminal: Terminal,
): Promise<PageParts> {
	const runs = names.map((name) => readRun(name, flags.resultsDir));
	const confidence = `${Number((100 * (1 - flags.alpha)).toPrecision(4))} %`;
	const [baseline, ...challengers] = runs;
	if (baseline === undefined) {
		if (flags.withText === true)
			throw new BenchError('usage', '--with-text needs a run: views hold no texts', { hint: 'Name a run too.' });
		return { ...NO_RUNS, confidence, others };
	}
	const labels = labelRuns(runs);
	const metrics = sharedMetrics(runs, flags.metrics);
	const { alpha, seed, primary, strata, margin } = flags;
	const comparison =
		challengers.length === 0
			? undefined
			: compareRuns(baseline, challengers, {
					metrics,
					alpha,
					seed,
					allPairs: flags.allPairs ?? false,
					...(primary === undefined ? {} : { primary }),
					...(strata === undefined ? {} : { strata }),
					...(margin === undefined ? {} : { margin }),
				});
	const at = await openAtHand(runs, names, flags, terminal);
	return {
		runs: runs.map((run) => ({ run, label: labels.get(run) ?? run.path })),
		comparison,
		means: new Map(runs.map((run) => [labels.get(run) ?? run.path, meanIntervals(run, metrics, { alpha, seed })])),
		confidence,
		metric: comparison?.question.primary.metric ?? metrics[0] ?? '',
		kept: at?.kept,
		losses: at?.losses ?? [],
		texts: at !== undefined && flags.withText === true ? textsOf(at.dataset) : undefined,
		others,
		warnings:
			at === undefined
				? ['The dataset of the runs is not at hand, so the page shows no losses and no ranks of relevant documents.']
				: [],
	};
}

const NO_RUNS = {
	runs: [],
	comparison: undefined,
	means: new Map(),
	metric: '',
	kept: undefined,
	losses: [],
	texts: undefined,
	warnings: [],
} as const;

/** The parts that need the dataset; undefined where it is not at hand and nobody insisted on it. */
async function openAtHand(runs: readonly RunFolder[], names: readonly string[], flags: PageFlags, terminal: Terminal) {
	let opened: { readonly dataset: Dataset; readonly runs: readonly KeptRun[] };
	try {
		opened = await openKeptRuns(names, flags, terminal);
	} catch (error) {
		// A page of runs whose data is elsewhere is still a page.
		const isElsewhere = error instanceof BenchError && error.code !== 'results';
		if (isElsewhere && flags.data === undefined && flags.withText !== true) {
			terminal.note(`dataset ${runs[0]?.manifest.dataset.directory} is not at hand: ${error.message}`);
			return undefined;
		}
		throw error;
	}
	const { dataset, runs: kept } = opened;
	const sensitiveLeftOut = await sensitiveRelevant(dataset);
	return {
		dataset,
		kept,
		losses: kept.map((one) => lossesOf(one, { cutoff: flags.cutoff, sensitiveLeftOut })),
	};
}

function textsOf(dataset: Dataset): PageTexts {
	const queries = new Map(dataset.queries.map(({ id, text }) => [id, text]));
	return { query: (id) => queries.get(id), document: documentText(dataset) };
}
