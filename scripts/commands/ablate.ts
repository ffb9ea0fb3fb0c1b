import type { Command } from '@commander-js/extra-typings';
import { ablate } from '../../harness/legs/ablation/ablate.ts';
import { writeAblation } from '../../harness/legs/ablation/write.ts';
import { DEFAULT_METRICS } from '../../harness/metrics/index.ts';
import { ablationView } from '../../harness/report/ablation/ablation.ts';
import { ablationData } from '../../harness/report/ablation/ablation-data.ts';
import { keepLegs } from '../../harness/run/keep-legs.ts';
import { loadMetrics } from '../../retrievers/user/user-metric.ts';
import {
	addDatasetFlags,
	addDirectoryFlags,
	addMetricsFlag,
	addOutputFlags,
	addSystemFlags,
	positiveInteger,
} from '../flags.ts';
import type { Io } from '../io.ts';
import { noteRetrieved } from '../note-retrieved.ts';
import { indexContext, openDataset } from '../open-dataset.ts';
import { openOneSystem } from '../open-one-system.ts';
import { addClusterFlag, datasetAsClusterSource, readClusters } from '../read-clusters.ts';
import { openTerminal } from '../terminal.ts';

export function define(command: Command, io: Io): void {
	addOutputFlags(
		addDirectoryFlags(
			addClusterFlag(addMetricsFlag(addSystemFlags(addDatasetFlags(command)), DEFAULT_METRICS.join(',')))
				.option(
					'--primary <metric[/stratum]>',
					'the question that is decided first, over all parts (default: the first metric, overall)',
				)
				.option('--depth <n>', 'documents returned per query', positiveInteger, 100)
				.option(
					'--cutoff <k>',
					'the K of "can it reach the top K" (default: the largest of the metrics)',
					positiveInteger,
				)
				.option('--out <dir>', 'the folder to write'),
		),
	)
		.description(
			'Retrieves the legs once, then scores every subset of them and every stage left out; says whether any smaller system beats the whole, what each part adds, with interval and corrected verdict, and which parts the system gives no chance to show anything.',
		)
		.action(async (flags) => {
			const terminal = await openTerminal(flags, io);
			const metrics = await loadMetrics(flags.metrics ?? DEFAULT_METRICS);
			const system = await openOneSystem(flags, 'ablate');
			const dataset = await openDataset(flags, terminal);
			const clusters = await readClusters(flags.cluster, datasetAsClusterSource(dataset));
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
					...(clusters === undefined ? {} : { clusters }),
				},
				...(flags.cutoff === undefined ? {} : { cutoff: flags.cutoff }),
			});
			const written = writeAblation(ablation, {
				data: ablationData(ablation),
				systemName: system.name,
				resultsDirectory: flags.resultsDir,
				selectedStrata: flags.strata,
				...(flags.out === undefined ? {} : { out: flags.out }),
			});
			terminal.printView(ablationView(ablation, written));
		});
}
