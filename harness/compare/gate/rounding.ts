/**
 * Scores, means and limits that differ by less than this are the same number: sums of many floating-point values that
 * are equal on paper can differ in the last bits, and a run must not fail a floor that is its own printed mean.
 */
export const ROUNDING = 1e-9;
