import type { RunFolder } from '../../run/folder/run-folder.ts';
import { assumedClusterDeltas, seenClusterDeltas } from '../../stats/cluster-deltas.ts';
import { clusterPower } from '../../stats/cluster-power.ts';
import { allSingle } from '../../stats/clusters.ts';
import { corrections } from '../../stats/corrections.ts';
import { distributionOf, redrawnDistribution, sdOfDistribution } from '../../stats/delta-distribution.ts';
import { sdOfDeltas } from '../../stats/deltas.ts';
import { type Mde, mdeOf } from '../../stats/mde.ts';
import { queriesToFind } from '../../stats/queries-needed.ts';
import { queriesForWidth } from '../../stats/sample-size.ts';
import { alignRuns } from '../align.ts';
import { clusterNames } from '../cluster-choice.ts';
import { columnsOf, deltasOf, type MetricColumns, sharedMetrics } from '../columns.ts';
import { FEW_QUERIES } from '../comparison.ts';
import { type Question, type RowRole, readQuestion, roleOf } from '../question.ts';
import { roomAround, type Scope, scopesOf } from '../row.ts';
import { checkPowerOptions, type PowerOptions } from './options.ts';

export interface PowerRow {
	readonly metric: string;
	/** A stratum, or `overall`. */
	readonly stratum: string;
	readonly role: RowRole;
	readonly n: number;
	/** Clusters that the queries come in, where any holds more than one; they are the units of all that follows. */
	readonly clusters?: number;
	/** Intraclass correlation of the deltas: seen with a second run, else assumed to be that of the run's scores. */
	readonly icc?: number | undefined;
	/** Clusters needed to find each wished difference; `needed` are the queries in as many. */
	readonly neededClusters?: readonly (number | undefined)[];
	readonly few: boolean;
	/** The sd of the paired deltas: observed with a second run, assumed without. */
	readonly sd: number;
	/** Two-sided level of the row: alpha for the primary one, Holm's first step in its family for the others. */
	readonly level: number;
	readonly found: Mde;
	/** Queries needed to find each wished difference, in the order of the options; undefined where none are enough. */
	readonly needed: readonly (number | undefined)[];
	/** Queries with which the interval is expected to reach no farther than each wished difference to either side. */
	readonly forInterval: readonly number[];
}

export interface DatasetPower {
	readonly question: Question;
	readonly rows: readonly PowerRow[];
}

/**
 * The power of a dataset before any comparison is made, under the rule of `bench compare`: for each row
 * the MDE (see `stats/mde.ts`) and how many queries wished differences need. The deltas are those seen against
 * `against`, else assumed from the run's own scores (`redrawnDistribution`). Secondary rows are at their family's level,
 * which holds once the primary question is decided.
 */
export function powerOf(run: RunFolder, against: RunFolder | undefined, options: PowerOptions): DatasetPower {
	checkPowerOptions(options);
	const runs = against === undefined ? [run] : [run, against];
	const aligned = alignRuns(runs, options.clusters);
	const columns = sharedMetrics(runs, options.metrics).map((metric) => columnsOf(metric, aligned));
	const question = readQuestion(columns, options);
	const open = columns.flatMap((column) =>
		scopesOf(column).map((scope) => ({
			column,
			scope,
			role: roleOf(question, { metric: column.metric, stratum: scope.name }),
		})),
	);
	const levelOf = (role: RowRole): number =>
		corrections[options.correction].singleLevel(options.alpha, open.filter((row) => row.role === role).length);
	return {
		question,
		rows: open.map(({ column, scope, role }) => powerOfRow(column, scope, role, levelOf(role), options)),
	};
}

function powerOfRow(
	column: MetricColumns,
	{ name, rows }: Scope,
	role: RowRole,
	level: number,
	{ power, deltas, correlation, seed }: PowerOptions,
): PowerRow {
	const { metric, max, values } = column;
	const pick = <T>(all: readonly T[]): readonly T[] => (rows === undefined ? all : rows.map((row) => all[row] as T));
	const scores = pick(values[0] ?? []);
	const seen = values.length < 2 ? undefined : pick(deltasOf(column, 1));
	const sd = seen === undefined ? sdOfDeltas(scores) * Math.sqrt(2 * (1 - correlation)) : sdOfDeltas(seen);
	const prior = { queries: 1, move: max };
	const distribution =
		seen === undefined ? redrawnDistribution(scores, correlation, prior) : distributionOf(seen, prior);
	const room = roomAround(scores, max);
	const settings = { level, power, max, room, seed, stream: `mde/${metric}/${name}` };
	const names = clusterNames(column.queries);
	const clusters = names === undefined ? undefined : pick(names);
	const common = { metric, stratum: name, role, n: scores.length, few: scores.length < FEW_QUERIES, sd, level };
	if (clusters !== undefined && !allSingle(clusters)) {
		const units =
			seen === undefined
				? assumedClusterDeltas(scores, clusters, correlation, max, seed)
				: seenClusterDeltas(seen, clusters, max);
		const { found, clustersToFind } = clusterPower(units, settings);
		const neededClusters = deltas.map(clustersToFind);
		// The interval of a cluster mean, from the sd of the clusters' deltas.
		const widths = deltas.map((delta) => queriesForWidth(2 * delta, sdOfDistribution(units.distribution), level));
		return {
			...common,
			...{ found, clusters: units.clusters, icc: units.icc, neededClusters },
			needed: neededClusters.map((count) => count && Math.ceil(count * units.typical)),
			forInterval: widths.map((count) => Math.ceil(count * units.typical)),
		};
	}
	return {
		...common,
		found: mdeOf(distribution, scores.length, settings),
		needed: deltas.map((delta) => queriesToFind(distribution, delta, settings)),
		forInterval: deltas.map((delta) => queriesForWidth(2 * delta, sd, level)),
	};
}
