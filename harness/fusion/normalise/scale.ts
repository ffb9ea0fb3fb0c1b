import type { PoolLeg } from '../../contract.ts';

/**
 * How a leg's scores of one query are brought to a common scale: (score x unit - origin) / span, clipped to
 * [floor, ceiling]; `degenerate` where the span is 0 (one document, or all scores equal).
 */
export interface Scale {
	/** A power of two, 1 unless the scores are so large or small that their squares would overflow or vanish. */
	readonly unit: number;
	readonly origin: number;
	readonly span: number;
	readonly floor: number;
	readonly ceiling: number;
	readonly degenerate: number;
}

export interface Normaliser {
	readonly name: string;
	readonly summary: string;
	/** The scale of a leg that returned at least one document. */
	scaleOf(leg: PoolLeg): Scale;
}

/** Highest and lowest score that the leg returned: its first and last, as rankings stand in order. */
export function extremes(leg: PoolLeg): { readonly highest: number; readonly lowest: number } {
	return {
		highest: leg.scores[leg.order[0] as number] as number,
		lowest: leg.scores[leg.order[leg.order.length - 1] as number] as number,
	};
}

/** A power of two that brings `magnitude` near 1, where it is extreme; multiplying by it loses no bit. */
export function safeUnit(magnitude: number): number {
	if (magnitude === 0 || (magnitude < 1e100 && magnitude > 1e-100)) return 1;
	return 2 ** Math.min(1023, -Math.ceil(Math.log2(magnitude)));
}

/** Mean and population or sample standard deviation of the leg's scores x unit. */
export function moments(
	leg: PoolLeg,
	unit: number,
	kind: 'population' | 'sample',
): { mean: number; deviation: number } {
	const n = leg.order.length;
	let sum = 0;
	for (let rank = 0; rank < n; rank++) sum += (leg.scores[leg.order[rank] as number] as number) * unit;
	const mean = sum / n;
	let squares = 0;
	for (let rank = 0; rank < n; rank++)
		squares += ((leg.scores[leg.order[rank] as number] as number) * unit - mean) ** 2;
	const degrees = kind === 'sample' ? n - 1 : n;
	// Equal scores: their mean may be off by a rounding, which must not pass for a deviation.
	const { highest, lowest } = extremes(leg);
	return { mean, deviation: highest === lowest || degrees === 0 ? 0 : Math.sqrt(squares / degrees) };
}

/** Largest absolute score of a leg: at one of its ends. */
export function magnitude(leg: PoolLeg): number {
	const { highest, lowest } = extremes(leg);
	return Math.max(Math.abs(highest), Math.abs(lowest));
}
