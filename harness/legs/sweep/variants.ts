import type { Options, OptionValue } from '../../contract.ts';
import type { KeptLegs } from '../../fusion/kept-legs.ts';

/**
 * A system with its legs retrieved, at one combination of values of the settings that change what its legs return, such as
 * `dense.chunk` and `graph.hops`. Everything else that a sweep varies is arithmetic on the legs of a variant.
 */
export interface Variant {
	/** The value of each such setting; empty for all variants of a sweep that varies none. */
	readonly settings: Options;
	readonly kept: KeptLegs;
}

/** Settings as text: the same for the same settings in any order. */
export function variantKey(settings: Options): string {
	return JSON.stringify(Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Whether two values of an option are the same; lists entry by entry. */
export function isSameValue(one: OptionValue | undefined, other: OptionValue | undefined): boolean {
	return one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other));
}
