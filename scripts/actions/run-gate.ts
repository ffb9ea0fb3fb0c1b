import { BenchError } from '../../harness/errors.ts';
import { judgeGate } from '../../harness/gate/gate.ts';
import {
	type GateLimits,
	mergeLimits,
	readDropLimit,
	readFloorLimit,
	readLatencyLimit,
} from '../../harness/gate/limits.ts';
import { readLimitsFile } from '../../harness/gate/limits-file.ts';
import type { GateOutcome } from '../../harness/gate/result.ts';
import { renderGate } from '../../harness/report/gate.ts';
import { gateGithub } from '../../harness/report/gate-github.ts';
import { gateJson } from '../../harness/report/gate-json.ts';
import { gateJunit } from '../../harness/report/gate-junit.ts';
import { gateMarkdown } from '../../harness/report/gate-markdown.ts';
import { readRun } from '../../harness/results/read.ts';
import type { RunFolder } from '../../harness/results/run-folder.ts';
import type { IntervalMethodName } from '../../harness/stats/bootstrap-interval.ts';
import type { DatasetFlags, PlaceFlags } from '../open-dataset.ts';
import type { SystemFlags } from '../open-systems.ts';
import { type OutputFlags, openTerminal, type Terminal } from '../terminal.ts';
import { printReports, readReportRequests } from './print-reports.ts';

export interface GateFlags extends OutputFlags, DatasetFlags, PlaceFlags, SystemFlags {
	readonly baseline?: string;
	readonly candidate?: string;
	readonly metric: readonly string[];
	readonly maxDrop?: number;
	readonly min: readonly string[];
	readonly maxLatency: readonly string[];
	readonly limits?: string;
	readonly onInconclusive?: 'pass' | 'fail' | 'warn';
	readonly alpha: number;
	readonly resamples: number;
	readonly ci: IntervalMethodName;
	readonly report: readonly string[];
	readonly out?: string;
}

/** `bench gate`. */
export async function runGate(flags: GateFlags): Promise<void> {
	const forms = ['table', 'json', 'junit', 'github', 'markdown'] as const;
	const requests = readReportRequests(flags.report, forms, flags.json ? 'json' : 'table');
	const file = readLimitsFile(flags.limits);
	const limits = mergeLimits(file.limits, limitsOf(flags));
	const baselineName = flags.baseline ?? file.baseline;
	if (baselineName === undefined)
		throw new BenchError('usage', 'the gate has no baseline', {
			hint: 'Name a run: --baseline results/main, or "baseline" in bench.gate.json.',
		});
	const terminal = await openTerminal(flags);
	const baseline = readRun(baselineName, flags.resultsDir);
	const candidate =
		flags.candidate === undefined
			? await runCandidate(baseline, limits, flags, terminal)
			: readRun(flags.candidate, flags.resultsDir);
	const { alpha, resamples, ci, seed } = flags;
	const result = judgeGate(baseline, candidate, limits, { alpha, resamples, ci, seed });
	for (const warning of result.warnings) terminal.warn(`warning: ${warning}`);
	const render = {
		table: (onTerminal: boolean) =>
			renderGate(result, (outcome, text) => (onTerminal ? terminal.style(COLOURS[outcome], text) : text)),
		json: () => JSON.stringify(gateJson(result), null, 2),
		junit: () => gateJunit(result),
		github: () => gateGithub(result),
		markdown: () => gateMarkdown(result),
	};
	printReports(
		terminal,
		requests.map(({ form, file: path }) => ({ form: render[form], file: path })),
	);
	if (result.outcome === 'inconclusive' && flags.onInconclusive === 'warn')
		terminal.warn('warning: the gate is inconclusive and lets it pass (--on-inconclusive warn)');
	process.exitCode = exitCode(result.outcome, flags.onInconclusive);
}

function exitCode(outcome: GateOutcome, onInconclusive: GateFlags['onInconclusive']): number {
	if (outcome === 'pass') return 0;
	if (outcome === 'fail') return 1;
	return onInconclusive === undefined ? 3 : onInconclusive === 'fail' ? 1 : 0;
}

function limitsOf(flags: GateFlags): GateLimits {
	if (flags.maxDrop !== undefined && flags.metric.length === 0)
		throw new BenchError('usage', '--max-drop goes with --metric', {
			hint: 'For example --metric recall@10 --max-drop 0.01.',
		});
	return {
		drops: flags.metric.map((text) => readDropLimit(text, flags.maxDrop)),
		floors: flags.min.map(readFloorLimit),
		latencies: flags.maxLatency.map(readLatencyLimit),
	};
}

/** Runs the system on what the baseline was run on: dataset, strata, sensitive policy, metrics and depth. */
async function runCandidate(
	baseline: RunFolder,
	{ drops, floors }: GateLimits,
	flags: GateFlags,
	terminal: Terminal,
): Promise<RunFolder> {
	if (flags.retriever.length > 1)
		throw new BenchError('usage', 'the gate judges one system', { hint: 'Name one --retriever.' });
	const { writeRuns } = await import('./run-systems.ts');
	const { dataset, metrics, depth, selected_strata: strata } = baseline.manifest;
	const [run] = await writeRuns(
		{
			...flags,
			data: flags.data ?? dataset.directory,
			sensitive: dataset.sensitive,
			...(flags.strata === undefined && strata !== undefined ? { strata } : {}),
			metrics: [...metrics, ...[...drops, ...floors].map(({ metric }) => metric)],
			depth,
		},
		terminal,
	);
	return run as RunFolder;
}

const COLOURS = {
	pass: 'green',
	fail: 'red',
	inconclusive: 'yellow',
} as const satisfies Record<GateOutcome, Parameters<Terminal['style']>[0]>;
