import type { Format } from './format.ts';

/** The whole result as one object. */
export const jsonFormat: Format = {
	name: 'json',
	summary: 'one object, full precision',
	render: ({ data }) => JSON.stringify(data, null, 2),
};
