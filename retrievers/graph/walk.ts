/** A node that a walk starts from. */
export interface Start {
	readonly node: number;
	/** > 0. Only the proportions between starts count. */
	readonly weight: number;
}

/** A way to spread weight from starting nodes over a graph. */
export interface Walk {
	/** The strength that arrives, by node. */
	spread(starts: readonly Start[]): Float64Array;
}

/** The starts scaled to sum to 1. */
export function proportions(starts: readonly Start[]): readonly Start[] {
	const sum = starts.reduce((total, { weight }) => total + weight, 0);
	return starts.map(({ node, weight }) => ({ node, weight: weight / sum }));
}
