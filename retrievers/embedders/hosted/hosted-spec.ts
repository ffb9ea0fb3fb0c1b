import type { OptionSpecs } from '../../../harness/contract.ts';
import { BenchError } from '../../../harness/errors.ts';
import { option } from '../../../harness/options.ts';
import { type SpecOptions, specOptions } from '../spec-options.ts';
import { VECTOR_TYPES } from './vectors.ts';

/** Options that every hosted provider has. */
export const HOSTED_OPTIONS = {
	dims: option.integer(0, { min: 1, also: [0], help: 'length of the vectors; 0: as the model has it' }),
	concurrency: option.integer(4, { min: 1, max: 64, help: 'requests at once' }),
};

/** The vector's number type, where the provider sends several. */
export const DTYPE_OPTION = option.choice(
	'float',
	VECTOR_TYPES,
	'numbers of the vectors: float, int8 (a quarter of the size) or binary (a 32nd)',
);

/** Prefixes, where the provider knows no roles of its own. */
export const PREFIX_OPTIONS = {
	query_prefix: option.text('', 'put before queries'),
	document_prefix: option.text('', 'put before documents'),
};

/** A spec `<provider>:<model>?<options>`, read. */
export interface HostedSpec<S extends OptionSpecs> extends SpecOptions<S> {
	readonly model: string;
	/** Its name in messages and ids: `voyage:voyage-3.5`. */
	readonly owner: string;
}

/** @throws BenchError `usage` for a spec without a model, or with options that do not fit */
export function readHostedSpec<S extends OptionSpecs>(
	provider: string,
	spec: string,
	options: S,
	example: string,
): HostedSpec<S> {
	const question = spec.indexOf('?');
	const model = question < 0 ? spec : spec.slice(0, question);
	if (model === '') throw new BenchError('usage', `${provider}: names no model`, { hint: `For example ${example}` });
	const owner = `${provider}:${model}`;
	const read = specOptions(question < 0 ? '' : spec.slice(question + 1), options, owner, `For example ${example}`);
	return { ...read, model, owner };
}

/**
 * The length of the vectors, which has to be known before the first request: it is part of the id.
 * @throws BenchError `usage` where neither the spec nor our list of models says it
 */
export function requireDims(owner: string, given: number, known: number | undefined): number {
	if (given > 0) return given;
	if (known !== undefined) return known;
	throw new BenchError('usage', `${owner}: dims takes the length of its vectors, which is not known here`, {
		hint: `Its documentation says it; for example ${owner}?dims=1024`,
	});
}
