import { join } from 'node:path';
import { loadOpenCorpus, type OpenCorpus } from '../../../harness/datasets/load-corpus.ts';
import { resolveDataset } from '../../../harness/datasets/resolve.ts';
import type { Prices } from '../../llm/cost.ts';
import { type LlmFlags, openFlaggedChat } from '../../llm/flags.ts';
import { type OutputFlags, openTerminal, type Terminal } from '../../terminal.ts';
import { type ExtractionOutcome, extract } from './extract.ts';
import { type BatchLimits, type ExtractionPlan, planExtraction } from './plan.ts';
import { printDryRun, printExtraction } from './print.ts';
import { openState } from './state.ts';
import { checkOverwrite, triplesFiles, writeTriples } from './triples-file.ts';

export interface ExtractFlags extends OutputFlags, LlmFlags, Prices, BatchLimits {
	readonly data?: string;
	readonly out?: string;
	readonly force?: boolean;
	readonly maxTokens: number;
	readonly dryRun?: boolean;
}

/** `bench extract`: exit code 2 where documents were set aside; everything else is written all the same. */
export async function runExtract(flags: ExtractFlags): Promise<void> {
	const terminal = await openTerminal(flags);
	const { directory } = resolveDataset(flags.data);
	const files = triplesFiles(flags.out ?? join(directory, 'triples.jsonl'));
	if (flags.dryRun !== true) checkOverwrite(files, flags.force === true);
	const open = await loadOpenCorpus(directory);
	const state = openState(files.state);
	const plan = planExtraction(open.corpus, state, flags.llmModel ?? '', flags);
	sayWhatIsLeftOut(open, plan, terminal);
	if (flags.dryRun === true) return printDryRun(plan, flags, terminal);

	const chat = openFlaggedChat(flags, terminal.warn);
	const outcome = await extract(plan, chat, state, flags.maxTokens, terminal.progress);
	const counts = countsOf(plan, open, outcome);
	writeTriples(files, plan, outcome.found, { model: chat.model, counts });
	if (outcome.setAside.length > 0) process.exitCode = 2;
	printExtraction(files.triples, counts, outcome, chat.usage(), terminal);
}

function sayWhatIsLeftOut(open: OpenCorpus, plan: ExtractionPlan, terminal: Terminal): void {
	if (open.sensitiveLeftOut > 0) terminal.note(`${open.sensitiveLeftOut} sensitive documents are not sent`);
	if (open.copiesLeftOut > 0)
		terminal.warn(`${open.copiesLeftOut} documents hold the text of a sensitive one without its mark: not sent either`);
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
