import type { Doc, DocId } from '../../contract.ts';
import { words } from '../../datasets/lexical-overlap.ts';

/** Something that several documents name. */
export interface SharedEntity {
	/** Its name in the first of them. */
	readonly name: string;
	/** DocIndices, ascending. */
	readonly holders: readonly number[];
}

export interface SharedEntities {
	/** Their source, for the provenance. */
	readonly source: 'triples' | 'tags, keywords and names';
	/** In order of their normal form. */
	readonly entities: readonly SharedEntity[];
}

/** Over so many documents an entity is a topic rather than a bridge: 2 % of the corpus, at least 4 and at most 12. */
function mostHolders(docs: number): number {
	return Math.min(12, Math.max(4, Math.ceil(docs * 0.02)));
}

/**
 * Entities that two or more documents, and not too many, share: those of the triples where there are any, else tags, keywords
 * and capitalised names. Names are compared by their words in lower case; numbers alone
 * are no entity.
 */
export function sharedEntities(
	corpus: readonly Doc[],
	extracted: ReadonlyMap<DocId, readonly string[]> | undefined,
): SharedEntities {
	const found = new Map<string, { name: string; holders: Set<number> }>();
	corpus.forEach((doc, docIndex) => {
		const names =
			extracted === undefined
				? [...doc.tags, ...doc.expandedKeywords, ...capitalisedNames(doc.content)]
				: (extracted.get(doc.id) ?? []);
		for (const name of names) {
			const form = words(name).join(' ');
			if (form.length < 3 || /^[\d ]+$/.test(form)) continue;
			const known = found.get(form);
			if (known === undefined) found.set(form, { name: name.trim(), holders: new Set([docIndex]) });
			else known.holders.add(docIndex);
		}
	});
	const most = mostHolders(corpus.length);
	return {
		source: extracted === undefined ? 'tags, keywords and names' : 'triples',
		entities: [...found]
			.filter(([, { holders }]) => holders.size >= 2 && holders.size <= most)
			.sort(([x], [y]) => (x < y ? -1 : 1))
			.map(([, { name, holders }]) => ({ name, holders: [...holders].sort((x, y) => x - y) })),
	};
}

const CAPITALISED = /\p{Lu}[\p{L}\p{N}'’-]*(?:[ ]\p{Lu}[\p{L}\p{N}'’-]*){0,3}/gu;

/** Runs of capitalised words. The word that opens a sentence is capitalised anyway and counts only inside a run. */
export function capitalisedNames(text: string): readonly string[] {
	return [...text.matchAll(CAPITALISED)].flatMap(({ 0: run, index }) => {
		const opens = /(?:^|[.!?:\n"“(]\s*)$/u.test(text.slice(0, index));
		return opens && !run.includes(' ') ? [] : [run.replace(/['’]s$/u, '')];
	});
}
