import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_METRICS } from '../harness/metrics/index.ts';
import { runExperiment, type System } from '../harness/run/experiment.ts';
import { fileName } from '../harness/run/folder/file-name.ts';
import { readRun } from '../harness/run/folder/read.ts';
import type { RunFolder } from '../harness/run/folder/run-folder.ts';
import { requireRunDirectory, writeRun } from '../harness/run/folder/write.ts';
import { loadMetrics } from '../retrievers/user/user-metric.ts';
import { type ContextFlags, type DatasetFlags, indexContext, openDataset } from './open-dataset.ts';
import { openSystems, type SystemFlags } from './open-systems.ts';
import { policyOf, type QueryPolicyFlags } from './query-policy-flags.ts';
import type { OutputFlags, Terminal } from './terminal.ts';
import { warnOfClosedFilter } from './warn-of-closed-filter.ts';

export interface RunFlags extends OutputFlags, DatasetFlags, ContextFlags, SystemFlags, QueryPolicyFlags {
	readonly metrics?: readonly string[];
	readonly depth: number;
	readonly out?: string;
}

/** Runs every system that the flags name and writes a run folder each. */
export async function writeRuns(flags: RunFlags, terminal: Terminal): Promise<readonly RunFolder[]> {
	const metrics = await loadMetrics(flags.metrics ?? DEFAULT_METRICS);
	const systems = await openSystems(flags);
	const folder = flags.out;
	const outOf = (system: System): string | undefined =>
		folder === undefined || systems.length === 1 ? folder : join(folder, fileName(system.name));
	for (const system of systems) {
		const out = outOf(system);
		if (out === undefined) continue;
		requireRunDirectory(out);
		if (existsSync(out)) terminal.note(`the run at ${out} is replaced`);
	}
	const dataset = await openDataset(flags, terminal);
	const context = indexContext(dataset, flags, terminal);
	const runs: RunFolder[] = [];
	for (const system of systems) {
		const experiment = await runExperiment({
			dataset,
			system,
			metrics,
			depth: flags.depth,
			context,
			policy: policyOf(flags),
			journal: flags.fresh === true ? 'fresh' : 'resume',
		});
		warnOfClosedFilter(experiment, terminal);
		const out = outOf(system);
		const path = writeRun(experiment, {
			selectedStrata: flags.strata,
			resultsDirectory: flags.resultsDir,
			...(out === undefined ? {} : { out }),
		});
		runs.push(readRun(path));
	}
	return runs;
}
