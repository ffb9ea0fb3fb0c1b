import { spread } from '../../datasets/describe.ts';
import type { AuditedQuery } from './context.ts';
import type { DataCheck, Finding } from './finding.ts';

/** A share of queries with one relevant document from which single labels carry the scores. */
const MOST = 0.5;

/** Queries with exactly one relevant document: all or nothing for recall, and one label away from another score. */
export const singleRelevant: DataCheck = {
	name: 'single-relevant',
	title: 'queries with a single relevant document',
	columns: () => [
		{ key: 'queries', header: 'queries', form: 'count' },
		{ key: 'single', header: 'with one relevant', form: 'share' },
		{ key: 'median', header: 'relevant, median', form: 'count' },
		{ key: 'most', header: 'most', form: 'count' },
	],
	run({ strata, queries }) {
		const rows = [...strata].map(([stratum, members]) => finding(stratum, members));
		return rows.length > 1 ? [finding('all', queries), ...rows] : rows;
	},
};

function finding(about: string, queries: readonly AuditedQuery[]): Finding {
	const relevant = queries.map((query) => query.relevant.size);
	const single = relevant.filter((count) => count === 1).length / queries.length;
	const { p50, max } = spread(relevant);
	return {
		about,
		numbers: { queries: queries.length, single, median: p50, most: max },
		weight: single >= MOST ? 'caution' : 'fine',
		means:
			single >= MOST
				? 'On most queries recall is 0 or 1 and hangs on one label: a missing or wrong one turns the whole query.'
				: 'Most queries have several relevant documents: no single label decides them.',
	};
}
