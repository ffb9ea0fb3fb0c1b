import { BenchError } from '../../errors.ts';
import { option } from '../../options.ts';
import type { Stage } from './stage.ts';

const options = {
	field: option.text('', 'category, tags or a metadata key'),
	value: option.text('', 'the value to keep'),
};

/**
 * Takes out the candidates whose corpus field does not have the value: a filter after retrieval, which can leave few
 * or none of a leg's documents standing. A field of several values (tags) passes if one of them is the value.
 */
export const filter: Stage<typeof options> = {
	name: 'filter',
	summary: 'keep the candidates whose field has the value',
	options,
	validate({ field }) {
		if (field === '')
			throw new BenchError('usage', 'filter: no field is named', {
				hint: 'For example --set filter.field=category --set filter.value=decisions',
			});
	},
	apply(pool, scores, features, { field, value }) {
		for (let candidate = 0; candidate < scores.length; candidate++)
			if (!features.field(pool.docs[candidate] as number, field).includes(value))
				scores[candidate] = Number.NEGATIVE_INFINITY;
	},
};
