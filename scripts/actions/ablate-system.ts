import { ablate } from '../../harness/legs/ablation/ablate.ts';
import { ablationToJson } from '../../harness/legs/ablation/ablation-json.ts';
import { writeAblation } from '../../harness/legs/ablation/write.ts';
import { DEFAULT_METRICS, parseMetrics } from '../../harness/metrics/index.ts';
import { renderAblation } from '../../harness/report/ablation.ts';
import { keepLegs } from '../../harness/run/keep-legs.ts';
import { noteRetrieved } from '../note-retrieved.ts';
import { type DatasetFlags, indexContext, openDataset, type PlaceFlags } from '../open-dataset.ts';
import { openOneSystem } from '../open-one-system.ts';
import type { SystemFlags } from '../open-systems.ts';
import { type OutputFlags, openTerminal } from '../terminal.ts';

export interface AblateFlags extends OutputFlags, DatasetFlags, PlaceFlags, SystemFlags {
	readonly metrics?: readonly string[];
	readonly primary?: string;
	readonly depth: number;
	readonly cutoff?: number;
	readonly out?: string;
}

/** `bench ablate`: one fused system, taken apart, printed and written. */
export async function ablateSystem(flags: AblateFlags): Promise<void> {
	const terminal = await openTerminal(flags);
	const metrics = parseMetrics(flags.metrics ?? DEFAULT_METRICS);
	const system = await openOneSystem(flags, 'ablate');
	const dataset = await openDataset(flags, terminal);
	const kept = await keepLegs({ dataset, system, context: indexContext(dataset, flags, terminal) });
	noteRetrieved(kept, terminal);
	const ablation = ablate(kept, {
		dataset,
		system,
		metrics,
		depth: flags.depth,
		seed: flags.seed,
		compare: {
			...(flags.metrics === undefined ? {} : { metrics: flags.metrics }),
			...(flags.primary === undefined ? {} : { primary: flags.primary }),
		},
		...(flags.cutoff === undefined ? {} : { cutoff: flags.cutoff }),
	});
	const written = writeAblation(ablation, {
		systemName: system.name,
		resultsDirectory: flags.resultsDir,
		selectedStrata: flags.strata,
		...(flags.out === undefined ? {} : { out: flags.out }),
	});
	if (terminal.json) {
		terminal.printJson({ ablation: written.path, runs: Object.fromEntries(written.runs), ...ablationToJson(ablation) });
		return;
	}
	terminal.print(renderAblation(ablation));
	terminal.print(`\n${ablation.rows.length} run folders  ${written.path}/runs`);
}
