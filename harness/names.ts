import { distance } from 'fastest-levenshtein';
import { BenchError } from './errors.ts';

interface UnknownNameWords {
	/** The code of the error; default: `usage`. */
	readonly code?: BenchError['code'];
	/** The sentence that says what is wrong; default: there is no <kind> "<name>". */
	readonly message?: string;
	/** The sentence that lists all names, said after the near ones as well; default: only where none is near. */
	readonly list?: string;
	/** Said last. */
	readonly hint?: string;
}

/**
 * The value of a name that a user wrote. Names such as `constructor` are names like any other: they are found only
 * where they are listed.
 *
 * @param kind what messages call it: `fusion`, `stage`
 * @throws BenchError for an unknown name, with the near ones, or all where none is near
 */
export function findNamed<T>(
	kind: string,
	name: string,
	known: Readonly<Record<string, T>> | ReadonlyMap<string, T>,
	words: UnknownNameWords = {},
): T {
	const names = known instanceof Map ? [...known.keys()] : Object.keys(known);
	if (!names.includes(name)) throw unknownName(kind, name, names, words);
	return (known instanceof Map ? known.get(name) : (known as Readonly<Record<string, T>>)[name]) as T;
}

/** The value under a word that came from outside; nothing that only the prototype has (`constructor`) is one. */
export function own<T>(record: Readonly<Record<string, T>>, word: string): T | undefined {
	return Object.hasOwn(record, word) ? record[word] : undefined;
}

/** The error for a name that is not among the known ones. */
export function unknownName(
	kind: string,
	name: string,
	known: readonly string[],
	{ code = 'usage', message, list, hint }: UnknownNameWords = {},
): BenchError {
	const all = known.length === 1 ? `There is: ${known[0]}.` : `There are: ${known.join(', ')}.`;
	const near = didYouMean(name, known);
	const listed = list ?? (near === undefined && known.length > 0 ? all : undefined);
	const hints = [near, listed, hint].filter((part) => part !== undefined);
	return new BenchError(code, message ?? `there is no ${kind} "${name}"`, {
		...(hints.length === 0 ? {} : { hint: hints.join(' ') }),
	});
}

/** "Did you mean x or y?" for the names nearest to a misspelt one; undefined where none is near. */
export function didYouMean(name: string, known: readonly string[]): string | undefined {
	const near = nearNames(name, known);
	return near.length > 0 ? `Did you mean ${near.join(' or ')}?` : undefined;
}

/** The names nearest to a misspelt one, best first, at most three. */
export function nearNames(name: string, known: readonly string[]): readonly string[] {
	const lengthGap = (candidate: string): number => Math.abs(candidate.length - name.length);
	return known
		.map((candidate) => ({ candidate, edits: distance(name.toLowerCase(), candidate.toLowerCase()) }))
		.filter(
			({ candidate, edits }) =>
				// Words that have no letter in common are not near, however short they are.
				edits < Math.max(name.length, candidate.length) &&
				(edits <= Math.max(2, Math.ceil(candidate.length / 3)) || candidate.includes(name)),
		)
		.sort(
			(x, y) =>
				x.edits - y.edits || lengthGap(x.candidate) - lengthGap(y.candidate) || (x.candidate < y.candidate ? -1 : 1),
		)
		.slice(0, 3)
		.map(({ candidate }) => candidate);
}
