import { judgeGate } from '../../harness/compare/gate/gate.ts';
import { requireRepeats } from '../../harness/compare/gate/latency-check.ts';
import {
	AUTO,
	type DropLimit,
	type GateLimits,
	mergeLimits,
	readDropLimit,
	readFloorLimit,
	readLatencyLimit,
	readMaxDrop,
} from '../../harness/compare/gate/limits.ts';
import { type LimitsFile, readLimitsFile } from '../../harness/compare/gate/limits-file.ts';
import { planGate } from '../../harness/compare/gate/plan.ts';
import type { CheckOutcome, GateOptions, GateOutcome } from '../../harness/compare/gate/result.ts';
import { BenchError } from '../../harness/errors.ts';
import { renderGate } from '../../harness/report/gate.ts';
import { gateGithub } from '../../harness/report/gate-github.ts';
import { gateJson } from '../../harness/report/gate-json.ts';
import { gateJunit } from '../../harness/report/gate-junit.ts';
import { gateMarkdown } from '../../harness/report/gate-markdown.ts';
import { gatePlanJson, renderGatePlan } from '../../harness/report/gate-plan.ts';
import { readRun } from '../../harness/run/folder/read.ts';
import type { RunFolder } from '../../harness/run/folder/run-folder.ts';
import type { DatasetFlags, PlaceFlags } from '../open-dataset.ts';
import type { SystemFlags } from '../open-systems.ts';
import { type OutputFlags, openTerminal, type Terminal } from '../terminal.ts';
import { measureLatency } from './measure-latency.ts';
import { printReports, readReportRequests } from './print-reports.ts';

export interface GateFlags extends OutputFlags, DatasetFlags, PlaceFlags, SystemFlags {
	readonly baseline?: string;
	readonly candidate?: string;
	readonly metric: readonly string[];
	readonly maxDrop?: string;
	readonly min: readonly string[];
	readonly maxLatency: readonly string[];
	readonly latencyRuns?: number;
	readonly plan?: boolean;
	readonly queries?: number;
	readonly against?: string;
	readonly correlation: number;
	readonly power: number;
	readonly broken: number;
	readonly limits?: string;
	readonly onInconclusive?: 'pass' | 'fail' | 'warn';
	readonly alpha: number;
	readonly resamples: number;
	readonly ci: GateOptions['ci'];
	readonly report: readonly string[];
	readonly out?: string;
}

/** `bench gate`. */
export async function runGate(flags: GateFlags): Promise<void> {
	const forms = ['table', 'json', 'junit', 'github', 'markdown'] as const;
	const requests = readReportRequests(flags.report, forms, flags.json ? 'json' : 'table');
	const file = readLimitsFile(flags.limits);
	const baselineName = flags.baseline ?? file.baseline;
	if (baselineName === undefined)
		throw new BenchError('usage', 'the gate has no baseline', {
			hint: 'Name a run: --baseline results/main, or "baseline" in bench.gate.json.',
		});
	if (flags.plan) return printPlan(baselineName, file, flags);
	const limits = mergeLimits(file.limits, limitsOf(flags));
	requireGateFlags(flags, limits);
	const terminal = await openTerminal(flags);
	const baseline = readRun(baselineName, flags.resultsDir);
	const against = flags.against === undefined ? undefined : readRun(flags.against, flags.resultsDir);
	const candidate =
		flags.candidate === undefined
			? await runCandidate(baseline, limits, flags, terminal)
			: readRun(flags.candidate, flags.resultsDir);
	const latency =
		flags.latencyRuns === undefined
			? undefined
			: await measureLatency(baseline, candidate, flags, flags.latencyRuns, terminal);
	const result = judgeGate(baseline, candidate, limits, optionsOf(flags), {
		...(against === undefined ? {} : { against }),
		...(latency === undefined ? {} : { latency }),
	});
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

/** `bench gate --plan`: judges nothing, says what could be judged. */
async function printPlan(baselineName: string, file: LimitsFile, flags: GateFlags): Promise<void> {
	if (flags.candidate !== undefined || flags.report.length > 0)
		throw new BenchError('usage', '--plan judges no candidate and writes no report', {
			hint: 'It prints a table, or JSON with --json. Leave out --candidate and --report.',
		});
	const terminal = await openTerminal(flags);
	const baseline = readRun(baselineName, flags.resultsDir);
	const against = flags.against === undefined ? undefined : readRun(flags.against, flags.resultsDir);
	const named = [...file.limits.drops, ...limitsOf(flags, AUTO).drops];
	const wishes =
		named.length > 0
			? named
			: baseline.manifest.metrics.map((metric) =>
					readDropLimit(metric, flags.maxDrop === undefined ? AUTO : readMaxDrop(flags.maxDrop)),
				);
	const plan = planGate(
		baseline,
		wishes,
		{ ...optionsOf(flags), ...(flags.queries === undefined ? {} : { queries: flags.queries }) },
		against,
	);
	if (terminal.json) terminal.printJson(gatePlanJson(plan));
	else terminal.print(renderGatePlan(plan));
}

function optionsOf({ alpha, resamples, ci, seed, broken, correlation, power }: GateFlags): GateOptions {
	return { alpha, resamples, ci, seed, broken, correlation, power };
}

function requireGateFlags(flags: GateFlags, { latencies }: GateLimits): void {
	if (flags.maxDrop !== undefined && flags.metric.length === 0)
		throw new BenchError('usage', '--max-drop goes with --metric', {
			hint: 'For example --metric recall@10 --max-drop auto.',
		});
	if (flags.queries !== undefined)
		throw new BenchError('usage', '--queries goes with --plan', {
			hint: 'A gate judges the queries that the runs have.',
		});
	if (flags.latencyRuns === undefined) return;
	requireRepeats(flags.latencyRuns, flags.alpha);
	if (latencies.length === 0)
		throw new BenchError('usage', '--latency-runs goes with a latency limit', {
			hint: 'For example --max-latency p95=1.5.',
		});
}

function exitCode(outcome: GateOutcome, onInconclusive: GateFlags['onInconclusive']): number {
	if (outcome === 'pass') return 0;
	if (outcome === 'fail') return 1;
	return onInconclusive === undefined ? 3 : onInconclusive === 'fail' ? 1 : 0;
}

/** `fallback` is the limit of a `--metric` that has none, neither of its own nor by `--max-drop`. */
function limitsOf(flags: GateFlags, fallback?: DropLimit['maxDrop']): GateLimits {
	const maxDrop = flags.maxDrop === undefined ? fallback : readMaxDrop(flags.maxDrop);
	return {
		drops: flags.metric.map((text) => readDropLimit(text, maxDrop)),
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
	const { writeRuns } = await import('../write-runs.ts');
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
	note: 'dim',
} as const satisfies Record<CheckOutcome, Parameters<Terminal['style']>[0]>;
