import * as v from 'valibot';
import { namedValues, openObject } from '../../files/check-shape.ts';

// The shapes of a run folder's files, as far as anything here reads them: what a schema does not name may be anything.

const text = v.string('is a text');
const count = v.pipe(
	v.number('is a whole number from 0 up'),
	v.integer('is a whole number from 0 up'),
	v.minValue(0, 'is a whole number from 0 up'),
);
const finite = v.pipe(v.number('is a number'), v.finite('is a number'));
const texts = v.array(text, 'is a list');
const object = namedValues(v.unknown());

const leg = openObject({
	name: text,
	plugin: text,
	options: object,
	depth: count,
	seeded_by: texts,
	facts: object,
});

/** manifest.json */
export const manifestShape = openObject({
	created: text,
	tool: openObject({ name: text, version: text }),
	dataset: openObject({
		name: text,
		directory: text,
		fingerprint: text,
		docs: count,
		queries: count,
		strata: namedValues(count),
		scopes: v.optional(
			openObject({
				mode: v.picklist(['separate', 'filtered', 'shared'], 'is separate, filtered or shared'),
				as_of: v.boolean('is true or false'),
			}),
		),
		sensitive: text,
		sensitive_left_out: count,
	}),
	system: openObject({
		name: text,
		plugin: text,
		options: object,
		facts: object,
		legs: v.optional(v.array(leg, 'is a list')),
		pipeline: v.optional(object),
	}),
	metrics: texts,
	depth: count,
	seed: count,
	selected_strata: v.optional(texts),
	files: namedValues(text),
});

const means = openObject({
	n: count,
	unscored: count,
	metrics: namedValues(finite),
	fewer: v.optional(namedValues(count)),
});

/** summary.json */
export const summaryShape = openObject({ overall: means, strata: namedValues(means) });

/** A line of scores.jsonl. */
export const scoreShape = openObject({
	query_id: text,
	stratum: text,
	scope: v.optional(text),
	relevant: count,
	metrics: v.nullable(namedValues(finite)),
});

/** timings.json */
export const timingsShape = openObject({
	latency: namedValues(openObject({ n: count, p50: finite, p95: finite, p99: finite, mean: finite, max: finite })),
	indexSeconds: finite,
	indexBytes: finite,
});
