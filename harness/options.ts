import type {
	BooleanOption,
	ChoiceOption,
	ListOption,
	NumberOption,
	OptionSpec,
	OptionSpecs,
	OptionValue,
	OptionValues,
	TextOption,
} from './contract.ts';
import { BenchError } from './errors.ts';
import { didYouMean } from './names.ts';
import { readOption, takes } from './read-option.ts';

/** Options as the user set them, not yet checked: text from `--set`, or values from a file. */
export type Settings = Readonly<Record<string, OptionValue>>;

type NumberDetails = Omit<NumberOption, 'type' | 'default'>;

/**
 * Makes the specification of one option from its default and its details.
 *
 * @example
 * const options = { k: option.number(60, { above: 0, help: 'the constant of the denominator' }) };
 */
export const option = {
	number: (fallback: number, details: NumberDetails): NumberOption => ({
		type: 'number',
		default: fallback,
		...details,
	}),
	integer: (fallback: number, details: NumberDetails): NumberOption => ({
		type: 'integer',
		default: fallback,
		...details,
	}),
	flag: (fallback: boolean, help: string): BooleanOption => ({ type: 'boolean', default: fallback, help }),
	text: (fallback: string, help: string): TextOption => ({ type: 'text', default: fallback, help }),
	choice: <const C extends string>(fallback: NoInfer<C>, choices: readonly C[], help: string): ChoiceOption<C> => ({
		type: 'choice',
		default: fallback,
		choices,
		help,
	}),
	list: <C extends string = string>(
		fallback: readonly NoInfer<C>[],
		details: Omit<ListOption<C>, 'type' | 'default'>,
	): ListOption<C> => ({ type: 'list', default: fallback, ...details }),
} as const;

/** The value of every option where the user set none. */
export function defaultsOf<S extends OptionSpecs>(specs: S): OptionValues<S> {
	return Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, spec.default])) as OptionValues<S>;
}

/**
 * The value of every option of `owner`: what the user set, read as the option's type and checked against its range,
 * else the default.
 *
 * @param listedBy the command that shows all of the options, for the error of an unknown one
 * @throws BenchError `usage` for an unknown name, with the near ones, and for a value that does not fit
 */
export function resolveOptions<S extends OptionSpecs>(
	owner: string,
	specs: S,
	settings: Settings,
	listedBy = `bench list ${owner}`,
): OptionValues<S> {
	for (const name of Object.keys(settings))
		if (!Object.hasOwn(specs, name)) throw unknownOption(owner, name, Object.keys(specs), listedBy);
	return Object.fromEntries(
		Object.entries(specs).map(([name, spec]) => {
			const given = Object.hasOwn(settings, name) ? settings[name] : undefined;
			return [name, given === undefined ? spec.default : checkedValue(owner, name, given, spec)];
		}),
	) as OptionValues<S>;
}

function checkedValue(owner: string, name: string, given: OptionValue, spec: OptionSpec): OptionValue {
	const value = readOption(spec, given);
	if (value !== undefined) return value;
	const choices = 'choices' in spec ? spec.choices : undefined;
	const misfit = Array.isArray(given) || spec.type === 'list' ? misfits(given, choices) : String(given);
	const near = choices === undefined ? undefined : didYouMean(misfit, choices);
	const meant = near === undefined ? '' : `${near} `;
	const help = spec.help === '' ? '' : ` ${name}: ${spec.help}.`;
	throw new BenchError('usage', `${owner}: option ${name} takes ${takes(spec)}, not "${String(given)}"`, {
		hint: `${meant}The default is ${showValue(spec.default)}.${help}`,
	});
}

/** The first entry of a list that is none of the choices. */
function misfits(given: OptionValue, choices: readonly string[] | undefined): string {
	const entries = Array.isArray(given) ? given.map(String) : String(given).split(',');
	return entries.map((entry) => entry.trim()).find((entry) => choices?.includes(entry) === false) ?? String(given);
}

/** A value as tables and messages show it. */
export function showValue(value: OptionValue): string {
	if (Array.isArray(value)) return value.length === 0 ? '(none)' : value.join(',');
	return value === '' ? '(none)' : String(value);
}

function unknownOption(owner: string, name: string, known: readonly string[], listedBy: string): BenchError {
	const meant = didYouMean(name, known);
	return new BenchError('usage', `${owner} has no option "${name}"`, {
		hint:
			meant !== undefined
				? `${meant} \`${listedBy}\` shows all of them.`
				: known.length > 0
					? `It has: ${known.join(', ')}.`
					: 'It has no options.',
	});
}
