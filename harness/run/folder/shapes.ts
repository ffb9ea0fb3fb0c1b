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
const value = v.pipe(finite, v.minValue(0, 'is a number from 0 to 1'), v.maxValue(1 + 1e-9, 'is a number from 0 to 1'));
const time = v.pipe(finite, v.minValue(0, 'is a number from 0 up'));
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
	rerank: v.optional(
		openObject({
			model: text,
			scorer: text,
			top: count,
			deadline_ms: count,
			queries: count,
			queries_past_deadline: count,
			queries_changed: count,
			pairs: count,
			pairs_cut: count,
			candidates_unseen: count,
			head_recall: value,
			reach: namedValues(openObject({ without: value, with: value, perfect: value })),
		}),
	),
	found_nothing: v.optional(namedValues(openObject({ queries: count, of: count }))),
	queries_cut: v.optional(v.array(openObject({ leg: v.optional(text), queries: count }), 'is a list')),
	selected_strata: v.optional(texts),
	files: namedValues(text),
});

const latencyEntries = { n: count, p50: time, p95: time, p99: time, mean: time, max: time };
const latency = openObject(latencyEntries);

const means = openObject({
	n: count,
	unscored: count,
	/** Every metric is from 0 to 1; the 1e-9 over it is what adding up may leave. */
	metrics: namedValues(value),
	fewer: v.optional(namedValues(count)),
});

/** summary.json */
export const summaryShape = openObject({ overall: means, strata: namedValues(means) });

/** A line of scores.jsonl. */
export const scoreShape = openObject({
	query_id: text,
	stratum: text,
	scope: v.optional(text),
	outside_overall: v.optional(v.literal(true)),
	relevant: count,
	metrics: v.nullable(namedValues(value)),
});

/** timings.json */
export const timingsShape = openObject({
	latency: namedValues(latency),
	latencyByLength: v.optional(
		v.array(openObject({ ...latencyEntries, fromWords: count, toWords: v.optional(count) }), 'is a list'),
	),
	indexSeconds: time,
	indexBytes: time,
	rerank: v.optional(openObject({ perQuery: latency, pairs: count, cachedPairs: count })),
});
