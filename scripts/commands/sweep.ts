import { type Command, Option } from '@commander-js/extra-typings';
import { BenchError } from '../../harness/errors.ts';
import { writeFileWhole } from '../../harness/files/write-file.ts';
import { largestCutoff } from '../../harness/legs/ablation/ablate.ts';
import { parseAxis } from '../../harness/legs/grid/axis.ts';
import { findingsOf } from '../../harness/legs/sweep/findings.ts';
import { sweep } from '../../harness/legs/sweep/sweep.ts';
import { DEFAULT_METRICS } from '../../harness/metrics/index.ts';
import { formats } from '../../harness/report/formats/index.ts';
import { sweepView } from '../../harness/report/sweep.ts';
import { keepLegs } from '../../harness/run/keep-legs.ts';
import { loadMetrics } from '../../retrievers/user/user-metric.ts';
import { checkAxes } from '../check-axes.ts';
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
import { noteRetrieved } from '../note-retrieved.ts';
import { indexContext, openDataset } from '../open-dataset.ts';
import { openOneSystem } from '../open-one-system.ts';
import { openTerminal } from '../terminal.ts';

export function define(command: Command, io: Io): void {
	addOutputFlags(
		addDirectoryFlags(
			addMetricsFlag(
				addSystemFlags(addDatasetFlags(command))
					.requiredOption(
						'--grid <name=values>',
						'first:last:step, log:first:last:count or a,b,c; of weights.<leg>, depth, fusion or stage options; repeatable',
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
			'Retrieves the legs once and scores every point of a grid; chooses by cross-validation, and shows what was chosen on queries it had not seen beside the flattering figure.',
		)
		.action(async (flags) => {
			const terminal = await openTerminal(flags, io);
			const axes = flags.grid.map(parseAxis);
			const target = await loadMetrics(flags.metric);
			if (target.length !== 1) throw new BenchError('usage', `--metric takes one metric, not ${target.length}`);
			const metrics = await loadMetrics([flags.metric, ...(flags.metrics ?? DEFAULT_METRICS)]);
			const system = await openOneSystem(flags, 'sweep');
			await checkAxes(axes, system);
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
			const view = sweepView(swept, findings, { dataset, seed: flags.seed });
			if (flags.out !== undefined) writeFileWhole(flags.out, `${formats.json.render(view, { details: true })}\n`);
			terminal.printView(view);
		});
}
