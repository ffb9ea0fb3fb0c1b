/** A stage of a system, or one value of one of its options. */
export interface TestedPart {
	readonly kind: 'stage' | 'option';
	/** The stage, or the key of the option: `window`, `dense.units`. */
	readonly name: string;
	/** As the user wrote it: `window`, `sort=recency`, `dense.units=fields`. */
	readonly written: string;
}
