import { createHash } from 'node:crypto';
import type { Json, JsonObject, Options } from '../../contract.ts';
import { option } from '../../options.ts';
import { readJsonElements } from '../json-values.ts';
import { shown } from '../problems.ts';
import type { DatasetFormat, ImportSink, Source, SourceLocation } from './format.ts';
import { parseSessionDate } from './session-date.ts';
import { bareDoc, idText, without } from './source-lines.ts';

/**
 * LongMemEval (Wu et al. 2025): questions, each over a haystack of chat sessions. A document is a session or a turn;
 * the sessions of all haystacks together are the corpus, each once. Questions that must be left unanswered (`_abs`)
 * are left out and counted: no document is relevant to them.
 */
export const longmemeval: DatasetFormat = {
	name: 'longmemeval',
	summary: 'LongMemEval json: chat sessions or turns, questions with answer sessions',
	takes: 'json files (longmemeval_s.json and the like)',
	options: {
		unit: option.choice(
			'session',
			['session', 'turn'],
			'the unit of a document: session (relevant: answer_session_ids) or turn (relevant: has_answer)',
		),
	},
	async read(sources: readonly Source[], options: Options, sink: ImportSink) {
		const known: KnownDocs = { hashes: new Map(), byTurn: options.unit === 'turn' };
		for (const { path } of sources)
			for await (const { line, value, reason } of readJsonElements(path)) {
				const location = { file: path, line };
				if (value === undefined) sink.reject(location, reason ?? 'is no object');
				else readEntry(value, location, known, sink);
			}
		return sources.map(({ path }) => path);
	},
};

interface KnownDocs {
	/** Document id -> hash of its content: haystacks share sessions. */
	readonly hashes: Map<string, string>;
	readonly byTurn: boolean;
}

interface Turn {
	readonly role: string;
	readonly content: string;
	readonly hasAnswer: boolean;
}

function readEntry(value: JsonObject, location: SourceLocation, known: KnownDocs, sink: ImportSink): void {
	const id = idText(value.question_id);
	const text = value.question;
	if (id === undefined || typeof text !== 'string') {
		sink.reject(location, 'has no question_id or no question');
		return;
	}
	const sessionIds = listOf(value.haystack_session_ids);
	const sessions = listOf(value.haystack_sessions);
	const dates = listOf(value.haystack_dates);
	if (sessions.length !== sessionIds.length) {
		sink.reject(location, `question ${shown(id)}: ${sessionIds.length} session ids for ${sessions.length} sessions`);
		return;
	}

	const answers = new Set(listOf(value.answer_session_ids).map((answer) => idText(answer) ?? ''));
	const relevant = new Set<string>();
	sessions.forEach((session, i) => {
		const sessionId = idText(sessionIds[i]);
		const turns = turnsOf(session);
		if (sessionId === undefined || turns === undefined) {
			sink.reject(location, `question ${shown(id)}: session ${i + 1} has no id or is no list of turns`);
			return;
		}
		const about = { sessionId, createdAt: parseSessionDate(dates[i]), location };
		if (known.byTurn)
			turns.forEach((turn, at) => {
				const docId = `${sessionId}:${at + 1}`;
				if (takeDoc(docId, [turn], about, known, sink) && turn.hasAnswer) relevant.add(docId);
			});
		else {
			const taken = takeDoc(sessionId, turns, about, known, sink);
			if (answers.delete(sessionId) && taken) relevant.add(sessionId);
		}
	});

	if (id.endsWith('_abs')) {
		sink.count('questions to be left unanswered, _abs (left out; their sessions are kept)');
		return;
	}
	const stratum = typeof value.question_type === 'string' && value.question_type !== '' ? value.question_type : 'all';
	const structure = [
		'question_id',
		'question',
		'question_type',
		'haystack_session_ids',
		'haystack_sessions',
		'haystack_dates',
	];
	if (!sink.query({ id, text, stratum }, without(value, structure), location)) return;
	for (const docId of relevant) sink.judge(id, docId, 1, location);
	if (!known.byTurn)
		for (const missing of answers)
			sink.reject(location, `question ${shown(id)}: answer session ${shown(missing)} is not in its haystack`);
}

/** Whether the corpus has this text under this id, now or from an earlier haystack. */
function takeDoc(
	id: string,
	turns: readonly Turn[],
	about: { readonly sessionId: string; readonly createdAt: Date | undefined; readonly location: SourceLocation },
	known: KnownDocs,
	sink: ImportSink,
): boolean {
	const content = turns.map(({ role, content: said }) => `${role}: ${said}`).join('\n');
	const hash = createHash('sha256').update(content).digest('base64');
	const earlier = known.hashes.get(id);
	if (earlier === hash) {
		sink.count('sessions or turns that stand in several haystacks (kept once, with their first date)');
		return true;
	}
	if (earlier !== undefined) {
		sink.reject(about.location, `${shown(id)} stands before with another text`);
		return false;
	}
	known.hashes.set(id, hash);
	return sink.doc(
		{
			...bareDoc(id, content),
			category: 'chat',
			tags: known.byTurn ? turns.map(({ role }) => role) : [],
			...(about.createdAt === undefined ? {} : { createdAt: about.createdAt }),
			metadata: known.byTurn ? { session: about.sessionId } : { turns: turns.length },
		},
		about.location,
	);
}

function turnsOf(session: Json | undefined): readonly Turn[] | undefined {
	if (!Array.isArray(session)) return undefined;
	const turns: Turn[] = [];
	for (const turn of session as readonly Json[]) {
		if (typeof turn !== 'object' || turn === null || Array.isArray(turn)) return undefined;
		const { role, content, has_answer: hasAnswer } = turn as JsonObject;
		if (typeof role !== 'string' || typeof content !== 'string') return undefined;
		turns.push({ role, content, hasAnswer: hasAnswer === true });
	}
	return turns;
}

function listOf(value: Json | undefined): readonly Json[] {
	return Array.isArray(value) ? value : [];
}
