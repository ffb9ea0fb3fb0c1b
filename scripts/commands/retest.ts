import type { Command } from 'commander';
import type { RetestFlags } from '../actions/retest-leg.ts';
import {
	addDatasetFlags,
	addOutputFlags,
	addPlaceFlags,
	collect,
	commaList,
	positiveInteger,
	readNumber,
} from '../flags.ts';

export function registerRetest(program: Command): void {
	const command = program
		.command('retest')
		.argument('<leg>', 'graph, any retriever, a module path.ts[#Export], or name=retriever')
		.summary('the fair test of one leg: all its variants, tuned, against the base tuned as much, on unseen queries')
		.description(
			'Tests whether a leg adds anything to the base legs, in every variant of its seeding and walking: audit, pool recall beside a control of the same size, a fine sweep of its weight with cross-validation, a placebo with the documents of other queries tuned alike, and verdicts corrected as one family. Writes a report whose conclusion follows by the rules printed in it, and says which gains it would have found. graph is graph:typed where the dataset has triples.jsonl, else the co-occurrence graph (graph=graph: that in any case).',
		);
	addDatasetFlags(command)
		.option('--base <legs>', 'the legs that it is added to, comma-separated (default: fts,dense)', commaList)
		.option('--variant <options>', 'options of the leg, key=value,...; repeatable; default: its family', collect, [])
		.option('--set <key=value>', 'an option of the fused system, or <leg>.<option>; repeatable', collect, [])
		.option('--embedder <provider:model>', 'embedding model for every leg that embeds')
		.option('--metric <name>', 'what is tuned for and compared', 'nDCG@10')
		.option('--margin <size>', 'the largest difference that does not matter: tests for equivalence', readNumber)
		.option('--weights <values>', "weights of the leg, as --grid's values; in mean weights of the base legs")
		.option('--depth <n>', 'documents returned per query', positiveInteger, 100)
		.option('--cutoff <k>', 'the K of "can it reach the top K" (default: the cutoff of the metric)', positiveInteger)
		.option('--folds <n>', 'folds of the cross-validation', positiveInteger, 5)
		.option('--repeats <n>', 'how often the queries are dealt into folds anew', positiveInteger, 10)
		.option(
			'--placebos <n>',
			'copies of each placebo (documents of other queries; its own in random order)',
			positiveInteger,
			5,
		)
		.option('--min-coverage <share>', 'relevant documents that the leg must know for a verdict, 0..1', readNumber, 0.5)
		.option('--out <dir>', 'the folder to write (default: results/retest-<leg>-<dataset>-<time>)');
	addOutputFlags(addPlaceFlags(command)).action(async (leg: string, flags: RetestFlags) => {
		const { retestLeg } = await import('../actions/retest-leg.ts');
		await retestLeg(leg, flags);
	});
}
