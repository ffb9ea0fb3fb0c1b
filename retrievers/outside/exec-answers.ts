import * as v from 'valibot';
import { BenchError } from '../../harness/errors.ts';
import type { Answer } from './conversation.ts';

const describeSchema = v.object({
	name: v.optional(v.string()),
	version: v.optional(v.union([v.string(), v.number()])),
	concurrency: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
	fields: v.optional(v.array(v.string())),
	filters_scope: v.optional(v.boolean(), false),
});

/** A program's description of itself; everything may be left out. */
export type Description = v.InferOutput<typeof describeSchema>;

export function readDescription(answer: Answer, label: string): Description {
	const read = v.safeParse(describeSchema, answer);
	if (read.success) return read.output;
	const [issue] = read.issues;
	throw new BenchError(
		'plugin',
		`${label}: its answer to describe can't be read: ${v.getDotPath(issue) ?? 'it'}: ${issue.message}`,
		{
			hint: 'For example {"id": 1, "name": "mine", "version": "1.0", "concurrency": 1, "fields": ["content"]}, or {"id": 1}.',
		},
	);
}

/** Size of the index that the last answer to `index` may carry. */
export function readBytes(answer: Answer | undefined): number {
	const bytes = answer?.index_bytes;
	return typeof bytes === 'number' && Number.isFinite(bytes) && bytes >= 0 ? bytes : 0;
}
