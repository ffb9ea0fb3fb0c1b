import { judgeGate } from '../../../harness/compare/gate/gate.ts';
import { requireRepeats } from '../../../harness/compare/gate/latency-check.ts';
import { type GateLimits, mergeLimits } from '../../../harness/compare/gate/limits.ts';
import type { GateOutcome } from '../../../harness/compare/gate/result.ts';
import { BenchError } from '../../../harness/errors.ts';
import { gateView } from '../../../harness/report/gate/gate.ts';
import { readRun } from '../../../harness/run/folder/read.ts';
import type { RunFolder } from '../../../harness/run/folder/run-folder.ts';
import type { Terminal } from '../../terminal.ts';
import { type GateFlags, limitsOf, optionsOf } from './gate-flags.ts';
import { measureLatency } from './measure-latency.ts';
import type { GateBaseline } from './read-baseline.ts';

/** `bench gate` without `--plan`: judges the candidate, which it runs first where none is named. */
export async function judge(read: GateBaseline, flags: GateFlags, terminal: Terminal): Promise<void> {
	const { baseline, against } = read;
	const limits = mergeLimits(read.limits, limitsOf(flags));
	requireGateFlags(flags, limits);
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
	terminal.printView(gateView(result));
	if (result.outcome === 'inconclusive' && flags.onInconclusive === 'warn')
		terminal.warn('warning: the gate is inconclusive and lets it pass (--on-inconclusive warn)');
	terminal.exitWith(exitCode(result.outcome, flags.onInconclusive));
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

/** Runs the system on what the baseline was run on: dataset, strata, sensitive policy, metrics and depth. */
async function runCandidate(
	baseline: RunFolder,
	{ drops, floors }: GateLimits,
	flags: GateFlags,
	terminal: Terminal,
): Promise<RunFolder> {
	if (flags.retriever.length > 1)
		throw new BenchError('usage', 'the gate judges one system', { hint: 'Name one --retriever.' });
	const { writeRuns } = await import('../../write-runs.ts');
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
