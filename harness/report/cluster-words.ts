import type { ComparedRow, Comparison } from '../compare/comparison.ts';
import { smallestP } from '../stats/clusters.ts';
import { formatCount } from './numbers.ts';
import type { Column } from './view.ts';

/** Clusters, how alike the deltas within one are, and what that leaves of the queries; no column without clusters. */
export function clusterColumns({ rows }: Comparison): readonly Column<ComparedRow>[] {
	if (rows.every(({ clustering }) => clustering === undefined)) return [];
	const number = (
		key: string,
		header: string,
		read: (row: NonNullable<ComparedRow['clustering']>) => number | undefined,
		digits: number,
	): Column<ComparedRow> => ({
		key,
		header,
		align: 'right',
		cell: ({ clustering }) => {
			const value = clustering && read(clustering);
			return value === undefined ? { text: '', value: null } : { text: value.toFixed(digits), value };
		},
	});
	return [
		number('clusters', 'clusters', ({ clusters }) => clusters, 0),
		number('icc', 'ICC', ({ icc }) => icc, 2),
		number('design_effect', 'deff', ({ designEffect }) => designEffect, 1),
		number('n_effective', 'n eff.', ({ effective }) => effective, 0),
	];
}

/** The part of clusters in these rows: how they were reckoned with, and where there are too few for any claim. */
export function clusterNotes({ options }: Comparison, rows: readonly ComparedRow[]): readonly string[] {
	if (options.clusters === 'none')
		return [
			'NOT CLUSTERED (--cluster none): queries of one scope count as independent, so intervals can be too narrow.',
		];
	const clustered = rows.filter(({ clustering }) => clustering !== undefined);
	const [first] = clustered;
	if (first?.clustering === undefined) return [];
	const { clusters, icc, designEffect, effective } = first.clustering;
	const by = options.clusters === undefined ? 'scope' : options.clusters.field;
	const few = clustered.some(({ clustering }) => clustering?.method === 'wild');
	const worth =
		icc === undefined
			? ''
			: `; ICC of the deltas ${icc.toFixed(2)}, design effect ${designEffect.toFixed(1)}: worth ${formatCount(Math.round(effective))} independent queries`;
	const hopeless = clustered.filter(({ clustering, level }) => smallestP(clustering?.clusters ?? 0) >= level);
	return [
		`Clustered by ${by}: ${formatCount(first.effect.n)} queries of ${first.metric} ${first.stratum} in ${formatCount(clusters)} clusters${worth}. ${few ? 'With so few clusters the tests flip the signs of whole clusters (wild cluster bootstrap) beside a cluster-robust t.' : 'The bootstrap draws whole clusters.'}`,
		...(hopeless.length === 0
			? []
			: [
					`Inconclusive whatever the deltas: ${[...new Set(hopeless.map(({ clustering, level }) => `${clustering?.clusters} clusters reach no p below ${smallestP(clustering?.clusters ?? 0)}, and the level is ${Number(level.toPrecision(3))}`))].join('; ')}. More clusters are needed, not more queries in each.`,
				]),
	];
}

/** One sentence on the clusters of a row of another report; none without clusters. */
export function clusterNote(row: ClusteredRow | undefined): readonly string[] {
	if (row?.clustering === undefined) return [];
	const { clusters, designEffect, effective } = row.clustering;
	return [
		`Clustered by scope: ${formatCount(row.effect.n)} queries of ${row.metric} ${row.stratum} in ${formatCount(clusters)} clusters, design effect ${designEffect.toFixed(1)}: worth ${formatCount(Math.round(effective))} independent queries.`,
	];
}

type ClusteredRow = Pick<ComparedRow, 'clustering' | 'effect' | 'metric' | 'stratum'>;

/** The same for machines. */
export function clusteringData({ clustering }: ComparedRow): object {
	if (clustering === undefined) return {};
	const { clusters, icc, designEffect, effective, method } = clustering;
	return {
		clusters,
		icc: icc ?? null,
		designEffect,
		nEffective: effective,
		clusterMethod: method === 'wild' ? 'wild cluster bootstrap' : 'cluster bootstrap',
	};
}
