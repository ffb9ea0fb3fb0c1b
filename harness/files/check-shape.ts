import * as v from 'valibot';
import { BenchError, type BenchErrorCode } from '../errors.ts';
import { didYouMean } from '../names.ts';

/** The message where a value does not have its shape. */
export interface ShapeFault {
	readonly code: BenchErrorCode;
	/** The file, with the line where there are several. */
	readonly where: string;
	/** The name of a value that is no object at all; `the file` by default. */
	readonly whole?: string;
	readonly hint?: string;
}

/**
 * A value as what its schema says, unchanged. Schemas give their messages as the end of a sentence that begins with the
 * field (`takes a number`).
 *
 * @throws BenchError with the file and the first field that is wrong
 */
export function checkShape<S extends v.GenericSchema>(schema: S, value: unknown, fault: ShapeFault): v.InferOutput<S> {
	const result = v.safeParse(schema, value, { abortEarly: true });
	// Not the output: it lacks keys that a user's word may be (`constructor`).
	if (result.success) return value as v.InferOutput<S>;
	const [issue] = result.issues;
	const path = (issue.path ?? []).map(({ key }) => String(key));
	const unknown = issue.type === 'strict_object' && issue.expected === 'never';
	const field = (unknown ? path.slice(0, -1) : path).join('.');
	const [message = '', hint = fault.hint] = issue.message.split('\n');
	const said = unknown
		? field === ''
			? message
			: `${field} has an ${message}`
		: `${field || (fault.whole ?? 'the file')} ${message}`;
	throw new BenchError(fault.code, `${fault.where}: ${said}`, hint === undefined ? {} : { hint });
}

/** An object that is no list. */
const plainObject = v.custom<object>(
	(value) => typeof value === 'object' && value !== null && !Array.isArray(value),
	'is an object',
);

/** An object with at least these keys. */
export function openObject<E extends v.ObjectEntries>(entries: E) {
	return v.pipe(plainObject, v.looseObject(entries, 'is missing'));
}

/** An object of these keys and no others; an unknown one is answered with the nearest. */
export function exactObject<E extends v.ObjectEntries>(entries: E) {
	const known = Object.keys(entries);
	return v.pipe(
		plainObject,
		v.strictObject(entries, ({ expected, input }) => {
			if (expected !== 'never') return 'is missing';
			const name = String(input);
			const hint = didYouMean(name, known) ?? `There are ${known.join(', ')}.`;
			return `unknown key "${name}"\n${hint}`;
		}),
	);
}

/** An object from names that people give to values of one shape; a stratum may be called `constructor`. */
export function namedValues<S extends v.GenericSchema>(value: S) {
	return v.pipe(
		plainObject,
		v.rawCheck(({ dataset, addIssue }) => {
			if (!dataset.typed) return;
			const input = dataset.value as Record<string, unknown>;
			for (const key of PASSED_OVER) {
				if (!Object.hasOwn(input, key)) continue;
				const [issue] = v.safeParse(value, input[key], { abortEarly: true }).issues ?? [];
				if (issue === undefined) continue;
				const item: v.ObjectPathItem = { type: 'object', origin: 'value', input, key, value: input[key] };
				const path: [v.IssuePathItem, ...v.IssuePathItem[]] = [item, ...(issue.path ?? [])];
				addIssue({ message: issue.message, path });
				return;
			}
		}),
		v.record(v.string(), value),
	);
}

/** The names that valibot's record passes over without a look at their values. */
const PASSED_OVER = ['__proto__', 'prototype', 'constructor'] as const;
