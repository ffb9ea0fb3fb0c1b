import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { addOutputFlags, positiveInteger, readNumber, wholeNumber } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { addLlmFlags } from '../../llm/flags.ts';
import { openTerminal } from '../../terminal.ts';
import { buildEvalset } from './run.ts';

export function define(command: Command, io: Io): void {
	addOutputFlags(
		addLlmFlags(
			command
				.option('--data <dir-or-name>', 'dataset: a folder with a corpus.jsonl, or a name under data/')
				.option('--out <dir>', 'a new dataset for the queries, with the same corpus (default: the dataset itself)')
				.option('--exact <n>', 'exact queries', wholeNumber, 50)
				.option('--paraphrase <n>', 'paraphrase queries', wholeNumber, 50)
				.option('--multihop <n>', 'multihop queries', wholeNumber, 50)
				.option('--worded <file>', 'skeletons that a person has worded')
				.option('--force', 'replace skeletons that are there')
				.option('--tries <n>', 'wordings of a model for one query, at most', positiveInteger, 4)
				.option(
					'--near-duplicate-threshold <t>',
					'Jaccard of 3-word shingles from which documents are near duplicates',
					shareOverZero,
					0.8,
				)
				.option(
					'--near <n>',
					'how many of the nearest documents are too near for one multihop query',
					positiveInteger,
					15,
				)
				.option('--embedder <provider:model>', 'what measures nearness (default: the default model, if it can be had)')
				.option('--cache-dir <dir>', 'vectors and models', 'cache')
				.option('--model-dir <dir>', 'a folder of embedding models to look in first')
				.option('--seed <n>', 'seed of what is chosen', wholeNumber, 42)
				.addOption(
					new Option(
						'--near-duplicates <policy>',
						'near duplicates of a target: relevant too, or to be told apart on purpose',
					)
						.choices(['relevant', 'discriminate'] as const)
						.default('relevant' as const),
				)
				// The two flags' names before 2026-11, for scripts that have them.
				.addOption(new Option('--twins <policy>').choices(['relevant', 'discriminate'] as const).hideHelp())
				.addOption(new Option('--twin-threshold <t>').argParser(shareOverZero).hideHelp())
				.addOption(
					new Option(
						'--near-by <measure>',
						'nearness by embedding, by words, or by words where the default model can not be had',
					)
						.choices(['auto', 'embedding', 'words'] as const)
						.default('auto' as const),
				),
		),
	)
		.description(
			'Makes queries in three strata: exact (a salient phrase of one memory), paraphrase (one memory in other words, Jaccard at most 0.18) and multihop (two or three memories that share an entity and are not near one another). A model words them; without --llm-url, skeletons are written for a person to word, and --worded takes them in. Every query says how circular it is. Nothing sensitive is used.',
		)
		.action(async ({ twins, twinThreshold, ...flags }) => {
			const nearDuplicates = twins ?? flags.nearDuplicates;
			const nearDuplicateThreshold = twinThreshold ?? flags.nearDuplicateThreshold;
			await buildEvalset({ ...flags, nearDuplicates, nearDuplicateThreshold }, await openTerminal(flags, io));
		});
}

function shareOverZero(value: string): number {
	const share = readNumber(value);
	if (share <= 0 || share > 1) throw new InvalidArgumentError('it takes a number over 0, up to 1.');
	return share;
}
