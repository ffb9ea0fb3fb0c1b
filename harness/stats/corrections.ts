import { benjaminiHochberg } from './benjamini-hochberg.ts';
import { holm } from './holm.ts';

export interface Correction {
	/** Adjusted p values, in the order given. */
	adjust(pValues: readonly number[]): readonly number[];
	/** The level that a single real difference in a family of `size` must pass, where the others are null. */
	singleLevel(alpha: number, size: number): number;
}

const firstStep = (alpha: number, size: number): number => alpha / Math.max(1, size);

/** Corrections for many comparisons, by the name that `--correction` takes. */
export const corrections = {
	holm: { adjust: holm, singleLevel: firstStep },
	bh: { adjust: benjaminiHochberg, singleLevel: firstStep },
	none: { adjust: (pValues) => [...pValues], singleLevel: (alpha) => alpha },
} as const satisfies Record<string, Correction>;

export type CorrectionName = keyof typeof corrections;
