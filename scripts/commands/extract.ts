import type { Command } from 'commander';
import type { ExtractFlags } from '../actions/extract/run.ts';
import { addOutputFlags, positiveInteger, wholeNumber } from '../flags.ts';
import { addLlmFlags, addPriceFlags } from '../llm/flags.ts';

export function registerExtract(program: Command): void {
	const command = program
		.command('extract')
		.summary('triples of a corpus, read by a model, for graph:typed')
		.description(
			'Asks a chat endpoint for the entities and triples of every document and writes triples.jsonl beside the corpus. Sensitive documents are never sent. Answers are kept as they come: a killed run goes on where it stopped.',
		)
		.option('--data <dir-or-name>', 'dataset: a folder, or a name under data/')
		.option('--out <file.jsonl>', 'where the triples go (default: triples.jsonl in the dataset)')
		.option('--force', 'replace triples that were not made by this command')
		.option('--dry-run', 'send nothing; show how many calls, tokens and what cost, and the prompt')
		.option('--batch <n>', 'documents a call', positiveInteger, 20)
		.option('--batch-chars <n>', 'characters of documents a call', positiveInteger, 40_000)
		.option('--doc-chars <n>', 'a longer document is cut to so many characters', positiveInteger, 8000)
		.option('--max-tokens <n>', 'longest answer', positiveInteger, 16_384)
		.option('--seed <n>', 'seed of the jitter between attempts', wholeNumber, 42);
	addOutputFlags(addPriceFlags(addLlmFlags(command))).action(async (flags: ExtractFlags) => {
		const { runExtract } = await import('../actions/extract/run.ts');
		await runExtract(flags);
	});
}
