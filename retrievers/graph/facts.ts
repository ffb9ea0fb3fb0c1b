import type { CorpusOrder } from '../../harness/ranking.ts';
import { normaliseName } from './normalise.ts';
import { type Extraction, stands, type Triple } from './triples.ts';
import { canonicalName, type Vocabulary } from './vocabulary.ts';

/** A triple between concepts, with every document that states it. */
export interface Fact {
	readonly subject: number;
	readonly object: number;
	/** The form that was written first. */
	readonly relation: string;
	/** Subject, relation and object as first written: what is embedded. */
	readonly text: string;
	/** DocIndices. */
	readonly docs: readonly number[];
}

/** The facts and concepts that were extracted from this corpus. */
export interface Knowledge {
	readonly facts: readonly Fact[];
	/** By document: its concepts, ascending, each once. */
	readonly mentions: readonly Int32Array[];
	/** Triples left out because they do not hold (superseded, or not at the time asked for). */
	readonly superseded: number;
}

/**
 * Concepts and facts by document. `representative` maps each concept of the vocabulary to the one that stands for it.
 * Facts are the same where subject, relation (normalised) and object are.
 */
export function readKnowledge(
	extractions: readonly Extraction[],
	vocabulary: Vocabulary,
	representative: Int32Array,
	order: CorpusOrder,
	asOf: number | undefined,
): Knowledge {
	const conceptOf = (name: string): number | undefined => {
		const number = vocabulary.numberOf.get(canonicalName(name));
		return number === undefined ? undefined : representative[number];
	};
	const mentions = Array.from({ length: order.size }, () => new Set<number>());
	const facts = new Map<string, Fact & { docs: number[] }>();
	let superseded = 0;
	for (const { docId, entities, triples } of extractions) {
		const doc = order.get(docId) as number;
		const held = mentions[doc] as Set<number>;
		const add = (name: string): number | undefined => {
			const concept = conceptOf(name);
			if (concept !== undefined) held.add(concept);
			return concept;
		};
		for (const entity of entities) add(entity);
		for (const triple of triples) {
			if (!stands(triple, asOf)) {
				superseded++;
				continue;
			}
			const subject = add(triple.subject);
			const object = add(triple.object);
			if (subject === undefined || object === undefined || subject === object) continue;
			const key = `${subject}\0${normaliseName(triple.relation)}\0${object}`;
			const known = facts.get(key);
			if (known === undefined)
				facts.set(key, { subject, object, relation: triple.relation, text: textOf(triple), docs: [doc] });
			else if (known.docs.at(-1) !== doc) known.docs.push(doc);
		}
	}
	return { facts: [...facts.values()], mentions: mentions.map((held) => Int32Array.from(held).sort()), superseded };
}

function textOf({ subject, relation, object }: Triple): string {
	return `${subject} ${relation} ${object}`;
}
