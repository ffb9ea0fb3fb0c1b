import { distance } from 'fastest-levenshtein';
import type { Options, OptionValue } from './contract.ts';
import { BenchError } from './errors.ts';

/** What the user set, before it is known which types the options have: text from `--set`, or values from a file. */
export type Settings = Readonly<Record<string, OptionValue>>;

/**
 * All options of `owner`, with what the user set over the defaults. The type of a default is the type of its option;
 * text is read as that type. An unknown name is an error that names the near ones.
 */
export function resolveOptions<O extends Options>(owner: string, defaults: O, settings: Settings): O {
	const resolved: Record<string, OptionValue> = { ...defaults };
	for (const [name, value] of Object.entries(settings)) {
		const fallback = defaults[name];
		if (fallback === undefined) throw unknownOption(owner, name, Object.keys(defaults));
		resolved[name] = readAs(owner, name, value, fallback);
	}
	return resolved as O;
}

/** The names nearest to a misspelt one, best first, at most three. */
export function nearNames(name: string, known: readonly string[]): readonly string[] {
	const lengthGap = (candidate: string): number => Math.abs(candidate.length - name.length);
	return known
		.map((candidate) => ({ candidate, edits: distance(name.toLowerCase(), candidate.toLowerCase()) }))
		.filter(({ candidate, edits }) => edits <= Math.max(2, Math.ceil(candidate.length / 3)) || candidate.includes(name))
		.sort(
			(x, y) =>
				x.edits - y.edits || lengthGap(x.candidate) - lengthGap(y.candidate) || (x.candidate < y.candidate ? -1 : 1),
		)
		.slice(0, 3)
		.map(({ candidate }) => candidate);
}

function unknownOption(owner: string, name: string, known: readonly string[]): BenchError {
	const near = nearNames(name, known);
	return new BenchError('usage', `${owner} has no option "${name}"`, {
		hint:
			near.length > 0
				? `Did you mean ${near.join(' or ')}? \`bench list ${owner}\` shows all of them.`
				: known.length > 0
					? `It has: ${known.join(', ')}.`
					: 'It has no options.',
	});
}

function readAs(owner: string, name: string, value: OptionValue, fallback: OptionValue): OptionValue {
	const fail = (wanted: string): never => {
		throw new BenchError('usage', `${owner}: option ${name} takes ${wanted}, not "${String(value)}"`, {
			hint: `Write it as --set ${name}=${wanted === 'true or false' ? 'true' : String(fallback)} (the default is ${String(fallback)}).`,
		});
	};
	if (Array.isArray(fallback)) {
		if (Array.isArray(value)) return value.map(String);
		return String(value)
			.split(',')
			.map((part) => part.trim())
			.filter((part) => part !== '');
	}
	switch (typeof fallback) {
		case 'number': {
			const read =
				typeof value === 'number'
					? value
					: typeof value === 'string' && value.trim() !== ''
						? Number(value)
						: Number.NaN;
			return Number.isFinite(read) ? read : fail('a number');
		}
		case 'boolean':
			if (value === true || value === 'true' || value === '1' || value === 'yes') return true;
			if (value === false || value === 'false' || value === '0' || value === 'no') return false;
			return fail('true or false');
		default:
			return Array.isArray(value) ? value.join(',') : String(value);
	}
}
