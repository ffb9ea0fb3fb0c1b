import type { RetrieveContext } from '../../../harness/contract.ts';
import { rowsOf, searchMatrix, vectorSearch } from '../../dense/vector-search.ts';
import { nounPhrases } from '../noun-phrases.ts';
import type { Start } from '../walk.ts';
import { namedConcepts } from './named-concepts.ts';
import { type Seeding, type SeedingContext, strongest } from './seeding.ts';

/** Finds the concepts that some names mean, where there are any near enough. */
type NearestConcepts = (names: readonly string[], context: RetrieveContext) => Promise<readonly number[]>;

/**
 * Seeds the walk with the concepts that the query itself names. `match=string` looks for their names in the query, `embedding` for the
 * concept whose vector is nearest to each noun phrase of the query (cosine at least `concept_threshold`), `both` for the
 * second in what the first left over. A concept weighs 1 / (documents that mention it).
 */
export const entities: Seeding = {
	summary: 'the concepts that the query names, by string or by embedding',
	startsFromPassages: false,
	async prepare(context) {
		const { options, vocabulary, nodeOf, docFrequency } = context;
		const { byName, byVector } = MATCHES[options.match];
		const nearest = byVector ? await nearestConcepts(context) : undefined;
		return async (query, _passages, context) => {
			const named = byName ? namedConcepts(query.text, vocabulary) : { concepts: [], rest: [query.text] };
			const phrases = named.rest.flatMap((text) => nounPhrases(text));
			const near = nearest === undefined || phrases.length === 0 ? [] : await nearest(phrases, context);
			const starts = [...new Set([...named.concepts, ...near])]
				.map((concept) => nodeOf[concept] as number)
				.filter((node) => node >= 0)
				.map((node): Start => ({ node, weight: 1 / (docFrequency[node] as number) }));
			return strongest(starts, options.concepts_per_query);
		};
	},
};

const MATCHES = {
	string: { byName: true, byVector: false },
	embedding: { byName: false, byVector: true },
	both: { byName: true, byVector: true },
} as const;

async function nearestConcepts({ vectors, vocabulary, options }: SeedingContext): Promise<NearestConcepts> {
	const texts = await vectors();
	const matrix = await texts.ofTexts(vocabulary.written);
	const search = vectorSearch(
		searchMatrix(rowsOf(matrix, texts.dimensions), texts.dimensions),
		vocabulary.written.length,
	);
	return async (names, context) =>
		(await texts.ofNames(names, context)).flatMap((vector) => {
			const { docs, scores } = search.search(vector, 1);
			const concept = docs[0];
			return concept !== undefined && (scores[0] as number) >= options.concept_threshold ? [concept] : [];
		});
}
