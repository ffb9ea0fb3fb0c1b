import type { Json, JsonObject } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';

/** How a value goes into the text around it. */
export type Escape = (value: Json) => string;

/** Inside JSON: text as the inside of a string literal, anything else as JSON. */
export const inJson: Escape = (value) =>
	typeof value === 'string' ? JSON.stringify(value).slice(1, -1) : JSON.stringify(value);

/** Inside an address. */
export const inAddress: Escape = (value) =>
	encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).replace(/\p{Surrogate}/gu, '\ufffd'));

const PART = /\{\{#docs(?<comma>,?)\}\}(?<inner>[\s\S]*?)\{\{\/docs\}\}|\{\{(?<name>\w+)\}\}/g;

/**
 * Fills a template: `{{name}}` is the value of that name, `{{#docs}}...{{/docs}}` stands once for each of `docs` with
 * its own names first, and `{{#docs,}}` joins them by commas. What is put in is not read again, whatever it contains.
 *
 * @throws BenchError `usage` for a name that has no value
 */
export function fillTemplate(
	template: string,
	values: JsonObject,
	escaped: Escape,
	docs: readonly JsonObject[] = [],
): string {
	return template.replace(PART, (...match) => {
		const { comma, inner, name } = match.at(-1) as { comma?: string; inner?: string; name?: string };
		if (inner !== undefined)
			return docs.map((doc) => fillTemplate(inner, { ...values, ...doc }, escaped)).join(comma ?? '');
		if (name === undefined || !Object.hasOwn(values, name))
			throw new BenchError('usage', `there is nothing to put in for {{${name}}}`, {
				hint: `There is: ${Object.keys(values).join(', ')}.`,
			});
		return escaped(values[name] as Json);
	});
}

/** Whether a template uses a name. */
export function uses(template: string, name: string): boolean {
	return template.includes(`{{${name}}}`);
}
