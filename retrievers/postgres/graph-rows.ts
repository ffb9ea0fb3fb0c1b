import type { Doc } from '../../harness/contract.ts';
import { readIncidence } from '../graph/incidence.ts';
import { normaliseName } from '../graph/normalise.ts';
import type { Extraction, Triple } from '../graph/triples.ts';
import { canonicalName, readVocabulary } from '../graph/vocabulary.ts';
import type { IndexedDoc } from './admitted.ts';

/** When something holds, ISO dates; null is open. */
interface Validity {
	readonly valid_from: string | null;
	readonly valid_to: string | null;
}

/** The rows of the three tables, and the length of each document's concept vector. */
export interface GraphRows {
	/** `concept` is the number of its node: those of documents come first. */
	readonly concepts: readonly { readonly concept: number; readonly name: string; readonly idf: number }[];
	readonly memoryConcepts: readonly ({ readonly doc_index: number; readonly concept: number } & Validity)[];
	readonly conceptEdges: readonly ({
		readonly source: number;
		readonly target: number;
		readonly relation: string;
		readonly weight: number;
		/** Corpus indices of the documents that state it. */
		readonly evidence: readonly number[];
	} & Validity)[];
	readonly norms: readonly { readonly doc_index: number; readonly norm: number }[];
}

const ALWAYS: Validity = { valid_from: null, valid_to: null };

/** Concepts as `graph` reads them: tags, expanded keywords and noun phrases, pruned by document frequency. */
export function keywordRows(
	docs: readonly IndexedDoc[],
	firstConcept: number,
	pruning: { readonly minDocs: number; readonly maxShare: number },
): GraphRows {
	const { concepts, offsets, held, nameOf } = readIncidence(
		docs.map(({ doc }) => doc),
		pruning,
	);
	const conceptsOf = (row: number): Int32Array => held.subarray(offsets[row], offsets[row + 1]);
	const frequency = new Int32Array(concepts);
	for (const concept of held) frequency[concept] = (frequency[concept] as number) + 1;
	const idf = Float64Array.from(frequency, (documents) => Math.log(docs.length / documents));
	return {
		concepts: Array.from(idf, (value, i) => ({ concept: firstConcept + i, name: nameOf(i), idf: value })),
		memoryConcepts: docs.flatMap(({ docIndex }, row) =>
			Array.from(conceptsOf(row), (concept) => ({
				doc_index: docIndex,
				concept: firstConcept + concept,
				...ALWAYS,
			})),
		),
		conceptEdges: [],
		norms: docs.map(({ docIndex }, row) => ({
			doc_index: docIndex,
			norm: Math.sqrt(conceptsOf(row).reduce((sum, concept) => sum + (idf[concept] as number) ** 2, 0)),
		})),
	};
}

/**
 * Concepts and facts of triples.jsonl, each with when it holds, superseded ones too. Sensitive documents are passed
 * over, and so are those of other corpora.
 */
export function tripleRows(
	docs: readonly IndexedDoc[],
	firstConcept: number,
	extractions: readonly Extraction[],
): GraphRows {
	const indexed = new Map(
		docs.filter(({ doc }) => !doc.sensitive).map(({ docIndex, doc }): [Doc['id'], number] => [doc.id, docIndex]),
	);
	const known = extractions.filter(({ docId }) => indexed.has(docId));
	const vocabulary = readVocabulary(known);
	const nodeOf = (name: string): number | undefined => {
		const number = vocabulary.numberOf.get(canonicalName(name));
		return number === undefined ? undefined : firstConcept + number;
	};
	const mentions = new Map<string, GraphRows['memoryConcepts'][number]>();
	const edges = new Map<
		string,
		{ row: Omit<GraphRows['conceptEdges'][number], 'weight' | 'evidence'>; docs: Set<number> }
	>();
	const holders = new Map<number, Set<number>>();
	for (const { docId, entities, triples } of known) {
		const doc = indexed.get(docId) as number;
		const mention = (name: string, validity: Validity): number | undefined => {
			const concept = nodeOf(name);
			if (concept === undefined) return undefined;
			mentions.set(JSON.stringify([doc, concept, validity]), { doc_index: doc, concept, ...validity });
			holders.set(concept, (holders.get(concept) ?? new Set()).add(doc));
			return concept;
		};
		for (const entity of entities) mention(entity, ALWAYS);
		for (const triple of triples) {
			const validity = validityOf(triple);
			const source = mention(triple.subject, validity);
			const target = mention(triple.object, validity);
			if (source === undefined || target === undefined || source === target) continue;
			const key = JSON.stringify([source, normaliseName(triple.relation), target, validity]);
			const edge = edges.get(key) ?? {
				row: { source, target, relation: triple.relation, ...validity },
				docs: new Set<number>(),
			};
			edge.docs.add(doc);
			edges.set(key, edge);
		}
	}
	return {
		concepts: vocabulary.names.map((name, i) => ({
			concept: firstConcept + i,
			name,
			idf: Math.log(docs.length / (holders.get(firstConcept + i)?.size ?? 1)),
		})),
		memoryConcepts: [...mentions.values()],
		conceptEdges: [...edges.values()].map(({ row, docs: stating }) => ({
			...row,
			weight: stating.size,
			evidence: [...stating],
		})),
		norms: [],
	};
}

function validityOf({ validFrom, validTo }: Triple): Validity {
	const iso = (time: number | undefined): string | null => (time === undefined ? null : new Date(time).toISOString());
	return { valid_from: iso(validFrom), valid_to: iso(validTo) };
}
