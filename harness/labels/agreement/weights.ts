/** How far two grades count as agreement, from 0 to 1, given the distance of the lowest and the highest grade. */
export type AgreementWeight = (first: number, second: number, range: number) => number;

/** Weights by name. Grades are numbers here, so 0 and 3 are further apart than 0 and 1 also where nobody gave a 2. */
export const KAPPA_WEIGHTS = {
	/** Cohen 1960: the same grade or not. */
	plain: (first, second) => (first === second ? 1 : 0),
	/** Cicchetti & Allison 1971. */
	linear: (first, second, range) => (range === 0 ? 1 : 1 - Math.abs(first - second) / range),
	/** Fleiss & Cohen 1973. */
	quadratic: (first, second, range) => (range === 0 ? 1 : 1 - ((first - second) / range) ** 2),
} as const satisfies Record<string, AgreementWeight>;
export type KappaWeights = keyof typeof KAPPA_WEIGHTS;
