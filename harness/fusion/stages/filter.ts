import { BenchError } from '../../errors.ts';
import { option } from '../../options.ts';
import type { Stage } from './stage.ts';

const options = {
	field: option.text('', 'category, tags or a metadata key'),
	value: option.text('', 'the value to keep'),
	from: option.choice('fixed', ['fixed', 'query'], "where the value stands: in `value`, or in the query's `filter`"),
};

/**
 * Takes out the candidates whose corpus field does not have the value: a filter after retrieval, which can leave few
 * or none of a leg's documents standing. A field of several values (tags) passes if one of them is the value. With
 * `from=query` each query brings its own values in its `filter` field, of which one must match; a query without any is
 * not filtered.
 */
export const filter: Stage<typeof options> = {
	name: 'filter',
	summary: 'keep the candidates whose field has the value',
	options,
	readsQuery: ({ from }) => from === 'query',
	outside: 'every document has the value',
	validate({ field, value, from }) {
		if (field === '')
			throw new BenchError('usage', 'filter: no field is named', {
				hint: 'For example --set filter.field=category --set filter.value=decisions',
			});
		if (from === 'query' && value !== '')
			throw new BenchError('usage', 'filter: value is set, but with from=query each query brings its own');
	},
	apply(pool, scores, features, { field, value, from }) {
		const wanted = from === 'query' ? features.filter : [value];
		if (wanted === undefined) return;
		for (let candidate = 0; candidate < scores.length; candidate++)
			if (!features.field(pool.docs[candidate] as number, field).some((own) => wanted.includes(own)))
				scores[candidate] = Number.NEGATIVE_INFINITY;
	},
};
