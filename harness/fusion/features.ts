import type { Doc, Json, Query } from '../contract.ts';
import type { PairScores } from './pair-scores.ts';
import type { DocFeatures, QueryFeatures } from './stages/stage.ts';

/** The features of a corpus, by docIndex. */
export function corpusFeatures(corpus: readonly Doc[]): DocFeatures {
	const newest = new Map<string, number>();
	return {
		importance: Float64Array.from(corpus, (doc) => doc.importance),
		createdAt: Float64Array.from(corpus, (doc) => doc.createdAt?.getTime() ?? Number.NaN),
		newestIn(scope) {
			const known = newest.get(scope) ?? newestOf(corpus.filter(({ scopes }) => scopes?.includes(scope) ?? true));
			newest.set(scope, known);
			return known;
		},
		field(docIndex, name) {
			const doc = corpus[docIndex];
			return doc === undefined ? [] : fieldOf(doc, name);
		},
	};
}

function newestOf(docs: readonly Doc[]): number {
	let latest = Number.NaN;
	for (const { createdAt } of docs)
		if (createdAt !== undefined && !(createdAt.getTime() <= latest)) latest = createdAt.getTime();
	return latest;
}

/**
 * The features with respect to one query. The phrase test is done per document on demand and remembered; a
 * query without any token matches nothing. `pairScores` are a reranker's, where one was asked.
 */
export function queryFeatures(
	features: DocFeatures,
	corpus: readonly Doc[],
	query: Query,
	pairScores?: PairScores,
): QueryFeatures {
	const phrase = phraseOf(query.text);
	const { askedAt, scope, filter } = query;
	const known = new Map<number, boolean>();
	return {
		importance: features.importance,
		createdAt: features.createdAt,
		field: features.field,
		...(features.newestIn === undefined ? {} : { newestIn: features.newestIn }),
		...(scope === undefined ? {} : { scope }),
		...(askedAt === undefined ? {} : { askedAt: askedAt.getTime() }),
		...(filter === undefined ? {} : { filter }),
		...(pairScores === undefined ? {} : { pairScores }),
		exactMatch(docIndex) {
			let matches = known.get(docIndex);
			if (matches === undefined) {
				const doc = corpus[docIndex];
				matches = phrase !== '' && doc !== undefined && contentPhrase(doc).includes(phrase);
				known.set(docIndex, matches);
			}
			return matches;
		},
	};
}

/** Tokens are runs of letters and digits, case and accents apart; spaces around them keep phrases whole. */
function phraseOf(text: string): string {
	const tokens = text
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.match(/[\p{L}\p{N}]+/gu);
	return tokens === null ? '' : ` ${tokens.join(' ')} `;
}

const contentPhrases = new WeakMap<Doc, string>();

function contentPhrase(doc: Doc): string {
	let phrase = contentPhrases.get(doc);
	if (phrase === undefined) {
		phrase = phraseOf(doc.content);
		contentPhrases.set(doc, phrase);
	}
	return phrase;
}

function fieldOf(doc: Doc, name: string): readonly string[] {
	if (name === 'category') return doc.category === undefined ? [] : [doc.category];
	if (name === 'tags') return doc.tags;
	if (name === 'expanded_keywords') return doc.expandedKeywords;
	// A memory of an agent names the files that it read and those that it changed apart.
	if (name === 'files' && !Object.hasOwn(doc.metadata, name))
		return [...fieldOf(doc, 'files_read'), ...fieldOf(doc, 'files_modified')];
	return Object.hasOwn(doc.metadata, name) ? valuesOf(doc.metadata[name] as Json) : [];
}

function valuesOf(value: Json): readonly string[] {
	if (value === null) return [];
	if (Array.isArray(value)) return value.flatMap(valuesOf);
	return typeof value === 'object' ? [] : [String(value)];
}
