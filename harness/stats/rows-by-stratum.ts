import type { StratumRows } from './resample.ts';

/** The rows of each stratum, strata in order of first appearance. `strata` names that of every row. */
export function rowsByStratum(strata: readonly string[]): readonly StratumRows[] {
	const byName = new Map<string, number[]>();
	strata.forEach((name, row) => {
		const rows = byName.get(name);
		if (rows === undefined) byName.set(name, [row]);
		else rows.push(row);
	});
	return [...byName].map(([name, rows]) => ({ name, rows }));
}
