import type { NumberOption, OptionSpec, OptionValue } from './contract.ts';

/** The value as the option's type, or undefined where it does not fit type, range or choices. */
export function readOption(spec: OptionSpec, value: OptionValue): OptionValue | undefined {
	switch (spec.type) {
		case 'number':
		case 'integer':
			return readNumber(spec, value);
		case 'boolean':
			if (value === true || value === 'true' || value === '1' || value === 'yes') return true;
			if (value === false || value === 'false' || value === '0' || value === 'no') return false;
			return undefined;
		case 'list':
			return readList(spec.choices, spec.minItems ?? 0, value);
		case 'choice': {
			const text = textOf(value);
			return spec.choices.includes(text) ? text : undefined;
		}
		case 'text':
			return textOf(value);
	}
}

/** Completes "takes ..." in an error: `a whole number from 1`, `zero or union`. */
export function takes(spec: OptionSpec): string {
	switch (spec.type) {
		case 'number':
		case 'integer':
			return numberWords(spec);
		case 'boolean':
			return 'true or false';
		case 'text':
			return 'text';
		case 'choice':
			return anyOf(spec.choices);
		case 'list': {
			const least = spec.minItems === undefined ? '' : `at least ${spec.minItems} of `;
			return spec.choices === undefined ? `${least}a list (a,b)` : `a list of ${least}${spec.choices.join(', ')}`;
		}
	}
}

/** The range of an option, or undefined where its type says all: `from 1`, `above 0, below 1`, `zero, union`. */
export function range(spec: OptionSpec): string | undefined {
	if (spec.type === 'number' || spec.type === 'integer') return bounds(spec);
	return 'choices' in spec ? spec.choices?.join(', ') : undefined;
}

function readNumber(spec: NumberOption, value: OptionValue): number | undefined {
	const read =
		typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
	if (!Number.isFinite(read)) return undefined;
	if (spec.also?.includes(read)) return read;
	const { min = -Infinity, above = -Infinity, max = Infinity, below = Infinity } = spec;
	const fits = read >= min && read > above && read <= max && read < below;
	return fits && (spec.type === 'number' || Number.isInteger(read)) ? read : undefined;
}

function readList(
	choices: readonly string[] | undefined,
	minItems: number,
	value: OptionValue,
): readonly string[] | undefined {
	const entries = Array.isArray(value)
		? value.map(String)
		: String(value)
				.split(',')
				.map((part) => part.trim())
				.filter((part) => part !== '');
	if (entries.length < minItems) return undefined;
	return choices === undefined || entries.every((entry) => choices.includes(entry)) ? entries : undefined;
}

function textOf(value: OptionValue): string {
	return Array.isArray(value) ? value.join(',') : String(value);
}

function numberWords(spec: NumberOption): string {
	const kind = spec.type === 'integer' ? 'a whole number' : 'a number';
	const within = boundWords(spec);
	return `${also(spec)}${within === undefined ? kind : `${kind} ${within}`}`;
}

function bounds(spec: NumberOption): string | undefined {
	const within = boundWords(spec);
	return within === undefined ? undefined : `${also(spec)}${within}`;
}

function boundWords({ min, above, max, below }: NumberOption): string | undefined {
	if (min !== undefined && max !== undefined) return `from ${min} to ${max}`;
	const parts = [
		...(min === undefined ? [] : [`from ${min}`]),
		...(above === undefined ? [] : [`above ${above}`]),
		...(max === undefined ? [] : [`up to ${max}`]),
		...(below === undefined ? [] : [`below ${below}`]),
	];
	return parts.length === 0 ? undefined : parts.join(' and ');
}

function also(spec: NumberOption): string {
	return spec.also === undefined ? '' : `${spec.also.join(', ')} or `;
}

function anyOf(words: readonly string[]): string {
	return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
