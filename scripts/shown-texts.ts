import type { Dataset, DocId } from '../harness/contract.ts';
import type { ShownTexts } from '../harness/report/runs/explain.ts';

/** Characters of a text that are shown. */
const SHOWN = 300;

/** Texts that the user asked to see; those of sensitive documents stay where they are. */
export function shownTexts(dataset: Dataset, queryIndex: number): ShownTexts {
	return { query: dataset.queries[queryIndex]?.text ?? '', of: documentText(dataset) };
}

export function documentText({ corpus }: Dataset): (docId: DocId) => string | undefined {
	const docs = new Map(corpus.map((doc) => [doc.id, doc]));
	return (docId) => {
		const doc = docs.get(docId);
		if (doc === undefined) return undefined;
		if (doc.sensitive) return 'sensitive: not shown';
		const text = doc.content.replace(/\s+/g, ' ').trim();
		return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
	};
}
