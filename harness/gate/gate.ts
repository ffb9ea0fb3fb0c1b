import { compareRuns } from '../compare/compare-runs.ts';
import { COMPARE_DEFAULTS, type ComparisonRow, FEW_QUERIES, OVERALL } from '../compare/comparison.ts';
import { BenchError } from '../errors.ts';
import { nearNames } from '../options.ts';
import type { RunFolder } from '../results/run-folder.ts';
import { queriesNeeded } from '../stats/power.ts';
import { latencyCheck } from './latency-check.ts';
import type { DropLimit, FloorLimit, GateLimits } from './limits.ts';
import { GATE_DEFAULTS, type GateCheck, type GateOptions, type GateOutcome, type GateResult } from './result.ts';

/**
 * Judges a candidate against a baseline.
 *
 * A drop is a non-inferiority test: the paired bootstrap interval of candidate - baseline above -maxDrop passes, below
 * it fails, and one that holds -maxDrop is inconclusive: these queries can't tell. Not one query scored differently
 * passes. (How far such an interval keeps its word on few queries is measured in `scripts/check/interval-coverage.ts`: at a
 * nominal 95 % and 40 queries it covers 90 to 95 % of the time.) A floor compares the candidate's mean on these queries as it stands. A latency limit is a ratio to the
 * baseline's, so that it holds on a slower machine when both ran there.
 *
 * All checks must pass, so passing needs no correction for their number. Runs of different data are a BenchError.
 */
export function judgeGate(
	baseline: RunFolder,
	candidate: RunFolder,
	limits: GateLimits,
	choices: Partial<GateOptions> = {},
): GateResult {
	const options = { ...GATE_DEFAULTS, ...choices };
	const metrics = [...limits.drops, ...limits.floors].map(({ metric }) => metric);
	if (metrics.length + limits.latencies.length === 0)
		throw new BenchError('usage', 'the gate has no limit to check', {
			hint: 'For example --metric recall@10 --max-drop 0.01, or limits in bench.gate.json.',
		});
	const comparison = compareRuns(baseline, [candidate], {
		...options,
		...(metrics.length > 0 ? { metrics } : {}),
	});
	const rowOf = (limit: DropLimit | FloorLimit): ComparisonRow => findRow(comparison.rows, limit, baseline);
	const checks: readonly GateCheck[] = [
		...limits.drops.map((limit) => dropCheck(limit, rowOf(limit), options)),
		...limits.floors.map((limit) => floorCheck(limit, rowOf(limit))),
		...limits.latencies.map((limit) => latencyCheck(limit, baseline, candidate)),
	];
	return {
		baseline: { system: baseline.manifest.system.name, path: baseline.path },
		candidate: { system: candidate.manifest.system.name, path: candidate.path },
		outcome: worst(checks.map(({ outcome }) => outcome)),
		checks,
		options,
		warnings: comparison.warnings,
	};
}

function dropCheck(limit: DropLimit, row: ComparisonRow, { alpha }: GateOptions): GateCheck {
	const { interval, effect } = row;
	const { maxDrop } = limit;
	const identical = effect.wins + effect.losses === 0;
	const outcome = identical || interval.low > -maxDrop ? 'pass' : interval.high < -maxDrop ? 'fail' : 'inconclusive';
	const needed =
		outcome === 'inconclusive' && effect.sd > 0
			? queriesNeeded((effect.meanDelta + maxDrop) / effect.sd, alpha, COMPARE_DEFAULTS.power)
			: undefined;
	const reasons: Record<GateOutcome, string> = {
		pass: identical
			? 'not one query scored differently'
			: `the drop is less than ${maxDrop}: even the interval's lower end is ${interval.low.toFixed(4)}`,
		fail: `the drop is more than ${maxDrop}: even the interval's upper end is ${interval.high.toFixed(4)}`,
		inconclusive: `${effect.n} queries can't tell whether the drop is more than ${maxDrop}${
			needed !== undefined && needed <= 1e6 ? `; about ${needed} could` : ''
		}`,
	};
	return {
		kind: 'drop',
		name: nameOf(limit),
		limit,
		baseline: row.baselineMean,
		candidate: row.challengerMean,
		delta: effect.meanDelta,
		interval,
		queries: effect.n,
		few: effect.n < FEW_QUERIES,
		queriesNeeded: needed !== undefined && Number.isFinite(needed) ? needed : undefined,
		outcome,
		reason: reasons[outcome],
	};
}

function floorCheck(limit: FloorLimit, row: ComparisonRow): GateCheck {
	const reached = row.challengerMean >= limit.min;
	return {
		kind: 'floor',
		name: nameOf(limit),
		limit,
		baseline: row.baselineMean,
		candidate: row.challengerMean,
		queries: row.effect.n,
		outcome: reached ? 'pass' : 'fail',
		reason: `the mean of ${row.effect.n} queries is ${row.challengerMean.toFixed(4)}, ${reached ? 'at least' : 'below'} ${limit.min}`,
	};
}

function nameOf({ metric, stratum }: DropLimit | FloorLimit): string {
	return stratum === undefined ? metric : `${metric} ${stratum}`;
}

function findRow(
	rows: readonly ComparisonRow[],
	{ metric, stratum }: DropLimit | FloorLimit,
	baseline: RunFolder,
): ComparisonRow {
	const strata = [...new Set(baseline.scores.map((scores) => scores.stratum))];
	// With one stratum the overall row is its row.
	const wanted = stratum === undefined || (strata.length === 1 && strata[0] === stratum) ? OVERALL : stratum;
	const row = rows.find((candidate) => candidate.metric === metric && candidate.stratum === wanted);
	if (row !== undefined) return row;
	const near = nearNames(wanted, strata);
	throw new BenchError('usage', `${metric}: the runs have no stratum "${wanted}" with queries that can be scored`, {
		hint: near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `They have ${strata.join(', ')}.`,
	});
}

function worst(outcomes: readonly GateOutcome[]): GateOutcome {
	return (['fail', 'inconclusive'] as const).find((outcome) => outcomes.includes(outcome)) ?? 'pass';
}
