import { join } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { loadOpenCorpus, type OpenCorpus } from '../../../harness/datasets/load-corpus.ts';
import { resolveDataset } from '../../../harness/datasets/resolve.ts';
import { addOutputFlags, positiveInteger, wholeNumber } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { addLlmFlags, addPriceFlags, openFlaggedChat } from '../../llm/flags.ts';
import { openTerminal, type Terminal } from '../../terminal.ts';
import { type ExtractionOutcome, extract } from './extract.ts';
import { type ExtractionPlan, planExtraction } from './plan.ts';
import { openState } from './state.ts';
import { checkOverwrite, triplesFiles, writeTriples } from './triples-file.ts';
import { dryRunView, extractionView } from './views.ts';

export function define(command: Command, io: Io): void {
	addOutputFlags(
		addPriceFlags(
			addLlmFlags(
				command
					.option('--data <dir-or-name>', 'dataset: a folder, or a name under data/')
					.option('--out <file.jsonl>', 'where the triples go (default: triples.jsonl in the dataset)')
					.option('--force', 'replace triples that were not made by this command')
					.option('--dry-run', 'send nothing; show how many calls, tokens and what cost, and the prompt')
					.option('--batch <n>', 'documents a call', positiveInteger, 20)
					.option('--batch-chars <n>', 'characters of documents a call', positiveInteger, 40_000)
					.option('--doc-chars <n>', 'a longer document is cut to so many characters', positiveInteger, 8000)
					.option('--max-tokens <n>', 'longest answer', positiveInteger, 16_384)
					.option('--seed <n>', 'seed of the jitter between attempts', wholeNumber, 42),
			),
		),
	)
		.description(
			'Asks a chat endpoint for the entities and triples of every document and writes triples.jsonl beside the corpus. Sensitive documents are never sent. Answers are kept as they come: a killed run goes on where it stopped. Exits 2 where documents were set aside; the others are written all the same.',
		)
		.action(async (flags) => {
			const terminal = await openTerminal(flags, io);
			const { directory } = resolveDataset(flags.data);
			const files = triplesFiles(flags.out ?? join(directory, 'triples.jsonl'));
			if (flags.dryRun !== true) checkOverwrite(files, flags.force === true);
			const open = await loadOpenCorpus(directory);
			const state = openState(files.state);
			const plan = planExtraction(open.corpus, state, flags.llmModel ?? '', flags);
			sayWhatIsLeftOut(open, plan, terminal);
			if (flags.dryRun === true) return terminal.printView(dryRunView(plan, flags));

			const chat = openFlaggedChat(flags, terminal.warn);
			const outcome = await extract(plan, chat, state, flags.maxTokens, terminal.progress);
			const counts = countsOf(plan, open, outcome);
			writeTriples(files, plan, outcome.found, { model: chat.model, counts });
			if (outcome.setAside.length > 0) terminal.exitWith(2);
			terminal.printView(extractionView(files.triples, counts, outcome, chat.usage()));
			for (const { id, reason } of outcome.setAside) terminal.warn(`set aside: document ${id}: ${reason}`);
			if (outcome.setAside.length > 0) terminal.warn('the same command asks for those again');
		});
}

function sayWhatIsLeftOut(open: OpenCorpus, plan: ExtractionPlan, terminal: Terminal): void {
	if (open.sensitiveLeftOut > 0) terminal.note(`${open.sensitiveLeftOut} sensitive documents are not sent`);
	if (open.copiesLeftOut > 0)
		terminal.warn(
			`${open.copiesLeftOut} documents hold the text of a sensitive one, or nearly that, without its mark: not sent either`,
		);
	if (plan.empty > 0) terminal.note(`${plan.empty} documents are empty`);
	if (plan.cut > 0) terminal.warn(`${plan.cut} documents are longer than --doc-chars and are sent cut`);
}

function countsOf(
	plan: ExtractionPlan,
	open: OpenCorpus,
	outcome: ExtractionOutcome,
): Readonly<Record<string, number>> {
	const done = plan.docs.flatMap(({ key, known }) => known ?? outcome.found.get(key) ?? []);
	return {
		documents: open.corpus.length,
		extracted: done.length,
		known_before: plan.docs.filter(({ known }) => known !== undefined).length,
		entities: done.reduce((sum, { entities }) => sum + entities.length, 0),
		triples: done.reduce((sum, { triples }) => sum + triples.length, 0),
		without_triples: done.filter(({ triples }) => triples.length === 0).length,
		empty: plan.empty,
		cut: plan.cut,
		sensitive_left_out: open.sensitiveLeftOut,
		copies_of_sensitive_left_out: open.copiesLeftOut,
		set_aside: outcome.setAside.length,
		asked_alone: outcome.askedAlone,
		parts_dropped: outcome.dropped,
		stray_ids: outcome.strays,
	};
}
