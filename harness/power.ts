import { alignRuns } from './compare/align.ts';
import { columnsOf, deltasOf, sharedMetrics } from './compare/columns.ts';
import { FEW_QUERIES } from './compare/comparison.ts';
import { fewestMoves, smallestDelta } from './compare/detectable.ts';
import { scopesOf } from './compare/row.ts';
import { BenchError } from './errors.ts';
import type { RunFolder } from './results/run-folder.ts';
import { type CorrectionName, corrections } from './stats/corrections.ts';
import { sdOfDeltas } from './stats/deltas.ts';
import { effect } from './stats/effect.ts';
import { detectableEffect, queriesNeeded } from './stats/power.ts';

export interface PowerOptions {
	readonly metrics?: readonly string[];
	readonly alpha: number;
	readonly power: number;
	/** Deltas to count queries for, in units of the metric (> 0). */
	readonly deltas: readonly number[];
	readonly correction: CorrectionName;
	/**
	 * Assumed correlation of the scores of two systems over queries, where no second run tells the sd of their deltas:
	 * sd = sd of the scores x sqrt(2 (1 - correlation)). In [-1, 1).
	 */
	readonly correlation: number;
}

export const POWER_DEFAULTS: PowerOptions = {
	alpha: 0.05,
	power: 0.8,
	deltas: [0.02, 0.05, 0.1],
	correction: 'holm',
	correlation: 0.5,
};

export interface PowerRow {
	readonly metric: string;
	/** A stratum, or `overall`. */
	readonly stratum: string;
	readonly n: number;
	readonly few: boolean;
	/** Of the paired deltas: seen with a second run, assumed without. */
	readonly sd: number;
	/** Two-sided level of one row, after the correction of its family. */
	readonly level: number;
	/** Smallest delta that `n` queries find; undefined where the scores have no spread. */
	readonly detectable: number | undefined;
	/** Queries needed for each wished delta, in the order of the options; undefined where there is no spread. */
	readonly needed: readonly (number | undefined)[];
}

/**
 * What a dataset of this size can show, before any comparison is made: for each metric, overall and per stratum, the
 * smallest delta that is found with the power asked for, and how many queries wished deltas need. By the paired t test,
 * with the sd of the deltas from `against` if given, else from the run's own scores and an assumed correlation.
 */
export function powerOf(run: RunFolder, against: RunFolder | undefined, options: PowerOptions): readonly PowerRow[] {
	requireSound(options);
	const runs = against === undefined ? [run] : [run, against];
	const aligned = alignRuns(runs);
	const { loneLevel } = corrections[options.correction];
	return sharedMetrics(runs, options.metrics).flatMap((metric) => {
		const column = columnsOf(metric, aligned);
		const scopes = scopesOf(column);
		const level = loneLevel(options.alpha, scopes.length);
		return scopes.map(({ name, rows }) => {
			const pick = (values: readonly number[]): readonly number[] =>
				rows === undefined ? values : rows.map((row) => values[row] as number);
			const seen = against === undefined ? undefined : effect(pick(deltasOf(column, 1)));
			const n = pick(column.values[0] ?? []).length;
			const sd = seen?.sd ?? sdOfDeltas(pick(column.values[0] ?? [])) * Math.sqrt(2 * (1 - options.correlation));
			const smallest = detectableEffect(n, level, options.power);
			return {
				metric,
				stratum: name,
				n,
				few: n < FEW_QUERIES,
				sd,
				level,
				detectable:
					seen === undefined
						? smallest === undefined || sd === 0
							? undefined
							: smallest * sd
						: smallestDelta(seen, level, options.power),
				needed: options.deltas.map((delta) => {
					if (sd === 0) return undefined;
					// As many queries must move as a randomisation test needs to say anything at all.
					const forMoves = Math.ceil((fewestMoves(level) * (seen?.meanMove ?? 0)) / delta);
					return Math.max(queriesNeeded(delta / sd, level, options.power), forMoves);
				}),
			};
		});
	});
}

function requireSound({ alpha, power, deltas, correlation }: PowerOptions): void {
	const fail = (message: string): never => {
		throw new BenchError('usage', message);
	};
	if (!(alpha > 0 && alpha < 0.5)) fail(`alpha is above 0 and below 0.5, not ${alpha}`);
	if (!(power > alpha && power < 1)) fail(`power is above alpha and below 1, not ${power}`);
	if (!(correlation >= -1 && correlation < 1)) fail(`a correlation is from -1 to below 1, not ${correlation}`);
	for (const delta of deltas) if (!(delta > 0)) fail(`a wished delta is above 0, not ${delta}`);
}
