import type { Dataset, Doc } from '../../../harness/contract.ts';
import { BenchError } from '../../../harness/errors.ts';
import type { Journal } from '../../../harness/labels/journal.ts';
import type { JudgmentEntry } from '../../../harness/labels/judgments-file.ts';
import type { PoolItem } from '../../../harness/labels/pool-runs.ts';
import type { Rubric } from '../../../harness/labels/rubric.ts';
import { type Decision, resumeSession, type Session } from '../../../harness/labels/session.ts';
import type { ChatClient } from '../../llm/chat.ts';
import type { Terminal } from '../../terminal.ts';
import { type JudgePrompt, readGradeAnswer } from './prompt.ts';

export interface ModelTask {
	readonly dataset: Dataset;
	readonly items: readonly PoolItem[];
	readonly journal: Journal;
	readonly rubric: Rubric;
	readonly prompt: JudgePrompt;
	readonly client: ChatClient;
	readonly concurrency: number;
	readonly terminal: Terminal;
	/** ISO 8601, UTC. */
	readonly now: () => string;
}

const maxTokens = 2000;

/**
 * Asks a model about every item without a decision. Sensitive documents are never sent: they are passed over and
 * counted. Each answer is on disk as soon as it is there, so a run that is stopped goes on where it was.
 */
export async function judgeByModel(task: ModelTask): Promise<Session> {
	const { dataset, items, journal, rubric, prompt, client, concurrency, terminal, now } = task;
	const docs = new Map(dataset.corpus.map((doc) => [doc.id, doc]));
	const texts = new Map(dataset.queries.map(({ id, text }) => [id, text]));
	// An answer that could not be read is asked again; a refusal is an answer.
	const entries = journal.entries.filter((entry) => !('skipped' in entry && entry.skipped === 'unreadable'));
	const session = resumeSession(items, entries);
	const open = session.items.filter((_, place) => !session.decisions.has(place));
	const bar = terminal.progress.start('judging', open.length);
	const ask = async ({ queryId, docId }: PoolItem): Promise<void> => {
		const doc = docs.get(docId) as Doc;
		const judgment = doc.sensitive ? 'sensitive' : await judge(doc, texts.get(queryId) as string);
		const decision: Decision = typeof judgment === 'number' ? { grade: judgment } : { skipped: judgment };
		const entry: JudgmentEntry = { queryId, docId, at: now(), ...decision };
		journal.append(entry);
		entries.push(entry);
		bar.advance();
	};
	const judge = async (doc: Doc, query: string): Promise<number | 'refused' | 'unreadable'> => {
		const user = prompt.user(query, titled(doc));
		const answer = await client.ask({ system: prompt.system, user, docs: [doc], json: true, maxTokens });
		const read = answer.cutShort ? 'unreadable' : readGradeAnswer(answer.content, rubric);
		asked++;
		if (read !== 'unreadable') readable++;
		return read;
	};
	let asked = 0;
	let readable = 0;
	let next = 0;
	const worker = async (): Promise<void> => {
		for (let item = open[next++]; item !== undefined; item = open[next++]) await ask(item);
	};
	try {
		await Promise.all(Array.from({ length: Math.min(concurrency, open.length) }, worker));
	} finally {
		bar.stop();
		client.close();
	}
	if (asked > 0 && readable === 0)
		throw new BenchError('model', `no answer of ${client.model} could be read as a grade (${asked} asked)`, {
			hint: 'Nothing was judged. Is it a model that can answer in JSON? The same command asks again.',
		});
	return resumeSession(items, entries);
}

function titled({ content, metadata }: Doc): string {
	return typeof metadata.title === 'string' && metadata.title !== '' ? `${metadata.title}\n\n${content}` : content;
}
