/**
 * How scores fall along a list: by 0-based rank, within 0..1, strictly falling, so that ranks are never in doubt.
 * They matter to fusions that read scores; `even` is the one that thresholds are quoted for.
 */
export type ScoreShape = (rank: number, depth: number, cutoff: number) => number;

export const SCORE_SHAPES: Readonly<Record<string, ScoreShape>> = {
	/** Equal steps from 1 down to 1 / depth. */
	even,
	/** All but equal. */
	flat: (rank, depth) => 1 - 1e-6 * (1 - even(rank, depth)),
	/** One high outlier, the rest near nothing. */
	outlier: (rank, depth) => (rank === 0 ? 1 : 0.01 * even(rank, depth)),
	/** The first K all but equal, the rest near nothing. */
	plateau: (rank, depth, cutoff) => (rank < cutoff ? 1 - 1e-6 * (1 - even(rank, depth)) : 0.01 * even(rank, depth)),
	/** Falls with the square of the rank. */
	steep: (rank) => 1 / (rank + 1) ** 2,
};

function even(rank: number, depth: number): number {
	return (depth - rank) / depth;
}
