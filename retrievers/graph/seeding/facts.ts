import { rowsOf, searchMatrix, vectorSearch } from '../../dense/vector-search.ts';
import type { Fact } from '../facts.ts';
import { type Seeding, strongest } from './seeding.ts';

/**
 * Seeds the walk with the facts nearest to the query, as HippoRAG 2 does (Gutiérrez et al., "From RAG to memory", 2025): the
 * `facts_per_query` facts of the highest cosine; each of their concepts weighs the mean cosine of the facts it stands in,
 * divided by the number of documents that mention it; the best `concepts_per_query` concepts are kept. Their step of
 * letting a language model throw out facts is not there; facts below `fact_threshold` are thrown out instead.
 */
export const facts: Seeding = {
	summary: 'the facts nearest to the query by embedding (HippoRAG 2)',
	startsFromPassages: false,
	async prepare({ facts: all, vectors, nodeOf, docFrequency, options }) {
		if (all.length === 0) return () => [];
		const texts = await vectors();
		const matrix = await texts.ofTexts(all.map(({ text }) => text));
		const search = vectorSearch(searchMatrix(rowsOf(matrix, texts.dimensions), texts.dimensions), all.length);
		return async (query, _passages, context) => {
			if (query.text.trim() === '') return [];
			const found = search.search(await texts.ofQuery(query.text, context), options.facts_per_query);
			const cosines = new Map<number, number[]>();
			found.docs.forEach((factIndex, rank) => {
				const cosine = found.scores[rank] as number;
				if (cosine < options.fact_threshold) return;
				const { subject, object } = all[factIndex] as Fact;
				for (const concept of [subject, object]) {
					const node = nodeOf[concept] as number;
					cosines.set(node, [...(cosines.get(node) ?? []), cosine]);
				}
			});
			const starts = [...cosines].map(([node, values]) => ({
				node,
				weight: values.reduce((sum, value) => sum + value, 0) / values.length / (docFrequency[node] as number),
			}));
			return strongest(starts, options.concepts_per_query);
		};
	},
};
