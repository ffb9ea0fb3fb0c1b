import { normaliseName, normaliseWord, wordsOf } from './normalise.ts';
import type { Extraction } from './triples.ts';

/** The concepts that extractions name, each under its normalised form. */
export interface Vocabulary {
	/** Normalised, in order of first mention. */
	readonly names: readonly string[];
	/** How each was written first: what is embedded and exported. */
	readonly written: readonly string[];
	readonly numberOf: ReadonlyMap<string, number>;
}

/** Case, plural and stop words aside (`normaliseName`); a name of nothing but stop words (The Who) keeps them. */
export function canonicalName(name: string): string {
	return normaliseName(name) || wordsOf(name).map(normaliseWord).join(' ');
}

/** Every entity, subject and object, in order of first mention; names without a letter or digit are left out. */
export function readVocabulary(extractions: readonly Extraction[]): Vocabulary {
	const names: string[] = [];
	const written: string[] = [];
	const numberOf = new Map<string, number>();
	const add = (name: string): void => {
		const canonical = canonicalName(name);
		if (canonical === '' || numberOf.has(canonical)) return;
		numberOf.set(canonical, names.length);
		names.push(canonical);
		written.push(name.trim());
	};
	for (const { entities, triples } of extractions) {
		for (const entity of entities) add(entity);
		for (const { subject, object } of triples) {
			add(subject);
			add(object);
		}
	}
	return { names, written, numberOf };
}
