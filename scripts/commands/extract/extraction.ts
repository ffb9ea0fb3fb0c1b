import { isCleanText } from '../../../harness/datasets/fields.ts';

/** The extraction of one document. */
export interface Extraction {
	readonly entities: readonly string[];
	readonly triples: readonly (readonly [subject: string, relation: string, object: string])[];
}

/** A longer part of a triple is a sentence, not a concept. */
const LONGEST_PART = 300;

/**
 * The extraction in one object of an answer, with the number of entities and triples that could not be used: no text,
 * empty, or too long to be a concept. Triples may be lists of three or objects with subject, relation (or predicate)
 * and object. Undefined where the object has neither list.
 */
export function readExtraction(
	value: Readonly<Record<string, unknown>>,
): { readonly extraction: Extraction; readonly dropped: number } | undefined {
	const { entities, triples } = value;
	if (!Array.isArray(entities) && !Array.isArray(triples)) return undefined;
	const names = (Array.isArray(entities) ? entities : []).map(entityName);
	const facts = (Array.isArray(triples) ? triples : []).map(readTriple);
	const kept = { names: names.filter(isThere), facts: facts.filter(isThere) };
	return {
		extraction: {
			entities: [...new Set(kept.names)],
			triples: [...new Map(kept.facts.map((fact) => [JSON.stringify(fact), fact])).values()],
		},
		dropped: names.length - kept.names.length + facts.length - kept.facts.length,
	};
}

function readTriple(value: unknown): readonly [string, string, string] | undefined {
	const object = asRecord(value);
	const parts = Array.isArray(value)
		? value
		: object === undefined
			? []
			: [object.subject, object.relation ?? object.predicate, object.object];
	if (parts.length !== 3) return undefined;
	const [subject, relation, target] = parts.map(concept);
	return subject === undefined || relation === undefined || target === undefined
		? undefined
		: [subject, relation, target];
}

function entityName(value: unknown): string | undefined {
	const object = asRecord(value);
	return concept(object === undefined ? value : (object.name ?? object.text ?? object.entity));
}

function concept(value: unknown): string | undefined {
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	if (typeof value !== 'string') return undefined;
	const text = value.replace(/[\s\p{Cc}]+/gu, ' ').trim();
	return text === '' || text.length > LONGEST_PART || !isCleanText(text) ? undefined : text;
}

export function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
		? (value as Record<string, unknown>)
		: undefined;
}

function isThere<T>(value: T | undefined): value is T {
	return value !== undefined;
}
