import type { RunFolder } from '../run/folder/run-folder.ts';
import { holm } from '../stats/holm.ts';
import type { Interval } from '../stats/interval.ts';
import { compareRuns } from './compare-runs.ts';
import { COMPARE_DEFAULTS, OVERALL } from './comparison.ts';
import { meanIntervals } from './mean-intervals.ts';

/** The runs of one system on one dataset in order of time, each against the one before. */
export interface History {
	readonly system: string;
	readonly dataset: string;
	readonly metric: string;
	readonly alpha: number;
	readonly points: readonly HistoryPoint[];
	/** The earliest run whose change is a loss. */
	readonly firstLoss: HistoryPoint | undefined;
}

export interface HistoryPoint {
	readonly path: string;
	readonly created: string;
	readonly commit: string | null;
	readonly queries: number;
	readonly mean: number;
	readonly interval: Interval;
	/** Against the run before; undefined for the first. */
	readonly change: HistoryChange | undefined;
}

export interface HistoryChange {
	readonly delta: number;
	readonly interval: Interval;
	/** Two-sided, corrected over all changes of the history (Holm). */
	readonly correctedP: number;
	readonly word: 'win' | 'loss' | 'no change' | 'inconclusive';
}

/**
 * Runs in order of commit and time: those of one commit stand together, in order of time, and commits in the order in
 * which each was first run. So a run that repeats an old commit later stands beside its like, not between newer ones.
 * Runs of an unknown commit, or of changes that no commit has, stand by their time alone.
 *
 * @param runs oldest first
 */
export function inOrderOfCommits<Run extends { readonly manifest: Pick<RunFolder['manifest'], 'tool'> }>(
	runs: readonly Run[],
): readonly Run[] {
	const groups = new Map<string, Run[]>();
	runs.forEach((run, i) => {
		const { commit } = run.manifest.tool;
		const key = commit === null || commit.endsWith('+changes') ? `run ${i}` : commit;
		groups.set(key, [...(groups.get(key) ?? []), run]);
	});
	return [...groups.values()].flat();
}

/**
 * Each run's overall mean on a metric and its change against the run before. `runs` are of one dataset, in the order to be told.
 * Changes are one family: among many that are none, a loss by chance is named with probability alpha at most.
 */
export function historyOf(
	runs: readonly RunFolder[],
	metric: string,
	{ alpha = COMPARE_DEFAULTS.alpha, seed = COMPARE_DEFAULTS.seed } = {},
): History {
	const tested = runs.slice(1).map((run, i) => {
		const { rows } = compareRuns(runs[i] as RunFolder, [run], { metrics: [metric], alpha, seed });
		const row = rows.find(({ role }) => role === 'primary');
		if (row === undefined) throw new Error(`no primary row for ${metric}`);
		return row;
	});
	const corrected = holm(tested.map(({ rawStudentisedP }) => rawStudentisedP));
	const points = runs.map((run, i): HistoryPoint => {
		const found = meanIntervals(run, [metric], { alpha, seed }).find(({ stratum }) => stratum === OVERALL);
		const row = tested[i - 1];
		const p = corrected[i - 1];
		return {
			path: run.path,
			created: run.manifest.created,
			commit: run.manifest.tool.commit,
			queries: found?.queries ?? 0,
			mean: found?.mean ?? Number.NaN,
			interval: found?.interval ?? { low: Number.NaN, high: Number.NaN },
			change:
				row === undefined || p === undefined
					? undefined
					: {
							delta: row.effect.meanDelta,
							interval: row.interval,
							correctedP: p,
							word: wordOf(row.effect, p, alpha),
						},
		};
	});
	return {
		system: runs[0]?.manifest.system.name ?? '',
		dataset: runs[0]?.manifest.dataset.name ?? '',
		metric,
		alpha,
		points,
		firstLoss: points.find(({ change }) => change?.word === 'loss'),
	};
}

function wordOf(
	{ meanDelta, wins, losses }: { readonly meanDelta: number; readonly wins: number; readonly losses: number },
	p: number,
	alpha: number,
): HistoryChange['word'] {
	// Not one query scored differently: on these queries it is the same system.
	if (wins + losses === 0) return 'no change';
	return p >= alpha ? 'inconclusive' : meanDelta < 0 ? 'loss' : 'win';
}
