import type { OptionSpecs, OptionValues } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { resolveOptions } from '../../harness/options.ts';

/** The options of an embedder's spec: every value, and which of them the spec says. */
export interface SpecOptions<S extends OptionSpecs> {
	readonly values: OptionValues<S>;
	/** The value where the spec says it, undefined where it is the default. */
	given<Name extends keyof S>(name: Name): OptionValues<S>[Name] | undefined;
}

/**
 * The `key=value&key=value` after the `?` of an embedder's spec. Values may be percent-encoded (`%26` for an `&`); a
 * space stays a space, and a `+` a plus.
 * @param owner what messages call the spec: `hf:owner/name`
 * @param example the hint where the form is wrong
 * @throws BenchError `usage` for a key that does not exist and a value that does not fit
 */
export function specOptions<S extends OptionSpecs>(
	text: string,
	specs: S,
	owner: string,
	example: string,
): SpecOptions<S> {
	const set = new Map<string, string>();
	for (const part of text.split('&').filter((piece) => piece !== '')) {
		const equals = part.indexOf('=');
		if (equals < 1)
			throw new BenchError('usage', `${owner}: "${part}" is not of the form option=value`, { hint: example });
		const written = part.slice(0, equals);
		// The name that specs had before.
		const name = written === 'dimensions' && Object.hasOwn(specs, 'dims') ? 'dims' : written;
		set.set(name, decoded(part.slice(equals + 1), name, owner, example));
	}
	const listedBy = `bench list ${owner.slice(0, owner.indexOf(':'))}`;
	const values = resolveOptions(owner, specs, Object.fromEntries(set), listedBy);
	return { values, given: (name) => (set.has(String(name)) ? values[name] : undefined) };
}

export function badOption(owner: string, key: string, value: string, wanted: string, example: string): BenchError {
	return new BenchError('usage', `${owner}: ${key} takes ${wanted}, not "${value}"`, { hint: example });
}

function decoded(value: string, key: string, owner: string, example: string): string {
	try {
		return decodeURIComponent(value);
	} catch {
		throw badOption(owner, key, value, 'text in which a % is written %25', example);
	}
}
