import type { OptionSpecs } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { option } from '../../harness/options.ts';
import { POOLINGS, type Pooling } from './embedding.ts';
import type { VectorType } from './hosted/vectors.ts';
import { badOption, type SpecOptions, specOptions } from './spec-options.ts';
import { VECTORS_OPTION } from './vector-form.ts';

/** The request `hf:<owner>/<name>[@revision][?key=value&...]`; settings that it leaves out come from the model's files. */
export interface HfRequest {
	/** `<owner>/<name>` */
	readonly repository: string;
	readonly revision: string;
	readonly dtype: string;
	/** The ONNX file inside the repository. */
	readonly modelFile: string;
	readonly pooling?: Pooling;
	readonly queryPrefix?: string;
	readonly documentPrefix?: string;
	readonly maxTokens?: number;
	readonly dimensions?: number;
	/** The number type of the vectors, where they are no floats; `dtype` is that of the weights. */
	readonly vectors?: VectorType;
}

/** The suffix of the ONNX file by dtype, as the hub's ONNX repositories have it. */
const SUFFIXES = {
	fp32: '',
	fp16: '_fp16',
	q8: '_quantized',
	int8: '_int8',
	uint8: '_uint8',
	q4: '_q4',
	q4f16: '_q4f16',
	bnb4: '_bnb4',
} as const;

type Dtype = keyof typeof SUFFIXES;

/** The dtype of a file named without one. Texts then run one at a time, which is right for every dtype. */
const UNKNOWN = 'unknown';

/** The options behind the `?`. */
export const HF_OPTIONS = {
	dtype: option.choice(
		'fp32',
		Object.keys(SUFFIXES) as Dtype[],
		'which ONNX file of the repository, by its number type',
	),
	file: option.text('', 'an .onnx file of the repository, in place of the one that dtype names'),
	pooling: option.choice(
		'auto',
		['auto', ...POOLINGS],
		"how token vectors become one; auto: as the model's files say; model: the file puts out one vector",
	),
	query_prefix: option.text('', "put before queries (default: as the model's files say)"),
	document_prefix: option.text('', "put before documents (default: as the model's files say)"),
	max_tokens: option.integer(0, { min: 1, also: [0], help: "the window; 0: as the model's files say" }),
	dims: option.integer(0, { min: 1, also: [0], help: "length of the vectors; 0: as the model's files say" }),
	vectors: VECTORS_OPTION,
};

const EXAMPLE = 'For example hf:owner/model@main?dtype=q8&pooling=mean&query_prefix=query: ';

/**
 * Values may be percent-encoded (`%26` for an `&`); a space stays a space, and a `+` a plus.
 * @throws BenchError `usage` for a key that does not exist or a value that does not fit
 */
export function parseHfSpec(spec: string): HfRequest {
	const { request, values, given } = parseHubModel(spec, HF_OPTIONS, EXAMPLE);
	const queryPrefix = given('query_prefix');
	const documentPrefix = given('document_prefix');
	return {
		...request,
		...(values.pooling === 'auto' ? {} : { pooling: values.pooling }),
		...(queryPrefix === undefined ? {} : { queryPrefix }),
		...(documentPrefix === undefined ? {} : { documentPrefix }),
		...(values.max_tokens === 0 ? {} : { maxTokens: values.max_tokens }),
		...(values.dims === 0 ? {} : { dimensions: values.dims }),
		...(values.vectors === 'float' ? {} : { vectors: values.vectors }),
	};
}

/** The file of a hub model that a request names. */
export type HubModel = Pick<HfRequest, 'repository' | 'revision' | 'dtype' | 'modelFile'>;

/**
 * Reads `<owner>/<name>[@revision][?option=value&...]` with the options of its kind of model, `dtype` and `file` among
 * them.
 * @throws BenchError `usage` for a form, a key or a value that does not fit
 */
export function parseHubModel<S extends Pick<typeof HF_OPTIONS, 'dtype' | 'file'> & OptionSpecs>(
	spec: string,
	options: S,
	example: string,
): SpecOptions<S> & { readonly request: HubModel } {
	const question = spec.indexOf('?');
	const location = question < 0 ? spec : spec.slice(0, question);
	const match = /^([\w.-]+\/[\w.-]+)(?:@([\w./-]+))?$/.exec(location);
	const repository = match?.[1];
	if (repository === undefined || repository.split('/').some((part) => /^\.+$/.test(part)))
		throw new BenchError('usage', `hf:${location} names no model`, { hint: example });
	const owner = `hf:${repository}`;
	const { values, given } = specOptions(question < 0 ? '' : spec.slice(question + 1), options, owner, example);
	const file = given('file');
	const dtype = given('dtype') ?? (file === undefined ? values.dtype : UNKNOWN);
	const modelFile = file ?? `onnx/model${SUFFIXES[values.dtype]}.onnx`;
	if (!modelFile.endsWith('.onnx') || modelFile.startsWith('/') || modelFile.split('/').includes('..'))
		throw badOption(owner, 'file', modelFile, 'an .onnx file of the repository', example);
	return { values, given, request: { repository, revision: match?.[2] ?? 'main', dtype, modelFile } };
}
