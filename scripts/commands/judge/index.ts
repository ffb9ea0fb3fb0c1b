import { existsSync } from 'node:fs';
import type { Command } from '@commander-js/extra-typings';
import { openJournal } from '../../../harness/labels/journal.ts';
import { readJudgmentsFile } from '../../../harness/labels/judgments-file.ts';
import { readPoolFile } from '../../../harness/labels/pool-file.ts';
import { DEFAULT_RUBRIC, readRubric } from '../../../harness/labels/rubric.ts';
import { resumeSession } from '../../../harness/labels/session.ts';
import { addOutputFlags, wholeNumber } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { addLlmFlags } from '../../llm/flags.ts';
import { openJudgedTexts } from '../../open-judged-texts.ts';
import { openTerminal } from '../../terminal.ts';
import { judgeItems } from './judge-items.ts';
import { judgmentsHeader, judgmentsPath, nameOfJudge } from './judgments.ts';
import { progressView } from './progress-view.ts';
import { requireTerminal } from './require-terminal.ts';

export function define(command: Command, io: Io): void {
	addOutputFlags(
		addLlmFlags(
			command
				.argument('<pool-file>', 'as `bench pool` writes it')
				.option('--judge <name>', "who judges (default: the login name; with --llm the model's)")
				.option('--rubric <file>', 'grades of your own, as JSON (default: 0 not relevant .. 3 perfectly relevant)')
				.option('--out <file>', 'the judgments file (default: beside the pool file, one per judge)')
				.option('--data <dir-or-name>', 'dataset (default: the one that the pool file names)')
				.option('--status', 'only say how far the judge is')
				.option('--llm', 'let a model judge; sensitive documents are never sent')
				.option('--seed <n>', 'seed of the pauses between attempts', wholeNumber, 42),
		),
	)
		.description(
			'Shows one query and one document at a time and takes a grade per key press. Every judgment is on disk at once: quit or kill it whenever you like, the same command goes on from there. With --llm a model judges instead.',
		)
		.action(async (path, flags) => {
			const terminal = await openTerminal(flags, io);
			const pool = readPoolFile(path);
			const rubric = flags.rubric === undefined ? DEFAULT_RUBRIC : readRubric(flags.rubric);
			if (flags.llm !== true && flags.status !== true) requireTerminal(io);
			const judge = nameOfJudge(flags);
			const judgments = flags.out ?? judgmentsPath(path, judge);
			if (flags.status === true) {
				const entries = existsSync(judgments) ? readJudgmentsFile(judgments).entries : [];
				terminal.printView(progressView(judgments, resumeSession(pool.items, entries)));
				return;
			}
			const dataset = await openJudgedTexts(pool.header.dataset, flags.data);
			const journal = openJournal(judgments, judgmentsHeader(judge, pool, rubric, flags.llm === true));
			try {
				const judged = await judgeItems({ dataset, pool, journal, rubric, judge, flags, terminal });
				terminal.printView(progressView(judgments, judged.session));
				if (judged.endedBy !== undefined) terminal.exitWith(EXIT_CODES[judged.endedBy] ?? 1);
			} finally {
				journal.close();
			}
		});
}

/** 128 + the signal's number, as shells have it. */
const EXIT_CODES: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 143 };
