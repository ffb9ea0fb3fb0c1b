import { BenchError } from '../../harness/errors.ts';
import { nearNames } from '../../harness/options.ts';

/**
 * The `key=value&key=value` after the `?` of an embedder's spec. Values may be percent-encoded (`%26` for an `&`); a
 * space stays a space, and a `+` a plus.
 * @param owner what messages call the spec
 * @param example the hint of every error
 * @throws BenchError `usage` for a key that does not exist
 */
export function specOptions<K extends string>(
	text: string,
	keys: readonly K[],
	owner: string,
	example: string,
): ReadonlyMap<K, string> {
	const set = new Map<K, string>();
	for (const part of text.split('&').filter((piece) => piece !== '')) {
		const equals = part.indexOf('=');
		const name = equals < 0 ? part : part.slice(0, equals);
		const key = keys.find((candidate) => candidate === name);
		if (key === undefined || equals < 0) {
			const near = nearNames(name, keys);
			throw new BenchError('usage', `${owner} has no option "${part}"`, {
				hint:
					near.length > 0 && equals >= 0
						? `Did you mean ${near.join(' or ')}?`
						: `${example}. Options: ${keys.join(', ')}.`,
			});
		}
		set.set(key, decoded(part.slice(equals + 1), key, owner, example));
	}
	return set;
}

/** A whole number from 1 up, or undefined where it is not set. */
export function wholeOption<K extends string>(
	set: ReadonlyMap<K, string>,
	key: K,
	owner: string,
	example: string,
): number | undefined {
	const text = set.get(key);
	if (text === undefined) return undefined;
	const value = Number(text);
	if (Number.isSafeInteger(value) && value >= 1) return value;
	throw badOption(owner, key, text, 'a whole number from 1 up', example);
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
