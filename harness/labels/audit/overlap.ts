import { spread } from '../../datasets/describe.ts';
import type { DataCheck } from './finding.ts';

/** Median share of a query's words in its relevant document from which words alone find it, and up to which they don't. */
const WORDS_SUFFICE = 0.8;
const WORDS_FAIL = 0.4;

/**
 * How far words alone lead from a query to its relevant documents, per stratum: of the relevant document that shares
 * most with the query. A stratum of queries that repeat their documents is easier for systems that match words.
 */
export const overlap: DataCheck = {
	name: 'overlap',
	title: 'words that queries share with their relevant documents',
	columns: () => [
		{ key: 'queries', header: 'queries', form: 'count' },
		{ key: 'contained', header: 'words found, median', form: 'share' },
		{ key: 'all_words', header: 'all found', form: 'share' },
		{ key: 'jaccard', header: 'Jaccard, median', form: 'value' },
	],
	run: ({ strata }) =>
		[...strata].map(([stratum, queries]) => {
			const contained = spread(queries.map((query) => query.overlap.contained)).p50;
			const all = queries.filter((query) => query.overlap.contained >= 1 - 1e-9).length / queries.length;
			return {
				about: stratum,
				numbers: {
					queries: queries.length,
					contained,
					all_words: all,
					jaccard: spread(queries.map((query) => query.overlap.jaccard)).p50,
				},
				weight: contained >= WORDS_SUFFICE ? 'caution' : 'fine',
				means:
					contained >= WORDS_SUFFICE
						? 'Half of the queries or more have nearly all their words in a relevant document: this stratum is easier for systems that match words.'
						: contained <= WORDS_FAIL
							? 'Most words of these queries are not in their relevant documents: this stratum is easier for systems that do not need them.'
							: 'Queries share some of their words with their relevant documents: that alone is an advantage to neither kind of system.',
			};
		}),
};
