import type { OptionSpecs, OptionValues } from '../../harness/contract.ts';
import { own } from '../../harness/names.ts';
import { option } from '../../harness/options.ts';
import { HTTP_RECIPES, RECIPE_NAMES } from './http-recipes.ts';

export const HTTP_OPTIONS = {
	recipe: option.choice('json', RECIPE_NAMES, 'whose requests and answers the other options have by default'),
	search: option.text('', 'method:/path that searches; default: POST to the address itself'),
	body: option.text(
		'{"query": "{{query}}", "k": {{k}}}',
		'template of the search: {{query}}, {{k}}, {{vector}}, {{index}}, {{scope}}',
	),
	query_words: option.integer(0, { min: 0, help: 'longer queries are cut to so many words; 0: none is cut' }),
	hits: option.text('hits[].id', 'where the ids stand in the answer'),
	score: option.text('', 'where their scores stand; a minus before it for distances; none: the order counts'),
	add: option.text('', 'method:/path that stores documents; none: the service has them already'),
	add_body: option.text(
		'{"docs": [{{#docs,}}{{doc}}{{/docs}}]}',
		'template of a batch: {{doc}}, {{id}}, {{n}}, {{content}}, {{vector}}, {{scopes}}, {{scope}}',
	),
	add_failed: option.text('', 'where the answer to add has what is true or text if a document failed'),
	batch: option.integer(200, { min: 1, help: 'documents per add request' }),
	reset: option.text('', "method:/path that empties the store first, each scope's with {{scope}}; 404 is well"),
	create: option.text('', 'method:/path that makes the store after that'),
	create_body: option.text('{}', 'its body: {{index}}, {{dimensions}}'),
	commit: option.text('', 'method:/path after the last document'),
	ready: option.text('', 'method:/path that answers 2xx when the service is up; asked until then'),
	ready_timeout: option.number(60, { above: 0, help: 'seconds for that' }),
	index_timeout: option.number(300, { above: 0, help: 'seconds per add request' }),
	index: option.text('recall-bench', 'name of the store: {{index}}'),
	embedder: option.text('', 'makes {{vector}}: <provider>:<model>; sensitive documents never reach it'),
	content_type: option.text('application/json', 'of all bodies'),
};

export type HttpOptions = OptionValues<typeof HTTP_OPTIONS>;

/** The options with what the recipe says as their defaults. */
export function withRecipe(recipe: unknown): OptionSpecs {
	const values = own(HTTP_RECIPES, String(recipe)) ?? {};
	return Object.fromEntries(
		Object.entries(HTTP_OPTIONS).map(([name, spec]) => [
			name,
			Object.hasOwn(values, name) ? { ...spec, default: values[name] } : spec,
		]),
	) as OptionSpecs;
}
