import { BenchError } from '../../errors.ts';
import type { Stage } from './stage.ts';

/**
 * Takes out the candidates whose corpus field does not have the value: a filter after retrieval, which can leave few
 * or none of a leg's documents standing. A field of several values (tags) passes if one of them is the value.
 */
export const filter: Stage<{ field: string; value: string }> = {
	name: 'filter',
	summary: 'keep the candidates whose field has the value',
	defaults: { field: '', value: '' },
	help: { field: 'category, tags or a metadata key', value: 'the value to keep' },
	apply(pool, scores, features, { field, value }) {
		if (field === '')
			throw new BenchError('usage', 'filter: no field is named', {
				hint: 'For example --set filter.field=category --set filter.value=decisions',
			});
		for (let candidate = 0; candidate < scores.length; candidate++)
			if (!features.field(pool.docs[candidate] as number, field).includes(value))
				scores[candidate] = Number.NEGATIVE_INFINITY;
	},
};
