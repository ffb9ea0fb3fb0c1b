import type { Query } from '../../contract.ts';
import type { StratumRows } from '../../stats/resample.ts';

/** Indices of these queries by stratum, in order of first appearance. */
export function strataOf(queries: readonly Query[]): readonly StratumRows[] {
	const strata = new Map<string, number[]>();
	queries.forEach(({ stratum }, row) => {
		const rows = strata.get(stratum);
		if (rows === undefined) strata.set(stratum, [row]);
		else rows.push(row);
	});
	return [...strata].map(([name, rows]) => ({ name, rows }));
}
