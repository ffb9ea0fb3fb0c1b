import type { Format } from './format.ts';
import { plainJson } from './plain-text.ts';

/** The whole result as one object. */
export const jsonFormat: Format = {
	name: 'json',
	summary: 'one object, full precision',
	render: ({ data }) => plainJson(data),
};
