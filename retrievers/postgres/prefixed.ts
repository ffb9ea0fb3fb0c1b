import type { OptionSpecs, OptionValues } from '../../harness/contract.ts';

/** The options of a part under its name: `fts.config`. */
export type Prefixed<P extends string, S extends OptionSpecs> = {
	readonly [Name in keyof S & string as `${P}.${Name}`]: S[Name];
};

export function prefixed<P extends string, S extends OptionSpecs>(part: P, specs: S): Prefixed<P, S> {
	return Object.fromEntries(Object.entries(specs).map(([name, spec]) => [`${part}.${name}`, spec])) as Prefixed<P, S>;
}

/** The values of a part's own options, without its name. */
export function partOf<P extends string, S extends OptionSpecs>(
	part: P,
	specs: S,
	values: OptionValues<Prefixed<P, S>>,
): OptionValues<S> {
	const all = values as Readonly<Record<string, unknown>>;
	return Object.fromEntries(Object.keys(specs).map((name) => [name, all[`${part}.${name}`]])) as OptionValues<S>;
}
