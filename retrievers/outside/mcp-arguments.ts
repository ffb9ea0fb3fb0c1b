import type { Json, JsonObject } from '../../harness/contract.ts';
import { fillTemplate } from './template.ts';

/**
 * The arguments of a tool's call: `"{{name}}"` alone is the value itself, inside other text it is put in, and
 * `{"each_doc": ...}` is a list with an entry per document, in which its names go first.
 */
export function fillArguments(template: Json, values: JsonObject, docs: readonly JsonObject[] = []): Json {
	if (typeof template === 'string') {
		const alone = /^\{\{(?<name>\w+)\}\}$/.exec(template)?.groups?.name;
		return alone !== undefined && Object.hasOwn(values, alone)
			? (values[alone] as Json)
			: fillTemplate(template, values, (value) => (typeof value === 'string' ? value : JSON.stringify(value)));
	}
	if (Array.isArray(template)) return template.map((entry: Json) => fillArguments(entry, values, docs));
	if (typeof template !== 'object' || template === null) return template;
	const record = template as JsonObject;
	if (Object.hasOwn(record, 'each_doc'))
		return docs.map((doc) => fillArguments(record.each_doc as Json, { ...values, ...doc }));
	return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, fillArguments(value, values, docs)]));
}
