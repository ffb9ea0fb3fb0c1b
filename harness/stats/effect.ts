import { type Deltas, meanDelta, sdOfDeltas } from './deltas.ts';

export interface Effect {
	readonly n: number;
	readonly meanDelta: number;
	/** Sample standard deviation of the deltas. */
	readonly sd: number;
	/** Standardised effect d_z = mean / sd of the deltas (Cohen 1988); undefined where the sd is 0. */
	readonly dz: number | undefined;
	/** Queries on which the challenger is better, equal, worse. */
	readonly wins: number;
	readonly ties: number;
	readonly losses: number;
	/** Mean size of the deltas that are not 0; 0 where all are. */
	readonly meanMove: number;
}

/** How large the difference is, in four ways. */
export function effect(deltas: Deltas): Effect {
	const average = meanDelta(deltas);
	const sd = sdOfDeltas(deltas);
	const wins = deltas.filter((delta) => delta > 0).length;
	const losses = deltas.filter((delta) => delta < 0).length;
	return {
		n: deltas.length,
		meanDelta: average,
		sd,
		dz: sd > 0 ? average / sd : undefined,
		wins,
		ties: deltas.filter((delta) => delta === 0).length,
		losses,
		meanMove: meanDelta(deltas.filter((delta) => delta !== 0).map(Math.abs)),
	};
}
