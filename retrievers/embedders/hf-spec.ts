import { BenchError } from '../../harness/errors.ts';
import { POOLINGS, type Pooling } from './embedding.ts';
import { badOption, specOptions, wholeOption } from './spec-options.ts';

/** What `hf:<owner>/<name>[@revision][?key=value&...]` asks for; what it leaves open is read from the model's files. */
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
}

/** The suffix of the ONNX file by dtype, as the hub's ONNX repositories have it. */
const SUFFIXES: Readonly<Record<string, string>> = {
	fp32: '',
	fp16: '_fp16',
	q8: '_quantized',
	int8: '_int8',
	uint8: '_uint8',
	q4: '_q4',
	q4f16: '_q4f16',
	bnb4: '_bnb4',
};

/** Of a file that is named without its dtype: run one text at a time, which is right for all of them. */
const UNKNOWN = 'unknown';

const KEYS = ['dtype', 'file', 'pooling', 'query_prefix', 'document_prefix', 'max_tokens', 'dimensions'] as const;

const EXAMPLE = 'For example hf:owner/model@main?dtype=q8&pooling=mean&query_prefix=query: ';

/**
 * Values may be percent-encoded (`%26` for an `&`); a space stays a space, and a `+` a plus.
 * @throws BenchError `usage` for a key that does not exist or a value that does not fit
 */
export function parseHfSpec(spec: string): HfRequest {
	const question = spec.indexOf('?');
	const place = question < 0 ? spec : spec.slice(0, question);
	const match = /^([\w.-]+\/[\w.-]+)(?:@([\w./-]+))?$/.exec(place);
	const repository = match?.[1];
	if (repository === undefined || repository.split('/').some((part) => /^\.+$/.test(part)))
		throw new BenchError('usage', `hf:${place} names no model`, { hint: EXAMPLE });
	const owner = `hf:${repository}`;
	const set = specOptions(question < 0 ? '' : spec.slice(question + 1), KEYS, owner, EXAMPLE);

	const dtype = set.get('dtype') ?? (set.has('file') ? UNKNOWN : 'fp32');
	const suffix = Object.hasOwn(SUFFIXES, dtype) ? SUFFIXES[dtype] : undefined;
	if (suffix === undefined && dtype !== UNKNOWN)
		throw badOption(owner, 'dtype', dtype, `one of ${Object.keys(SUFFIXES).join(', ')}`, EXAMPLE);
	const pooling = set.get('pooling');
	if (pooling !== undefined && !isPooling(pooling))
		throw badOption(owner, 'pooling', pooling, `one of ${POOLINGS.join(', ')}`, EXAMPLE);
	const modelFile = set.get('file') ?? `onnx/model${suffix ?? ''}.onnx`;
	if (!modelFile.endsWith('.onnx') || modelFile.startsWith('/') || modelFile.split('/').includes('..'))
		throw badOption(owner, 'file', modelFile, 'an .onnx file of the repository', EXAMPLE);
	const queryPrefix = set.get('query_prefix');
	const documentPrefix = set.get('document_prefix');
	const maxTokens = wholeOption(set, 'max_tokens', owner, EXAMPLE);
	const dimensions = wholeOption(set, 'dimensions', owner, EXAMPLE);
	return {
		repository,
		revision: match?.[2] ?? 'main',
		dtype,
		modelFile,
		...(pooling === undefined ? {} : { pooling }),
		...(queryPrefix === undefined ? {} : { queryPrefix }),
		...(documentPrefix === undefined ? {} : { documentPrefix }),
		...(maxTokens === undefined ? {} : { maxTokens }),
		...(dimensions === undefined ? {} : { dimensions }),
	};
}

function isPooling(text: string): text is Pooling {
	return (POOLINGS as readonly string[]).includes(text);
}
