import { type LatencyRepeats, repeatLatency } from '../../../harness/compare/gate/latency-repeats.ts';
import { BenchError } from '../../../harness/errors.ts';
import type { RunFolder } from '../../../harness/run/folder/run-folder.ts';
import { type ContextFlags, indexContext } from '../../open-dataset.ts';
import { openRecorded, type RecordedFlags, recordedSystem } from '../../repeat-run.ts';
import type { Terminal } from '../../terminal.ts';

/**
 * Times the systems of two runs side by side. Undefined where one of them can't be run here (imported, its module gone,
 * its data changed): latency limits are notes then, and a warning says why.
 */
export async function measureLatency(
	baseline: RunFolder,
	candidate: RunFolder,
	flags: ContextFlags & RecordedFlags,
	runs: number,
	terminal: Terminal,
): Promise<LatencyRepeats | undefined> {
	const reranks = [baseline, candidate].some(({ manifest }) => manifest.rerank !== undefined);
	try {
		const other = await recordedSystem(candidate.manifest, flags);
		const { dataset, system } = await openRecorded(baseline.manifest, flags, terminal);
		return await repeatLatency(
			{ system, depth: baseline.manifest.depth },
			{ system: other, depth: candidate.manifest.depth },
			dataset,
			// Scores from the cache would leave the cost of a reranker out of what is measured.
			indexContext(dataset, reranks ? { ...flags, queryCache: false } : flags, terminal),
			runs,
		);
	} catch (error) {
		if (!(error instanceof BenchError)) throw error;
		terminal.warn(`warning: latency can't be measured side by side: ${error.message}`);
		return undefined;
	}
}
