import { BenchError } from '../../harness/errors.ts';
import { option } from '../../harness/options.ts';
import type { EmbedderFacts } from './embedding.ts';
import { badOption, specOptions } from './spec-options.ts';

/** The options behind the `?` of `openai:<model>?...`. */
export const OPENAI_OPTIONS = {
	dimensions: option.integer(0, { min: 1, help: 'length of the vectors; has to be given' }),
	query_prefix: option.text('', 'put before queries'),
	document_prefix: option.text('', 'put before documents'),
};

const EXAMPLE = 'For example openai:text-embedding-3-small?dimensions=1536';

/** The request of a spec to a server. */
export interface OpenAiRequest {
	readonly model: string;
	/** Its name in messages and ids. */
	readonly owner: string;
	readonly dimensions: number;
	readonly queryPrefix: string;
	readonly documentPrefix: string;
}

/** @throws BenchError `usage` for a spec without a model or dimensions, or with options that do not fit */
export function parseOpenAiSpec(spec: string): OpenAiRequest {
	const question = spec.indexOf('?');
	const model = question < 0 ? spec : spec.slice(0, question);
	const owner = `openai:${model}`;
	if (model === '') throw new BenchError('usage', 'openai: names no model', { hint: EXAMPLE });
	const { values } = specOptions(question < 0 ? '' : spec.slice(question + 1), OPENAI_OPTIONS, owner, EXAMPLE);
	// The id has to be known before the first request.
	if (values.dimensions === 0) throw badOption(owner, 'dimensions', '', 'the length of its vectors', EXAMPLE);
	return {
		model,
		owner,
		dimensions: values.dimensions,
		queryPrefix: values.query_prefix,
		documentPrefix: values.document_prefix,
	};
}

/** Facts known from the spec without the server. */
export function checkOpenAi(spec: string): EmbedderFacts {
	return { name: parseOpenAiSpec(spec).owner, maxTokens: undefined, countsTokens: false };
}
