import { clusterOf } from '../../compare/cluster-choice.ts';
import type { MetricColumns } from '../../compare/columns.ts';
import type { CompareOptions, ComparisonRow } from '../../compare/comparison.ts';
import { judgeFamily } from '../../compare/family.ts';
import { bootstrapAll } from '../../compare/resampling.ts';
import { scopesOf, testRow } from '../../compare/row.ts';
import type { Query } from '../../contract.ts';
import type { StratifiedBootstrap } from '../../stats/bootstrap.ts';
import { rowsByStratum } from '../../stats/rows-by-stratum.ts';
import type { PoolRecall } from './pool-recall.ts';

export const POOL_RECALL = 'pool recall';

/**
 * Each variant's pool against the control of the same size, as `bench compare` judges: all variants x (overall and
 * strata) are one family, of its own. Nothing is tuned here.
 */
export function judgePools(
	pools: readonly { readonly label: string; readonly pool: PoolRecall }[],
	queries: readonly Query[],
	options: CompareOptions,
): readonly ComparisonRow[] {
	if (pools.length === 0) return [];
	const { margin: _, ...withoutMargin } = options;
	const columns = pools.map(({ pool }): MetricColumns => {
		const scored = Array.from(pool.columns, (queryIndex) => queries[queryIndex] as Query);
		return {
			metric: POOL_RECALL,
			max: 1,
			queries: scored.map(({ id, stratum, scope }) => ({
				queryId: id,
				stratum,
				cluster: clusterOf({ queryId: id, scope }, options.clusters),
				scores: [],
			})),
			values: [pool.control, pool.withLeg],
			strata: rowsByStratum(scored.map(({ stratum }) => stratum)),
		};
	});
	const resampled = bootstrapAll(columns, withoutMargin);
	return judgeFamily(
		columns.flatMap((column, i) =>
			scopesOf(column).map((scope) =>
				testRow(
					column,
					scope,
					{ column: 1, label: pools[i]?.label ?? '' },
					resampled[i]?.[0] as StratifiedBootstrap,
					withoutMargin,
				),
			),
		),
		withoutMargin,
	);
}
