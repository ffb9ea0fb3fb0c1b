import type { Fusion, OptionSpec, OptionSpecs, Options, OptionValue } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { option } from '../../harness/options.ts';
import { readOption, takes } from '../../harness/read-option.ts';

/** The ways in which a module of the user's says its options. */
export interface UserOptions {
	/** A specification, as the built-in retrievers have. */
	readonly options?: unknown;
	/** Plain defaults: the type of a default is the type of its option. */
	readonly defaults?: unknown;
	/** One line for each option that `defaults` has. */
	readonly help?: unknown;
}

/**
 * The specification of a user's options: as given, or made from plain `defaults` and `help`.
 *
 * @throws BenchError `plugin` for a specification that can't be read, or a default that does not fit it
 */
export function userOptions({ options, defaults, help }: UserOptions, module: string): OptionSpecs {
	if (options !== undefined) return checkedSpecs(options, module);
	return specsOfDefaults(defaults ?? {}, isRecord(help) ? help : {}, module);
}

/** Like {@link userOptions}, for the result of `optionsFor`: a specification or plain defaults. */
export function userOptionsFor(answer: unknown, help: unknown, module: string): OptionSpecs {
	const specified = isRecord(answer) && Object.values(answer).some((value) => isRecord(value));
	return userOptions(specified ? { options: answer } : { defaults: answer, help }, module);
}

/** A fusion as a user's module exports it. */
export type ExportedFusion = Omit<Fusion, 'options'> & UserOptions;

function specsOfDefaults(defaults: unknown, help: Readonly<Record<string, unknown>>, module: string): OptionSpecs {
	if (!isRecord(defaults)) throw wrongOptions(module, 'its defaults are no object');
	return Object.fromEntries(
		Object.entries(defaults).map(([name, value]) => {
			if (!isValue(value)) throw wrongOptions(module, `the default of ${name} is no text, number, true/false or list`);
			const line = Object.hasOwn(help, name) ? String(help[name]) : '';
			return [name, specOf(value, line)];
		}),
	);
}

function specOf(value: OptionValue, help: string): OptionSpec {
	if (typeof value === 'number') return option.number(value, { help });
	if (typeof value === 'boolean') return option.flag(value, help);
	return typeof value === 'string' ? option.text(value, help) : option.list(value, { help });
}

function checkedSpecs(options: unknown, module: string): OptionSpecs {
	if (!isRecord(options)) throw wrongOptions(module, 'its options are no object');
	return Object.fromEntries(
		Object.entries(options).map(([name, given]) => {
			if (!isRecord(given) || !TYPES.includes(String(given.type)) || !isValue(given.default))
				throw wrongOptions(module, `option ${name} has no type and default`);
			if (given.type === 'choice' && !Array.isArray(given.choices))
				throw wrongOptions(module, `option ${name} has no choices`);
			const spec = { help: '', ...given } as unknown as OptionSpec;
			if (readOption(spec, spec.default) === undefined)
				throw wrongOptions(module, `option ${name} takes ${takes(spec)}, which its default is not`);
			return [name, spec];
		}),
	);
}

const TYPES: readonly string[] = [
	'number',
	'integer',
	'boolean',
	'text',
	'choice',
	'list',
] satisfies OptionSpec['type'][];

function isValue(value: unknown): value is Options[string] {
	return (
		typeof value === 'string' ||
		(typeof value === 'number' && Number.isFinite(value)) ||
		typeof value === 'boolean' ||
		(Array.isArray(value) && value.every((entry) => typeof entry === 'string'))
	);
}

function wrongOptions(module: string, what: string): BenchError {
	return new BenchError('plugin', `${module}: ${what}`, {
		hint: "For example options: { k1: { type: 'number', default: 1.2, min: 0, help: 'term saturation' } }, or defaults: { k1: 1.2 }.",
	});
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
