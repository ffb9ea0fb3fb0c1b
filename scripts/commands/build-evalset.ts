import { type Command, InvalidArgumentError } from 'commander';
import type { BuildEvalsetFlags } from '../actions/evalset/run.ts';
import { addOutputFlags, positiveInteger, readNumber, wholeNumber } from '../flags.ts';
import { addLlmFlags } from '../llm/flags.ts';

export function registerBuildEvalset(program: Command): void {
	const command = program
		.command('build-evalset')
		.summary('queries and judgments for a corpus that has none')
		.description(
			'Makes queries in three strata: exact (a salient phrase of one memory), paraphrase (one memory in other words, Jaccard at most 0.18) and multihop (two or three memories that share an entity and are not near one another). A model words them; without --llm-url, skeletons are written for a person to word, and --worded takes them in. Every query says how circular it is. Nothing sensitive is used.',
		)
		.option('--data <dir-or-name>', 'dataset: a folder with a corpus.jsonl, or a name under data/')
		.option('--out <dir>', 'a new dataset for the queries, with the same corpus (default: the dataset itself)')
		.option('--exact <n>', 'exact queries', wholeNumber, 50)
		.option('--paraphrase <n>', 'paraphrase queries', wholeNumber, 50)
		.option('--multihop <n>', 'multihop queries', wholeNumber, 50)
		.option('--worded <file>', 'skeletons that a person has worded')
		.option('--force', 'replace skeletons that are there')
		.option('--tries <n>', 'wordings of a model for one query, at most', positiveInteger, 4)
		.option('--twin-threshold <t>', 'Jaccard of 3-word shingles from which documents are twins', shareOverZero, 0.8)
		.option('--near <n>', 'how many of the nearest documents are too near for one multihop query', positiveInteger, 15)
		.option('--embedder <provider:model>', 'what measures nearness (default: the default model, if it can be had)')
		.option('--cache-dir <dir>', 'vectors and models', 'cache')
		.option('--model-dir <dir>', 'a folder of embedding models to look in first')
		.option('--seed <n>', 'seed of what is chosen', wholeNumber, 42);
	command.addOption(
		command
			.createOption('--twins <policy>', 'near-duplicates of a target: relevant too, or to be told apart on purpose')
			.choices(['relevant', 'discriminate'])
			.default('relevant'),
	);
	command.addOption(
		command
			.createOption(
				'--near-by <measure>',
				'nearness by embedding, by words, or by words where the default model can not be had',
			)
			.choices(['auto', 'embedding', 'words'])
			.default('auto'),
	);
	addOutputFlags(addLlmFlags(command)).action(async (flags: BuildEvalsetFlags) => {
		const { runBuildEvalset } = await import('../actions/evalset/run.ts');
		await runBuildEvalset(flags);
	});
}

function shareOverZero(value: string): number {
	const share = readNumber(value);
	if (share <= 0 || share > 1) throw new InvalidArgumentError('it takes a number over 0, up to 1.');
	return share;
}
