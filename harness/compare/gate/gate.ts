import { BenchError } from '../../errors.ts';
import type { RunFolder } from '../../run/folder/run-folder.ts';
import { deltasOf, type MetricColumns } from '../columns.ts';
import { compareRuns } from '../compare-runs.ts';
import { type ComparisonRow, OVERALL } from '../comparison.ts';
import { type BrokenQueries, brokenQueries } from './broken.ts';
import type { BuildNoise } from './build-noise.ts';
import { noStratum, type Target, targetColumns } from './columns.ts';
import { dropCheck } from './drop-check.ts';
import { floorNoise } from './floor.ts';
import { floorCheck, floorWarning } from './floor-check.ts';
import { latencyCheck } from './latency-check.ts';
import type { LatencyRepeats } from './latency-repeats.ts';
import type { DropLimit, GateLimits } from './limits.ts';
import { automaticLimit, noiseOf, noiseSource } from './plan.ts';
import { type CheckOutcome, GATE_DEFAULTS, type GateOptions, type GateOutcome, type GateResult } from './result.ts';

/** Evidence that the gate may use beside the two runs. */
export interface GateEvidence {
	/** A second run that shows the noise between builds; without it the noise is assumed. */
	readonly against?: RunFolder;
	/** Both systems retrieving side by side; without it a latency limit is a note. */
	readonly latency?: LatencyRepeats;
}

/**
 * Judges a candidate against a baseline.
 *
 * A drop is a non-inferiority test by interval (see `decide-drop.ts`): wholly above -maxDrop passes, wholly below fails,
 * and an interval that holds -maxDrop is inconclusive: these queries can't tell. Not one query scored differently
 * passes. `auto` as a limit is the smallest drop that this baseline's queries can decide (see `plan.ts`); the candidate
 * has no say in it. A floor compares the candidate's mean on these queries as it stands, and warns where it lies within
 * the noise between builds. A latency limit is a ratio to the baseline's, and judged only where both were measured side
 * by side; else it is a note.
 *
 * All checks must pass, so passing needs no correction for their number. Runs of different data are a BenchError.
 */
export function judgeGate(
	baseline: RunFolder,
	candidate: RunFolder,
	limits: GateLimits,
	choices: Partial<GateOptions> = {},
	{ against, latency }: GateEvidence = {},
): GateResult {
	const options = { ...GATE_DEFAULTS, ...choices };
	const targets: readonly Target[] = [...limits.drops, ...limits.floors];
	if (targets.length + limits.latencies.length === 0)
		throw new BenchError('usage', 'the gate has no limit to check', {
			hint: 'For example --metric recall@10 --max-drop auto, or limits in bench.gate.json.',
		});
	const { alpha, resamples, ci, seed } = options;
	const comparison = compareRuns(baseline, [candidate], {
		...{ alpha, resamples, ci, seed },
		...(options.clusters === undefined ? {} : { clusters: options.clusters }),
		...(targets.length > 0 ? { metrics: targets.map(({ metric }) => metric) } : {}),
	});
	const noise = (target: Target) => noiseOf(baseline, target, options, against);
	const drops = limits.drops.map((limit) => {
		const row = findRow(comparison.rows, limit, baseline);
		const maxDrop = limit.maxDrop === 'auto' ? automatic(limit, noise(limit), options) : limit.maxDrop;
		return dropCheck(limit, maxDrop, row, deltasOf(targetColumns([baseline, candidate], limit), 1), alpha);
	});
	const floors = limits.floors.map((limit) =>
		floorCheck(limit, targetColumns([baseline, candidate], limit).values, floorNoise(noise(limit), seed)),
	);
	const latencies = limits.latencies.map((limit) => latencyCheck(limit, baseline, candidate, latency, alpha));
	const checks = [...drops, ...floors, ...latencies];
	const source = noiseSource(options, against);
	return {
		baseline: { system: baseline.manifest.system.name, path: baseline.path },
		candidate: { system: candidate.manifest.system.name, path: candidate.path },
		outcome: worst(checks.map(({ outcome }) => outcome)),
		checks,
		broken: brokenOf(targets, baseline, candidate, options.broken),
		options,
		noise: source,
		warnings: [...comparison.warnings, ...floors.flatMap((check) => floorWarning(check, source) ?? [])],
	};
}

function automatic({ metric }: DropLimit, noise: BuildNoise, options: GateOptions): number {
	const found = automaticLimit(noise, options);
	if (found !== undefined) return found;
	const { clusters, units } = noise;
	throw new BenchError('usage', `${metric}: --max-drop auto finds no limit that these queries can decide`, {
		hint: `Not even a drop to nothing would be seen often enough. The gate needs more ${clusters === undefined ? 'queries' : `clusters than ${units}, not more queries in each`}: bench gate --plan --queries <n>.`,
	});
}

function findRow(rows: readonly ComparisonRow[], { metric, stratum }: Target, baseline: RunFolder): ComparisonRow {
	const strata = new Set(baseline.scores.map((scores) => scores.stratum));
	// The overall row is also that of the stratum where there is only one.
	const wanted = stratum === undefined || (strata.size === 1 && strata.has(stratum)) ? OVERALL : stratum;
	const row = rows.find((candidate) => candidate.metric === metric && candidate.stratum === wanted);
	if (row === undefined) throw noStratum(metric, wanted, baseline);
	return row;
}

/** By metric: over all queries where a limit is about all, else over those of the strata that have limits. */
function brokenOf(
	targets: readonly Target[],
	baseline: RunFolder,
	candidate: RunFolder,
	limit: number,
): readonly BrokenQueries[] {
	return [...new Set(targets.map(({ metric }) => metric))].map((metric) => {
		const strata = targets.filter((target) => target.metric === metric).map(({ stratum }) => stratum);
		const columns = targetColumns([baseline, candidate], { metric, stratum: undefined });
		return brokenQueries(strata.includes(undefined) ? columns : within(columns, new Set(strata)), limit);
	});
}

function within(columns: MetricColumns, strata: ReadonlySet<string | undefined>): MetricColumns {
	const rows = columns.queries.flatMap(({ stratum }, row) => (strata.has(stratum) ? [row] : []));
	return {
		...columns,
		queries: rows.map((row) => columns.queries[row] as (typeof columns.queries)[number]),
		values: columns.values.map((values) => rows.map((row) => values[row] as number)),
	};
}

function worst(outcomes: readonly CheckOutcome[]): GateOutcome {
	const found = (['fail', 'inconclusive'] as const).find((outcome) => outcomes.includes(outcome));
	return found ?? (outcomes.includes('pass') ? 'pass' : 'inconclusive');
}
