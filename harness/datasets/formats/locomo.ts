import type { Json, JsonObject, Options, Query } from '../../contract.ts';
import { own } from '../../names.ts';
import { option } from '../../options.ts';
import { readJsonElements } from '../json-values.ts';
import { shown } from '../problems.ts';
import type { DatasetFormat, ImportSink, Source, SourceLocation } from './format.ts';
import { type Correction, correctedEvidence, readCorrections, reportUnused } from './locomo-corrections.ts';
import { parseSessionDate } from './session-date.ts';
import { bareDoc, idText, without } from './source-lines.ts';

/**
 * LoCoMo (Maharana et al. 2024), locomo10.json: conversations of many sessions. One document for each dialogue turn,
 * `speaker: text` with the caption of a shared image, dated by its session and tagged with conversation and speaker;
 * questions with the turns that hold the evidence. Each conversation is a scope. Adversarial questions are a stratum of
 * their own, scored by their evidence and, as in the paper's figures, outside what is over all questions.
 */
export const locomo: DatasetFormat = {
	name: 'locomo',
	summary: 'LoCoMo (locomo10.json): dialogue turns, questions with evidence',
	takes: 'locomo10.json',
	options: {
		adversarial: option.choice(
			'outside',
			['outside', 'judged', 'unjudged'],
			'adversarial questions: a stratum scored by their evidence outside overall, part of overall (judged), or not scored',
		),
		corrections: option.text('', 'a file of corrected evidence (question_id, question, correct_evidence)'),
	},
	async read(sources: readonly Source[], options: Options, sink: ImportSink) {
		const file = String(options.corrections);
		const corrections = file === '' ? new Map<string, Correction>() : await readCorrections(file, sink);
		const adversarial = String(options.adversarial);
		for (const { path } of sources) {
			let number = 0;
			for await (const { line, value, reason } of readJsonElements(path, sink.mostUnpacked)) {
				const location = { file: path, line };
				if (value === undefined) sink.reject(location, reason ?? 'is no object');
				else {
					const name = idText(value.sample_id) ?? `conversation-${number}`;
					readConversation(value, name, { number, corrections, adversarial }, location, sink);
				}
				number++;
			}
		}
		reportUnused(corrections, sink);
		return [...sources.map(({ path }) => path), ...(file === '' ? [] : [file])];
	},
};

const strata: Readonly<Record<string, string>> = {
	1: 'multi-hop',
	2: 'temporal',
	3: 'open-domain',
	4: 'single-hop',
	5: 'adversarial',
};

interface QuestionChoices {
	/** Number of the conversation in its file, from 0. */
	readonly number: number;
	readonly corrections: ReadonlyMap<string, Correction>;
	/** What adversarial questions are: `outside`, `judged` or `unjudged`. */
	readonly adversarial: string;
}

function readConversation(
	value: JsonObject,
	name: string,
	choices: QuestionChoices,
	location: SourceLocation,
	sink: ImportSink,
): void {
	const conversation = objectOf(value.conversation);
	if (conversation === undefined) {
		sink.reject(location, `${name} has no conversation`);
		return;
	}
	const turns = new Set<string>();
	for (const [key, session] of Object.entries(conversation)) {
		const number = /^session_(\d+)$/.exec(key)?.[1];
		if (number === undefined) continue;
		if (!Array.isArray(session)) {
			sink.reject(location, `${name}, ${key} is no list of turns`);
			continue;
		}
		const createdAt = parseSessionDate(conversation[`${key}_date_time`]);
		if (createdAt === undefined) sink.count('sessions without a date that can be read (turns kept, undated)');
		session.forEach((turn: Json, i) => {
			const taken = readTurn(objectOf(turn), { name, session: Number(number), createdAt, location }, sink);
			if (taken === undefined)
				sink.reject(location, `${name}, ${key}[${i}] is no turn with a dia_id, speaker and text`);
			else turns.add(taken);
		});
	}
	const questions = Array.isArray(value.qa) ? value.qa : [];
	for (const [i, question] of questions.entries()) {
		const about = { id: `${name}:q${i + 1}`, name, correction: choices.corrections.get(`${choices.number}/${i}`) };
		readQuestion(objectOf(question), { ...about, adversarial: choices.adversarial }, turns, location, sink);
	}
}

