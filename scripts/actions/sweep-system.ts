import { BenchError } from '../../harness/errors.ts';
import { writeFileWhole } from '../../harness/files/write-file.ts';
import { largestCutoff } from '../../harness/legs/ablation/ablate.ts';
import { parseAxis } from '../../harness/legs/grid/axis.ts';
import { findingsOf } from '../../harness/legs/sweep/findings.ts';
import { sweep } from '../../harness/legs/sweep/sweep.ts';
import { sweepToJson } from '../../harness/legs/sweep/sweep-json.ts';
import { DEFAULT_METRICS, parseMetrics } from '../../harness/metrics/index.ts';
import { renderSweep } from '../../harness/report/sweep.ts';
import { keepLegs } from '../../harness/run/keep-legs.ts';
import { noteRetrieved } from '../note-retrieved.ts';
import { type DatasetFlags, indexContext, openDataset, type PlaceFlags } from '../open-dataset.ts';
import { openOneSystem } from '../open-one-system.ts';
import type { SystemFlags } from '../open-systems.ts';
import { type OutputFlags, openTerminal } from '../terminal.ts';

export interface SweepFlags extends OutputFlags, DatasetFlags, PlaceFlags, SystemFlags {
	readonly grid: readonly string[];
	readonly metric: string;
	readonly metrics?: readonly string[];
	readonly depth: number;
	readonly cutoff?: number;
	readonly folds: number;
	readonly repeats: number;
	readonly sample: 'sobol' | 'random';
	readonly points: number;
	readonly out?: string;
}

/** `bench sweep`: one fused system over a grid of settings. */
export async function sweepSystem(flags: SweepFlags): Promise<void> {
	const terminal = await openTerminal(flags);
	const axes = flags.grid.map(parseAxis);
	const target = parseMetrics(flags.metric);
	if (target.length !== 1) throw new BenchError('usage', `--metric takes one metric, not ${target.length}`);
	const metrics = parseMetrics([flags.metric, ...(flags.metrics ?? DEFAULT_METRICS)]);
	const system = await openOneSystem(flags, 'sweep');
	const dataset = await openDataset(flags, terminal);
	const keptSystem = await keepLegs({ dataset, system, context: indexContext(dataset, flags, terminal) });
	noteRetrieved(keptSystem, terminal);
	const { kept } = keptSystem;
	const swept = sweep(kept, {
		axes,
		metrics,
		depth: flags.depth,
		sampling: flags.sample,
		seed: flags.seed,
		most: flags.points,
		progress: terminal.progress,
	});
	const findings = findingsOf(kept, swept, {
		folds: flags.folds,
		repeats: flags.repeats,
		cutoff: flags.cutoff ?? largestCutoff(target),
		seed: flags.seed,
	});
	const json = {
		dataset: dataset.name,
		fingerprint: dataset.fingerprint,
		seed: flags.seed,
		...sweepToJson(swept, findings),
	};
	if (flags.out !== undefined) writeFileWhole(flags.out, `${JSON.stringify(json, null, 2)}\n`);
	if (terminal.json) terminal.printJson(json);
	else terminal.print(renderSweep(swept, findings));
}
