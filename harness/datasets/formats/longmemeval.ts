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
 * the sessions of all haystacks together are the corpus, each once, and the haystack of a question is its scope (unless
 * pooled). Ids of sessions are neutral, `s1` in order of first appearance: the original ones give the answers away. Questions that must be left unanswered (`_abs`)
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
		scope: option.choice(
			'question',
			['question', 'pooled'],
			'a haystack of its own for every question, as published, or all of them as one corpus',
		),
	},
	async read(sources: readonly Source[], options: Options, sink: ImportSink) {
		const byTurn = options.unit === 'turn';
		const scopes = options.scope === 'question' ? await scopesOfSessions(sources, sink) : undefined;
		const known: KnownDocs = { hashes: new Map(), neutral: new Map(), byTurn, scopes };
		for (const { path } of sources)
			for await (const { line, value, reason } of readJsonElements(path, sink.mostUnpacked)) {
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
	/** Session -> its neutral id. With scopes a session of another date or text is another one. */
	readonly neutral: Map<string, string>;
	/** Session -> the questions whose haystack has it; undefined: pooled. */
	readonly scopes: ReadonlyMap<string, readonly string[]> | undefined;
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
	if (known.scopes !== undefined && id.endsWith('_abs')) {
		sink.count('questions to be left unanswered, _abs (left out with their haystacks)');
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
		const key = known.scopes === undefined ? sessionId : sessionKey(sessionId, dates[i], session);
		const neutral = neutralId(key, known);
		const scopes = known.scopes?.get(key);
		const about = { sessionId: neutral, createdAt: parseSessionDate(dates[i]), scopes, location };
		if (known.byTurn)
			turns.forEach((turn, at) => {
				const docId = `${neutral}:${at + 1}`;
				if (takeDoc(docId, [turn], about, known, sink) && turn.hasAnswer) relevant.add(docId);
			});
		else {
			const taken = takeDoc(neutral, turns, about, known, sink);
			if (answers.delete(sessionId) && taken) relevant.add(neutral);
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
		'question_date',
		'answer_session_ids',
	];
	const askedAt = parseSessionDate(value.question_date);
	const query = {
		...{ id, text, stratum },
		...(known.scopes === undefined ? {} : { scope: id }),
		...(askedAt === undefined ? {} : { askedAt }),
	};
	if (!sink.query(query, without(value, structure), location)) return;
	for (const docId of relevant) sink.judge(id, docId, 1, location);
	if (!known.byTurn)
		for (const missing of answers)
			sink.reject(location, `question ${shown(id)}: answer session ${shown(missing)} is not in its haystack`);
}

/** Which haystacks each session is in: read before anything is written, for a document names all of its scopes. */
async function scopesOfSessions(
	sources: readonly Source[],
	sink: ImportSink,
): Promise<ReadonlyMap<string, readonly string[]>> {
	const scopes = new Map<string, string[]>();
	for (const { path } of sources)
		for await (const { value } of readJsonElements(path, sink.mostUnpacked)) {
			const id = idText(value?.question_id);
			if (value === undefined || id === undefined || id.endsWith('_abs')) continue;
			const dates = listOf(value.haystack_dates);
			const sessions = listOf(value.haystack_sessions);
			for (const [i, written] of listOf(value.haystack_session_ids).entries()) {
				const sessionId = idText(written);
				if (sessionId === undefined) continue;
				const key = sessionKey(sessionId, dates[i], sessions[i]);
				const found = scopes.get(key);
				if (found === undefined) scopes.set(key, [id]);
				else if (found[found.length - 1] !== id) found.push(id);
			}
		}
	return scopes;
}

/** The same session on another day, or with another text, is another document. */
function sessionKey(sessionId: string, date: Json | undefined, session: Json | undefined): string {
	const text = (turnsOf(session) ?? []).map(({ role, content }) => `${role}: ${content}`).join('\n');
	return `${sessionId} ${JSON.stringify(date ?? null)} ${createHash('sha256').update(text).digest('base64')}`;
}

function neutralId(key: string, { neutral }: KnownDocs): string {
	const known = neutral.get(key) ?? `s${neutral.size + 1}`;
	neutral.set(key, known);
	return known;
}

/** Whether the corpus has this text under this id, now or from an earlier haystack. */
function takeDoc(
	id: string,
	turns: readonly Turn[],
	about: {
		readonly sessionId: string;
		readonly createdAt: Date | undefined;
		readonly scopes: readonly string[] | undefined;
		readonly location: SourceLocation;
	},
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
			...(about.scopes === undefined ? {} : { scopes: about.scopes }),
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