interface SessionFacts {
	readonly name: string;
	readonly session: number;
	readonly createdAt: Date | undefined;
	readonly location: SourceLocation;
}

/** Hands over a turn and gives its dia_id. */
function readTurn(turn: JsonObject | undefined, facts: SessionFacts, sink: ImportSink): string | undefined {
	const id = turn === undefined ? undefined : normalizeEvidence(turn.dia_id).ids[0];
	if (turn === undefined || id === undefined || typeof turn.speaker !== 'string') return undefined;
	const text = typeof turn.text === 'string' ? turn.text : '';
	const caption = typeof turn.blip_caption === 'string' && turn.blip_caption !== '' ? turn.blip_caption : undefined;
	if (text === '' && caption === undefined) return undefined;
	const content = `${turn.speaker}: ${text}${caption === undefined ? '' : ` [image: ${caption}]`}`;
	sink.doc(
		{
			...bareDoc(`${facts.name}:${id}`, content),
			category: 'dialogue',
			tags: [facts.name, turn.speaker],
			scopes: [facts.name],
			...(facts.createdAt === undefined ? {} : { createdAt: facts.createdAt }),
			metadata: { session: facts.session, dia_id: id },
		},
		facts.location,
	);
	return id;
}

interface QuestionFacts {
	readonly id: string;
	/** Of the conversation. */
	readonly name: string;
	readonly correction: Correction | undefined;
	readonly adversarial: string;
}

function readQuestion(
	question: JsonObject | undefined,
	{ id, name, correction, adversarial }: QuestionFacts,
	turns: ReadonlySet<string>,
	location: SourceLocation,
	sink: ImportSink,
): void {
	if (question === undefined || typeof question.question !== 'string') {
		sink.reject(location, `${id} has no question`);
		return;
	}
	const stratum = own(strata, String(question.category));
	if (stratum === undefined) {
		sink.reject(location, `${id} has a category that is not 1 to 5`);
		return;
	}
	const provenance = without(question, ['question', 'category', 'evidence']);
	const outside = stratum === 'adversarial' && adversarial !== 'judged';
	const query: Query = {
		...{ id, text: question.question, stratum, scope: name },
		...(outside ? { outsideOverall: true } : {}),
	};
	if (!sink.query(query, provenance, location)) return;
	if (outside)
		sink.count(
			`adversarial questions (a stratum of their own, outside overall${adversarial === 'unjudged' ? ', without judgments' : ''})`,
		);
	if (outside && adversarial === 'unjudged') return;
	const corrected = correctedEvidence(question.question, id, correction, sink);
	const { ids, leftOver, mended } = normalizeEvidence(corrected ?? question.evidence);
	if (mended) sink.count('questions whose evidence was malformed and could be read');
	for (const rest of leftOver) sink.reject(location, `${id}: evidence ${shown(rest)} is no dialogue id`);
	for (const turn of ids)
		if (turns.has(turn)) sink.judge(id, `${name}:${turn}`, 1, location);
		else sink.reject(location, `${id}: evidence ${shown(turn)} is not a turn of ${name}`);
}

/** Evidence as ids of the form `D8:6`, each once. */
export interface Evidence {
	readonly ids: readonly string[];
	/** Text that is no id. */
	readonly leftOver: readonly string[];
	/** Something was written in another form. */
	readonly mended: boolean;
}

/**
 * Reads evidence however it is written: lists in one text (`D8:6; D9:17`), a colon too many (`D:11:26`), leading
 * zeros (`D30:05`), brackets and spaces.
 */
export function normalizeEvidence(value: Json | undefined): Evidence {
	const written: readonly Json[] = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
	const ids = new Set<string>();
	const leftOver: string[] = [];
	let mended = false;
	for (const item of written) {
		const text = typeof item === 'string' ? item : JSON.stringify(item);
		const rest = text.replace(/D\s*:?\s*0*(\d+)\s*:\s*0*(\d+)(?!\d)/gi, (whole, session: string, turn: string) => {
			const id = `D${session}:${turn}`;
			ids.add(id);
			mended ||= whole !== text || id !== text;
			return ' ';
		});
		const unread = rest.replace(/[\s;,()[\]"']+/g, ' ').trim();
		if (unread !== '') leftOver.push(unread);
	}
	return { ids: [...ids], leftOver, mended };
}

function objectOf(value: Json | undefined): JsonObject | undefined {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}
