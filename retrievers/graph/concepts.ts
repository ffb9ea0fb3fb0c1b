import type { Doc } from '../../harness/contract.ts';
import { normaliseName } from './normalise.ts';
import { nounPhrases, type TokenReader } from './noun-phrases.ts';

/** The distinct concepts of a document: its tags, its expanded keywords, and what its content names. */
export function conceptsOf(doc: Doc, readToken?: TokenReader): ReadonlySet<string> {
	const concepts = new Set<string>();
	for (const name of [...doc.tags, ...doc.expandedKeywords]) {
		const concept = normaliseName(name);
		if (concept !== '') concepts.add(concept);
	}
	for (const phrase of nounPhrases(doc.content, readToken)) concepts.add(phrase);
	return concepts;
}
