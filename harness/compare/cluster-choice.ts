import type { QueryId } from '../contract.ts';
import { allSingle } from '../stats/clusters.ts';

/**
 * What makes queries belong together: by default their scope; `none`: nothing does; else the cluster of each query by
 * id, under the name of its field.
 */
export type ClusterChoice = 'none' | { readonly field: string; readonly of: ReadonlyMap<QueryId, string> };

/** The cluster of a query; undefined where it is independent of all others. */
export function clusterOf(
	query: { readonly queryId: QueryId; readonly scope?: string | undefined },
	choice: ClusterChoice | undefined,
): string | undefined {
	if (choice === 'none') return undefined;
	return choice === undefined ? query.scope : choice.of.get(query.queryId);
}

/**
 * A name for the cluster of every query; a query without one is a cluster of its own. Undefined where every cluster is one
 * query: nothing is clustered.
 */
export function clusterNames(
	queries: readonly { readonly queryId: QueryId; readonly cluster?: string | undefined }[],
): readonly string[] | undefined {
	if (queries.every(({ cluster }) => cluster === undefined)) return undefined;
	const names = queries.map(({ cluster, queryId }) =>
		cluster === undefined ? `query ${queryId}` : `cluster ${cluster}`,
	);
	return allSingle(names) ? undefined : names;
}

/** The same for the queries of a dataset. */
export function clustersOfQueries(
	queries: readonly { readonly id: QueryId; readonly scope?: string | undefined }[],
	choice: ClusterChoice | undefined,
): readonly string[] | undefined {
	return clusterNames(
		queries.map(({ id, scope }) => ({ queryId: id, cluster: clusterOf({ queryId: id, scope }, choice) })),
	);
}
