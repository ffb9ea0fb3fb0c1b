import { BenchError } from '../../harness/errors.ts';
import { nearNames } from '../../harness/options.ts';
import { POOLINGS, type Pooling } from './embedding.ts';

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
type Key = (typeof KEYS)[number];

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
	const set = question < 0 ? new Map<Key, string>() : assignments(spec.slice(question + 1), repository);

	const dtype = set.get('dtype') ?? (set.has('file') ? UNKNOWN : 'fp32');
	const suffix = Object.hasOwn(SUFFIXES, dtype) ? SUFFIXES[dtype] : undefined;
	if (suffix === undefined && dtype !== UNKNOWN)
		throw badValue(repository, 'dtype', dtype, `one of ${Object.keys(SUFFIXES).join(', ')}`);
	const pooling = set.get('pooling');
	if (pooling !== undefined && !isPooling(pooling))
		throw badValue(repository, 'pooling', pooling, `one of ${POOLINGS.join(', ')}`);
	const modelFile = set.get('file') ?? `onnx/model${suffix ?? ''}.onnx`;
	if (!modelFile.endsWith('.onnx') || modelFile.startsWith('/') || modelFile.split('/').includes('..'))
		throw badValue(repository, 'file', modelFile, 'an .onnx file of the repository');
	const queryPrefix = set.get('query_prefix');
	const documentPrefix = set.get('document_prefix');
	return {
		repository,
		revision: match?.[2] ?? 'main',
		dtype,
		modelFile,
		...(pooling === undefined ? {} : { pooling }),
		...(queryPrefix === undefined ? {} : { queryPrefix }),
		...(documentPrefix === undefined ? {} : { documentPrefix }),
		...wholeNumber(repository, set, 'max_tokens', 'maxTokens'),
		...wholeNumber(repository, set, 'dimensions', 'dimensions'),
	};
}

function assignments(text: string, repository: string): Map<Key, string> {
	const set = new Map<Key, string>();
	for (const part of text.split('&').filter((piece) => piece !== '')) {
		const equals = part.indexOf('=');
		const name = equals < 0 ? part : part.slice(0, equals);
		const key = KEYS.find((candidate) => candidate === name);
		if (key === undefined || equals < 0) {
			const near = nearNames(name, KEYS);
			throw new BenchError('usage', `hf:${repository} has no option "${part}"`, {
				hint:
					near.length > 0 && equals >= 0
						? `Did you mean ${near.join(' or ')}?`
						: `${EXAMPLE}. Options: ${KEYS.join(', ')}.`,
			});
		}
		set.set(key, decoded(part.slice(equals + 1), repository, key));
	}
	return set;
}

function decoded(value: string, repository: string, key: Key): string {
	try {
		return decodeURIComponent(value);
	} catch {
		throw badValue(repository, key, value, 'text in which a % is written %25');
	}
}

function wholeNumber<K extends string>(
	repository: string,
	set: ReadonlyMap<Key, string>,
	key: Key,
	name: K,
): { readonly [P in K]?: number } {
	const text = set.get(key);
	if (text === undefined) return {};
	const value = Number(text);
	if (!Number.isSafeInteger(value) || value < 1) throw badValue(repository, key, text, 'a whole number from 1 up');
	return { [name]: value } as { readonly [P in K]?: number };
}

function isPooling(text: string): text is Pooling {
	return (POOLINGS as readonly string[]).includes(text);
}

function badValue(repository: string, key: string, value: string, wanted: string): BenchError {
	return new BenchError('usage', `hf:${repository}: ${key} takes ${wanted}, not "${value}"`, { hint: EXAMPLE });
}
