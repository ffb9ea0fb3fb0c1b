import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { Dataset } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { type Journal, openJournal } from '../../harness/labels/journal.ts';
import { type JudgmentsHeader, readJudgmentsFile } from '../../harness/labels/judgments-file.ts';
import { type PoolFile, readPoolFile } from '../../harness/labels/pool-file.ts';
import { DEFAULT_RUBRIC, type Rubric, readRubric, rubricHash } from '../../harness/labels/rubric.ts';
import { resumeSession, type Session, sessionCounts } from '../../harness/labels/session.ts';
import { formatCount } from '../../harness/report/numbers.ts';
import { fileName } from '../../harness/run/folder/file-name.ts';
import type { LlmFlags } from '../llm/flags.ts';
import { openJudgedTexts } from '../open-judged-texts.ts';
import { type OutputFlags, openTerminal, type Terminal } from '../terminal.ts';

export interface JudgeFlags extends OutputFlags, LlmFlags {
	readonly judge?: string;
	readonly rubric?: string;
	readonly out?: string;
	readonly data?: string;
	readonly llm?: boolean;
	readonly status?: boolean;
}

/** `bench judge`. */
export async function judgePool(path: string, flags: JudgeFlags): Promise<void> {
	const terminal = await openTerminal(flags);
	const pool = readPoolFile(path);
	const rubric = flags.rubric === undefined ? DEFAULT_RUBRIC : readRubric(flags.rubric);
	if (flags.llm !== true && flags.status !== true) requireTerminal();
	const judge = judgeName(flags);
	const judgments = flags.out ?? `${path.replace(/(\.pool)?\.jsonl$/, '')}.${fileName(judge)}.judgments.jsonl`;
	const header: JudgmentsHeader = {
		format: 1,
		kind: 'judgments',
		judge,
		by: flags.llm === true ? 'model' : 'person',
		rubric: { name: rubric.name, sha256: rubricHash(rubric) },
		...(flags.llm === true ? { prompt_sha256: (await promptOf(rubric)).sha256 } : {}),
		pool_sha256: pool.sha256,
		dataset: pool.header.dataset,
	};
	if (flags.status === true) {
		const entries = existsSync(judgments) ? readJudgmentsFile(judgments).entries : [];
		report(terminal, judgments, resumeSession(pool.items, entries));
		return;
	}
	const dataset = await openJudgedTexts(pool.header.dataset, flags.data);
	const journal = openJournal(judgments, header);
	try {
		const judged = await judgeItems({ dataset, pool, journal, rubric, judge, flags, terminal });
		report(terminal, judgments, judged.session);
		if (judged.endedBy !== undefined) process.exitCode = EXIT_CODES[judged.endedBy] ?? 1;
	} finally {
		journal.close();
	}
}

/** 128 + the signal's number, as shells have it. */
const EXIT_CODES: Readonly<Record<string, number>> = { SIGINT: 130, SIGTERM: 143 };

interface Work {
	readonly dataset: Dataset;
	readonly pool: PoolFile;
	readonly journal: Journal;
	readonly rubric: Rubric;
	readonly judge: string;
	readonly flags: JudgeFlags;
	readonly terminal: Terminal;
}

async function judgeItems({ dataset, pool, journal, rubric, judge, flags, terminal }: Work) {
	const now = (): string => new Date().toISOString();
	const { items } = pool;
	if (flags.llm === true) {
		const { judgeByModel } = await import('./judge/model.ts');
		const { openFlaggedChat } = await import('../llm/flags.ts');
		const client = openFlaggedChat(flags, terminal.warn);
		const prompt = await promptOf(rubric);
		const { concurrency } = flags;
		const task = { dataset, items, journal, rubric, prompt, client, concurrency, terminal, now };
		return { session: await judgeByModel(task), endedBy: undefined };
	}
	const { judgeOnScreen } = await import('./judge/person.ts');
	return judgeOnScreen({ dataset, items, journal, rubric, judge, paint: terminal.style, now });
}

async function promptOf(rubric: Rubric) {
	const { judgePrompt } = await import('./judge/prompt.ts');
	return judgePrompt(rubric);
}

function requireTerminal(): void {
	const missing = process.stdin.isTTY !== true ? 'stdin' : process.stdout.isTTY !== true ? 'stdout' : undefined;
	if (missing !== undefined)
		throw new BenchError('environment', `bench judge shows a screen and reads keys, but ${missing} is no terminal`, {
			hint: 'Run it in a terminal without pipes; --llm lets a model judge, --status only tells how far a judge is.',
		});
	if (process.env.TERM === 'dumb')
		throw new BenchError('environment', 'this terminal (TERM=dumb) can move no cursor', {
			hint: 'Use another one.',
		});
}

function judgeName({ judge, llm, llmModel }: JudgeFlags): string {
	const name = judge ?? (llm === true ? llmModel : loginName());
	if (name !== undefined && name.trim() !== '') return name.trim();
	throw new BenchError('usage', 'a judge needs a name', { hint: 'Give it with --judge.' });
}

function loginName(): string | undefined {
	try {
		return userInfo().username;
	} catch {
		// A user id without an entry, as in some containers.
		return undefined;
	}
}

function report(terminal: Terminal, path: string, session: Session): void {
	const { items, judged, skipped, left } = sessionCounts(session);
	const reasons: Record<string, number> = {};
	for (const decision of session.decisions.values())
		if ('skipped' in decision) reasons[decision.skipped] = (reasons[decision.skipped] ?? 0) + 1;
	if (terminal.json) {
		terminal.printJson({ judgments: path, items, judged, skipped: reasons, left });
		return;
	}
	const why = Object.entries(reasons).map(([reason, count]) => `${count} ${SKIPPED[reason] ?? reason}`);
	terminal.print(`judgments  ${path}`);
	terminal.print(
		`${formatCount(judged)} of ${formatCount(items)} judged${skipped > 0 ? `, skipped: ${why.join(', ')}` : ''}, ${formatCount(left)} left`,
	);
}

const SKIPPED: Readonly<Record<string, string>> = {
	person: 'by the judge',
	refused: 'refused by the model',
	unreadable: 'without a readable answer',
	sensitive: 'sensitive, never sent',
};
