import { type Command, Option } from 'commander';
import type { SweepFlags } from '../actions/sweep-system.ts';
import {
	addDatasetFlags,
	addOutputFlags,
	addPlaceFlags,
	addSystemFlags,
	collect,
	commaList,
	positiveInteger,
} from '../flags.ts';

export function registerSweep(program: Command): void {
	const command = program
		.command('sweep')
		.summary('vary weights, fusion and stage options, and say what tuning buys on unseen queries')
		.description(
			'Retrieves the legs once and scores every point of a grid; chooses by cross-validation, and shows what was chosen on queries it had not seen beside the flattering figure.',
		);
	addSystemFlags(addDatasetFlags(command))
		.requiredOption(
			'--grid <name=values>',
			'first:last:step, log:first:last:count or a,b,c; of weights.<leg>, depth, fusion or stage options; repeatable',
			(value: string, before: readonly string[] = []) => collect(value, before),
		)
		.option('--metric <name>', 'what points are chosen by', 'nDCG@10')
		.option(
			'--metrics <names>',
			'shown beside it, comma-separated (default: recall@5,recall@10,nDCG@10,MRR)',
			commaList,
		)
		.option('--depth <n>', 'documents returned per query', positiveInteger, 100)
		.option('--cutoff <k>', 'the K of "can it reach the top K" (default: the cutoff of the metric)', positiveInteger)
		.option('--folds <n>', 'folds of the cross-validation', positiveInteger, 5)
		.option('--repeats <n>', 'how often the queries are dealt into folds anew', positiveInteger, 10)
		.option('--points <n>', 'larger grids are sampled down to this many points', positiveInteger, 10_000)
		.addOption(new Option('--sample <how>', 'how they are sampled').choices(['sobol', 'random']).default('sobol'))
		.option('--out <file>', 'also write what --json prints to this file');
	addOutputFlags(addPlaceFlags(command)).action(async (flags: SweepFlags) => {
		const { sweepSystem } = await import('../actions/sweep-system.ts');
		await sweepSystem(flags);
	});
}
