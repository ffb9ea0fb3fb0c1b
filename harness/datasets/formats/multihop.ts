import type { Json, JsonObject, Options } from '../../contract.ts';
import { option } from '../../options.ts';
import { readJsonElements } from '../json-values.ts';
import { shown } from '../problems.ts';
import type { DatasetFormat, ImportSink, Source, SourceLocation } from './format.ts';
import { docFrom, idText, without } from './source-lines.ts';

/** A paragraph of a question's context. */
interface Paragraph {
	readonly title: string;
	readonly text: string;
	readonly supporting: boolean;
}

/** HotpotQA (Yang et al. 2018): `context` [[title, [sentences]]], `supporting_facts` [[title, sentence]], `type`. */
export const hotpotqa = multihopFormat('hotpotqa', 'HotpotQA json: context and supporting facts');
/** MuSiQue (Trivedi et al. 2022): `paragraphs` with `is_supporting`; the number of hops is in the id. */
export const musique = multihopFormat('musique', 'MuSiQue jsonl: paragraphs with is_supporting');
/** 2WikiMultihopQA (Ho et al. 2020): as HotpotQA. */
export const twoWiki = multihopFormat('2wiki', '2WikiMultihopQA json: as HotpotQA');

/**
 * Questions with the paragraphs they were asked over. The paragraphs of all questions together are the corpus, each
 * distinct one (title and text) once; a question's supporting paragraphs are relevant. Ids of documents are numbers in
 * order of first appearance.
 */
function multihopFormat(name: string, summary: string): DatasetFormat {
	return {
		name,
		summary,
		takes: 'json or jsonl files',
		options: {
			stratum: option.text('', 'stratum of every question (default: its type, or its number of hops)'),
			scope: option.choice(
				'pooled',
				['pooled', 'question'],
				'all paragraphs as one corpus, or only those that a question came with, as the original setting',
			),
		},
		read: readMultihop,
	};
}

async function readMultihop(
	sources: readonly Source[],
	options: Options,
	sink: ImportSink,
): Promise<readonly string[]> {
	const docIds = new Map<string, string>();
	const scopes = options.scope === 'question' ? await scopesOfParagraphs(sources, sink) : undefined;
	for (const { path } of sources)
		for await (const { line, value, reason } of readJsonElements(path, sink.mostUnpacked)) {
			const location = { file: path, line };
			if (value === undefined) sink.reject(location, reason ?? 'is no object');
			else readQuestion(value, location, { docIds, scopes }, options, sink);
		}
	return sources.map(({ path }) => path);
}

interface Known {
	/** Paragraph (title and text) -> id of its document. */
	readonly docIds: Map<string, string>;
	/** Paragraph -> the questions that came with it; undefined: pooled. */
	readonly scopes: ReadonlyMap<string, readonly string[]> | undefined;
}

/** Read before anything is written, for a document names all of its scopes. */
async function scopesOfParagraphs(
	sources: readonly Source[],
	sink: ImportSink,
): Promise<ReadonlyMap<string, readonly string[]>> {
	const scopes = new Map<string, Set<string>>();
	for (const { path } of sources)
		for await (const { value } of readJsonElements(path, sink.mostUnpacked)) {
			const id = idText(value?._id) ?? idText(value?.id);
			if (value === undefined || id === undefined || value.answerable === false) continue;
			const found = paragraphsOf(value);
			if (typeof found === 'string') continue;
			for (const { title, text } of found.paragraphs) {
				const key = JSON.stringify([title, text]);
				scopes.set(key, (scopes.get(key) ?? new Set()).add(id));
			}
		}
	return new Map([...scopes].map(([key, ids]) => [key, [...ids]]));
}

