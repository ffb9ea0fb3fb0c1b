import type { Json, JsonObject } from '../../contract.ts';
import { spread } from '../../datasets/describe.ts';
import { type AuditedQuery, type DataAuditContext, meanOver, scoreOf } from './context.ts';
import type { DataCheck, Finding } from './finding.ts';

/** A mean from which a system is at the ceiling of a stratum. */
const CEILING = 0.98;

/** Median share of a query's words in a relevant document from which the queries look cut out of it. */
const CUT_OUT = 0.9;

/**
 * Strata whose labels were, or look as if they were, defined by a system under test: then its score there is agreement
 * with itself. Declared: queries whose `_circular` provenance is set. Suspected: a system at the ceiling of the headline
 * metric where queries are made of their documents' words. Neither is a proof, and a label can be circular without
 * either.
 */
export const circular: DataCheck = {
	name: 'circular',
	title: 'strata whose labels may come from a system under test',
	columns: ({ labels, headline }) => [
		{ key: 'queries', header: 'queries', form: 'count' },
		{ key: 'declared', header: 'declared circular', form: 'count' },
		{ key: 'contained', header: 'words found, median', form: 'share' },
		...labels.map((label) => ({ key: label, header: `${label} ${headline.name}`, form: 'value' as const })),
	],
	run: (context) => [...context.strata].map(([stratum, queries]) => finding(context, stratum, queries)),
};

function finding(context: DataAuditContext, stratum: string, queries: readonly AuditedQuery[]): Finding {
	const { labels, headline, task } = context;
	const means = labels.map((_, run) => meanOver(queries, (query) => scoreOf(headline, query, run)));
	const said = queries.map(({ query }) => declarationOf(task.provenance.get(query.id)?._circular));
	const declared = said.filter((declaration) => declaration !== 'no').length;
	const contained = spread(queries.map((query) => query.overlap.contained)).p50;
	const atCeiling = labels.filter((_, run) => (means[run] as number) >= CEILING);
	const names = atCeiling.join(', ');
	const verdict = ((): Pick<Finding, 'weight' | 'means'> => {
		if (said.includes('yes'))
			return {
				weight: 'limit',
				means: `${declared} of ${queries.length} queries say that a system may have defined their label: its score here is agreement with itself.`,
			};
		if (atCeiling.length > 0 && contained >= CUT_OUT)
			return {
				weight: 'limit',
				means: `${names} at the ceiling, and queries are made of their documents' words: labels may come from matching words. A system cannot win here, only lose.`,
			};
		if (declared > 0)
			return {
				weight: 'caution',
				means: `${declared} of ${queries.length} queries say that a system had a part in how they were made: the labels are biased for or against it.`,
			};
		if (atCeiling.length > 0)
			return {
				weight: 'caution',
				means: `${names} at the ceiling: there is nothing left here to find a difference in.`,
			};
		return { weight: 'fine', means: 'No sign of it: no system is at the ceiling, and no query declares it.' };
	})();
	return {
		about: stratum,
		numbers: {
			queries: queries.length,
			declared,
			contained,
			...Object.fromEntries(labels.map((label, run) => [label, means[run] as number])),
		},
		...verdict,
	};
}

/**
 * Reads the `_circular` of a query. An object, as `bench build-evalset` writes it, says it in `by_system_under_test`
 * (a text that begins with yes, no or in part); elsewhere any value but false, 0 and "" is a yes.
 */
function declarationOf(value: Json | undefined): 'yes' | 'in part' | 'no' {
	if (value !== null && typeof value === 'object' && !Array.isArray(value))
		return declarationOf((value as JsonObject).by_system_under_test);
	if (!value) return 'no';
	if (typeof value !== 'string') return 'yes';
	return (['no', 'in part'] as const).find((word) => new RegExp(`^${word}\\b`, 'i').test(value)) ?? 'yes';
}
