/**
 * How scores fall along a list: by 0-based rank, strictly falling, so that ranks are never in doubt. They matter to
 * fusions that read scores; `even` is the one that thresholds are quoted for.
 */
export type ScoreShape = (rank: number, depth: number, cutoff: number) => number;

/** Small enough to pass for a tie, large enough to stay an order. */
const STEP = 1e-9;

export const SCORE_SHAPES: Readonly<Record<string, ScoreShape>> = {
	/** Equal steps from 1 down to 1 / depth. */
	even,
	/** The first K - 1 all but equal, the rest all but equal far below: the K-th stands as low as normalisation allows. */
	head: (rank, depth, cutoff) => (rank < cutoff - 1 ? 1 : 0) + STEP * even(rank, depth),
	/** One high outlier, the rest all but equal. */
	outlier: (rank, depth) => (rank === 0 ? 1 : 0) + STEP * even(rank, depth),
	/** All but equal. */
	flat: (rank, depth) => 1 + STEP * even(rank, depth),
	/** The first K all but equal, the rest near nothing. */
	plateau: (rank, depth, cutoff) => (rank < cutoff ? 1 : 0) + STEP * even(rank, depth),
	/** Falls with the square of the rank. */
	steep: (rank) => 1 / (rank + 1) ** 2,
	/** Below 0 throughout, as some engines score. */
	negative: (rank, depth) => even(rank, depth) - 3,
	/** On a far larger scale than the others'. */
	large: (rank, depth) => 1e6 * even(rank, depth),
};

function even(rank: number, depth: number): number {
	return (depth - rank) / depth;
}