function readQuestion(
	value: JsonObject,
	location: SourceLocation,
	{ docIds, scopes }: Known,
	options: Options,
	sink: ImportSink,
): void {
	const id = idText(value._id) ?? idText(value.id);
	const text = value.question;
	if (id === undefined || typeof text !== 'string') {
		sink.reject(location, 'has no _id or id, or no question');
		return;
	}
	if (value.answerable === false) {
		sink.count('questions marked as not answerable (left out, with their paragraphs)');
		return;
	}
	const found = paragraphsOf(value);
	if (typeof found === 'string') {
		sink.reject(location, `question ${shown(id)}: ${found}`);
		return;
	}
	const relevant = new Set<string>();
	for (const { title, text: paragraph, supporting } of found.paragraphs) {
		const key = JSON.stringify([title, paragraph]);
		let docId = docIds.get(key);
		if (docId === undefined) {
			docId = String(docIds.size + 1);
			docIds.set(key, docId);
			const content = title === '' ? paragraph : `${title}\n${paragraph}`;
			const doc = docFrom(docId, content, title === '' ? {} : { title });
			const own = scopes?.get(key);
			sink.doc(own === undefined ? doc : { ...doc, scopes: own }, location);
		}
		if (supporting) relevant.add(docId);
	}
	const stratum = options.stratum === '' ? stratumOf(id, value) : String(options.stratum);
	const provenance = without(value, ['_id', 'id', 'question', 'type', 'context', 'paragraphs', 'supporting_facts']);
	const query = { id, text, stratum, ...(scopes === undefined ? {} : { scope: id }) };
	if (!sink.query(query, provenance, location)) return;
	for (const docId of relevant) sink.judge(id, docId, 1, location);
	if (found.missing > 0)
		sink.reject(location, `question ${shown(id)}: ${found.missing} supporting facts name no paragraph of its context`);
}

interface Found {
	readonly paragraphs: readonly Paragraph[];
	/** Supporting titles that no paragraph has. */
	readonly missing: number;
}

function paragraphsOf(value: JsonObject): Found | string {
	if (Array.isArray(value.paragraphs)) {
		const paragraphs = value.paragraphs.map(musiqueParagraph);
		return paragraphs.every((paragraph) => paragraph !== undefined)
			? { paragraphs, missing: 0 }
			: 'a paragraph has no paragraph_text';
	}
	const context = pairsOf(value.context, 'title', 'sentences');
	const facts = pairsOf(value.supporting_facts, 'title', 'sent_id');
	if (context === undefined) return 'has neither paragraphs nor a context of [title, sentences]';
	if (facts === undefined) return 'has no supporting_facts of [title, sentence]';
	const titles = new Set(facts.map(([title]) => title));
	const paragraphs: Paragraph[] = [];
	for (const [title, sentences] of context) {
		if (!Array.isArray(sentences) || !sentences.every((sentence) => typeof sentence === 'string'))
			return 'a paragraph of the context is no list of sentences';
		paragraphs.push({ title, text: joinSentences(sentences as readonly string[]), supporting: titles.has(title) });
	}
	const present = new Set(paragraphs.map(({ title }) => title));
	return { paragraphs, missing: [...titles].filter((title) => !present.has(title)).length };
}

function musiqueParagraph(value: Json): Paragraph | undefined {
	if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
	const { title, paragraph_text: text, is_supporting: supporting } = value as JsonObject;
	if (typeof text !== 'string') return undefined;
	return { title: typeof title === 'string' ? title : '', text, supporting: supporting === true };
}

/** `[[title, x], ...]`, or the same by column: `{title: [...], sentences: [...]}`. */
function pairsOf(
	value: Json | undefined,
	first: string,
	second: string,
): readonly (readonly [string, Json])[] | undefined {
	const rows = Array.isArray(value) ? value : columnsToRows(value, first, second);
	if (rows === undefined || !rows.every((row) => Array.isArray(row) && typeof row[0] === 'string')) return undefined;
	return rows as readonly (readonly [string, Json])[];
}

function columnsToRows(value: Json | undefined, first: string, second: string): readonly Json[] | undefined {
	if (value === null || typeof value !== 'object') return undefined;
	const { [first]: names, [second]: others } = value as JsonObject;
	if (!Array.isArray(names) || !Array.isArray(others) || names.length !== others.length) return undefined;
	return names.map((name: Json, row) => [name, others[row] as Json]);
}

/** HotpotQA's sentences begin with the space that separates them; 2Wiki's do not. */
function joinSentences(sentences: readonly string[]): string {
	return sentences
		.reduce(
			(text, sentence) =>
				text === '' || /\s$/.test(text) || /^\s/.test(sentence) ? text + sentence : `${text} ${sentence}`,
			'',
		)
		.trim();
}

/** Its type (bridge, comparison ...), or the hops that a MuSiQue id begins with (`3hop1__...` is `3hop`). */
function stratumOf(id: string, value: JsonObject): string {
	if (typeof value.type === 'string' && value.type.trim() !== '') return value.type;
	const hops = /^(\d+hop)/.exec(id)?.[1];
	if (hops !== undefined) return hops;
	const steps = Array.isArray(value.question_decomposition) ? value.question_decomposition.length : 0;
	return steps > 0 ? `${steps}hop` : 'multihop';
}
