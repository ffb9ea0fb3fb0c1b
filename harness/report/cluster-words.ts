import type { ClusterChoice } from '../compare/cluster-choice.ts';
import type { ComparedRow, Comparison } from '../compare/comparison.ts';
import type { Clustering } from '../stats/bootstrap-result.ts';
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

/** A judged row, as far as its clusters go. */
export interface ClusteredRow {
	readonly metric: string;
	readonly stratum: string;
	/** Queries. */
	readonly n: number;
	readonly clustering?: Clustering | undefined;
	/** Two-sided level that a single real difference in its family must pass. */
	readonly level: number;
	/** Nothing was decided. */
	readonly open: boolean;
}

/** The cluster side of a row of a comparison. */
export function clusteredRow({
	metric,
	stratum,
	effect,
	clustering,
	level,
	verdict,
}: Pick<ComparedRow, 'metric' | 'stratum' | 'effect' | 'clustering' | 'level' | 'verdict'>): ClusteredRow {
	return { metric, stratum, n: effect.n, clustering, level, open: verdict === 'inconclusive' };
}

export const NOT_CLUSTERED =
	'NOT CLUSTERED (--cluster none): queries of one scope count as independent, so intervals can be too narrow.';

/** The part of clusters in these rows: how they were reckoned with, and where there are too few for any claim. */
export function clusterNotes(choice: ClusterChoice | undefined, rows: readonly ClusteredRow[]): readonly string[] {
	if (choice === 'none') return [NOT_CLUSTERED];
	const clustered = rows.filter(({ clustering }) => clustering !== undefined);
	const [first] = clustered;
	if (first?.clustering === undefined) return [];
	const { clusters, icc, designEffect, effective } = first.clustering;
	const few = clustered.some(({ clustering }) => clustering?.method === 'wild');
	const worth =
		icc === undefined
			? ''
			: `; ICC of the deltas ${icc.toFixed(2)}, design effect ${designEffect.toFixed(1)}: worth ${formatCount(Math.round(effective))} independent queries`;
	return [
		`Clustered by ${clusterField(choice)}: ${formatCount(first.n)} queries of ${first.metric} ${first.stratum} in ${formatCount(clusters)} clusters${worth}. ${few ? 'With so few clusters the tests flip the signs of whole clusters (wild cluster bootstrap), beside a cluster-robust t and resampled clusters.' : 'The bootstrap draws whole clusters.'}`,
		...tooFewNotes(clustered),
	];
}

export function clusterField(choice: Exclude<ClusterChoice, 'none'> | undefined): string {
	return choice === undefined ? 'scope' : choice.field;
}

/** What `--cluster` asked for, for machines: nothing where it was not given. */
export function clusterOption(choice: ClusterChoice | undefined): { readonly cluster?: string } {
	if (choice === undefined) return {};
	return { cluster: choice === 'none' ? 'none' : choice.field };
}

/** What it means for a plan that its units are clusters. `assumed`: no second run showed how alike their deltas are. */
export function unitsNote(
	choice: Exclude<ClusterChoice, 'none'> | undefined,
	clusters: number,
	icc: number | undefined,
	assumed: boolean,
): string {
	const alike = icc === undefined ? '' : ` (ICC ${icc.toFixed(2)})`;
	const how = assumed
		? `within one, deltas are assumed to be as alike as the scores of the run${alike}`
		: `how alike the deltas of one are was seen${alike}`;
	return `Queries come in ${formatCount(clusters)} clusters (by ${clusterField(choice)}), which are the units here; ${how}. More clusters are needed, not more queries in each.`;
}

/** Rows that are open because no p of so few clusters reaches the level. */
function tooFewNotes(rows: readonly ClusteredRow[]): readonly string[] {
	const reasons = new Map<string, Set<string>>();
	for (const { clustering, level, open, stratum } of rows) {
		if (clustering === undefined || !open || smallestP(clustering.clusters) < level) continue;
		const smallest = Number(smallestP(clustering.clusters).toPrecision(3));
		const reason = `${clustering.clusters} clusters reach no p below ${smallest}, and the level is ${Number(level.toPrecision(3))}`;
		reasons.set(reason, (reasons.get(reason) ?? new Set()).add(stratum));
	}
	if (reasons.size === 0) return [];
	const said = [...reasons].map(([reason, strata]) => `${[...strata].join(', ')}: ${reason}`);
	return [`Inconclusive whatever the deltas (${said.join('; ')}). More clusters are needed, not more queries in each.`];
}

/** The clusters of a row for machines; nothing where it has none. */
export function clusteringData({ clustering }: { readonly clustering?: Clustering | undefined }): object {
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
