import { BenchError } from '../../harness/errors.ts';
import { own } from '../../harness/names.ts';

/**
 * The values at a path into an answer: `results[].id`, `hits.hits[]._id`, `[].doc`, `ids[0][]`. `[]` stands for every
 * entry of a list, `[n]` for one. What an entry of a list lacks is undefined, so that two paths into the same lists give
 * values side by side. `-` before a path turns the sign of its numbers: for distances, of which less is better.
 *
 * @throws BenchError `plugin` where the answer has no such member, with the members that it has
 */
export function valuesAt(answer: unknown, path: string): readonly unknown[] {
	const negated = path.startsWith('-');
	const found = walk(answer, stepsOf(negated ? path.slice(1) : path), path, false);
	return negated ? found.map((value) => (typeof value === 'number' ? -value : value)) : found;
}

type Step = string | number | typeof EACH;
const EACH = Symbol('each');

/** The steps of a path. @throws BenchError `usage` for text that is no path */
export function stepsOf(path: string): readonly Step[] {
	const steps: Step[] = [];
	let rest = path.startsWith('[') ? path : `.${path}`;
	while (rest !== '') {
		const match = /^(?:\.(?<name>[^.[\]]+)|\[(?<index>\d*)\])/.exec(rest);
		const { name, index } = match?.groups ?? {};
		if (match === null)
			throw new BenchError('usage', `"${path}" is no path into an answer`, { hint: 'For example results[].id.' });
		steps.push(name ?? (index === '' ? EACH : Number(index)));
		rest = rest.slice(match[0].length);
	}
	return steps;
}

function walk(value: unknown, steps: readonly Step[], path: string, inList: boolean): readonly unknown[] {
	const [step, ...rest] = steps;
	if (step === undefined) return [value];
	if (inList && (value === undefined || value === null)) return [undefined];
	if (step === EACH) {
		if (!Array.isArray(value)) throw missing(value, path, 'a list');
		return value.flatMap((entry: unknown) => walk(entry, rest, path, true));
	}
	const isList = Array.isArray(value);
	if (typeof value !== 'object' || value === null || isList !== (typeof step === 'number'))
		throw missing(value, path, typeof step === 'number' ? 'a list' : `"${step}"`);
	const inner = own(value as Readonly<Record<string, unknown>>, String(step));
	if (inner === undefined && !inList)
		throw missing(value, path, typeof step === 'number' ? `entry ${step}` : `"${step}"`);
	return walk(inner, rest, path, inList);
}

function missing(value: unknown, path: string, what: string): BenchError {
	const has =
		typeof value === 'object' && value !== null && !Array.isArray(value)
			? `an object with ${Object.keys(value).slice(0, 8).join(', ') || 'nothing in it'}`
			: Array.isArray(value)
				? `a list of ${value.length}`
				: value === undefined
					? 'nothing'
					: `a ${typeof value}`;
	return new BenchError('plugin', `the answer has no ${path}: ${what} is missing`, {
		hint: `Where it should stand there is ${has}.`,
	});
}
