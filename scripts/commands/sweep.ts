import { type Command, Option } from '@commander-js/extra-typings';
import { BenchError } from '../../harness/errors.ts';
import { writeFileWhole } from '../../harness/files/write-file.ts';
import { largestCutoff } from '../../harness/legs/ablation/ablate.ts';
import { parseAxis } from '../../harness/legs/grid/axis.ts';
import { pointsOf } from '../../harness/legs/grid/points.ts';
import { findingsOf } from '../../harness/legs/sweep/findings.ts';
import { rerankBudgets } from '../../harness/legs/sweep/rerank-budgets.ts';
import { sweep } from '../../harness/legs/sweep/sweep.ts';
import { DEFAULT_METRICS } from '../../harness/metrics/index.ts';
import { formats } from '../../harness/report/formats/index.ts';
import { withBudgets } from '../../harness/report/rerank.ts';
import { sweepView } from '../../harness/report/sweep/sweep.ts';
import { loadMetrics } from '../../retrievers/user/user-metric.ts';
import {
	addDatasetFlags,
	addDirectoryFlags,
	addMetricsFlag,
	addOutputFlags,
	addSystemFlags,
	collect,
	positiveInteger,
} from '../flags.ts';
import type { Io } from '../io.ts';
import { indexContext, openDataset } from '../open-dataset.ts';
import { openOneSystem } from '../open-one-system.ts';
import { addClusterFlag, datasetAsClusterSource, readClusters } from '../read-clusters.ts';
import { retrieveVariants } from '../retrieve-variants.ts';
import { systemsOfGrid } from '../sweep-systems.ts';
import { openTerminal } from '../terminal.ts';

export function define(command: Command, io: Io): void {
	addOutputFlags(
		addDirectoryFlags(
			addMetricsFlag(
				addClusterFlag(addSystemFlags(addDatasetFlags(command)))
					.requiredOption(
						'--grid <name=values>',
						'first:last:step, log:first:last:count or a,b,c; of any option: weights.<leg>, k, dense.chunk, graph.hops ...; repeatable',
						(value: string, before: readonly string[] = []) => collect(value, before),
					)
					.option('--metric <name>', 'what points are chosen by', 'nDCG@10'),
				`beside it ${DEFAULT_METRICS.join(',')}`,
			)
				.option('--depth <n>', 'documents returned per query', positiveInteger, 100)
				.option(
					'--cutoff <k>',
					'the K of "can it reach the top K" (default: the cutoff of the metric)',
					positiveInteger,
				)
				.option('--folds <n>', 'folds of the cross-validation', positiveInteger, 5)
				.option('--repeats <n>', 'how often the queries are dealt into folds anew', positiveInteger, 10)
				.option('--points <n>', 'larger grids are sampled down to this many points', positiveInteger, 10_000)
				.addOption(
					new Option('--sample <how>', 'how they are sampled')
						.choices(['sobol', 'random'] as const)
						.default('sobol' as const),
				)
				.option('--out <file>', 'also write what --format json prints to this file'),
		),
	)
		.description(
			'Retrieves every distinct leg once and scores every point of a grid; chooses by cross-validation, and shows what was chosen on queries it had not seen beside the flattering figure.',
		)
		.action(async (flags) => {
			const terminal = await openTerminal(flags, io);
			const grid = flags.grid.map(parseAxis);
			const target = await loadMetrics(flags.metric);
			if (target.length !== 1) throw new BenchError('usage', `--metric takes one metric, not ${target.length}`);
			const metrics = await loadMetrics([flags.metric, ...(flags.metrics ?? DEFAULT_METRICS)]);
			const system = await openOneSystem(flags, 'sweep');
			const sampling = { sampling: flags.sample, seed: flags.seed, most: flags.points };
			const { axes, systems } = await systemsOfGrid(grid, system, sampling);
			const dataset = await openDataset(flags, terminal);
			const clusters = await readClusters(flags.cluster, datasetAsClusterSource(dataset));
			const context = indexContext(dataset, flags, terminal);
			const configurations = pointsOf(axes, sampling).positions.length;
			const variants = await retrieveVariants(systems, configurations, { dataset, context }, terminal);
			const swept = sweep(variants, {
				axes,
				metrics,
				depth: flags.depth,
				...sampling,
				clusters,
				progress: terminal.progress,
			});
			const findings = findingsOf(swept, {
				folds: flags.folds,
				repeats: flags.repeats,
				cutoff: flags.cutoff ?? largestCutoff(target),
				seed: flags.seed,
			});
			const view = withBudgets(
				sweepView(swept, findings, { dataset, seed: flags.seed }),
				rerankBudgets(variants, axes),
			);
			if (flags.out !== undefined) writeFileWhole(flags.out, `${formats.json.render(view, { details: true })}\n`);
			terminal.printView(view);
		});
}
