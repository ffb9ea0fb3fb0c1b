/** The ends of an interval of a mean; both NaN where the data are not numbers. */
export interface Interval {
	readonly low: number;
	readonly high: number;
}
