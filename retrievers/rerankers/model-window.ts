import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BenchError } from '../../harness/errors.ts';
import { notOneLabel } from './cross-encoder.ts';

type Config = Readonly<Record<string, unknown>>;

/** Models whose positions are counted from behind the padding token: two fewer than the table of positions holds. */
const OFFSET_POSITIONS: ReadonlySet<unknown> = new Set(['roberta', 'xlm-roberta', 'camembert', 'mpnet']);

/**
 * The window of a cross-encoder: what was asked for, else what its card says, else what its files say. A model with
 * other than one label is refused before its weights are read.
 * @throws BenchError `model`
 */
export function modelWindow(
	name: string,
	directory: string,
	wanted: { readonly asked?: number | undefined; readonly card?: number | undefined },
): number {
	const config = read(join(directory, 'config.json'));
	const labels =
		typeof config.id2label === 'object' && config.id2label !== null
			? Object.keys(config.id2label).length
			: config.num_labels;
	if (typeof labels === 'number' && labels !== 1) throw notOneLabel(name, labels);
	const positions = tokens(config.max_position_embeddings);
	const usable = positions === undefined ? undefined : positions - (OFFSET_POSITIONS.has(config.model_type) ? 2 : 0);
	const inTokenizer = tokens(read(join(directory, 'tokenizer_config.json')).model_max_length);
	const window = wanted.asked ?? wanted.card ?? least(inTokenizer, usable);
	if (window !== undefined) return window;
	throw new BenchError('model', `the files of ${name} do not say how many tokens it reads`, {
		hint: 'Its model card does; add it: ?max_tokens=512',
	});
}

function read(file: string): Config {
	if (!existsSync(file)) return {};
	try {
		return JSON.parse(readFileSync(file, 'utf8')) as Config;
	} catch (cause) {
		throw new BenchError('model', `${file} is not JSON: ${(cause as Error).message}`, { cause });
	}
}

/** Tokenizers without a limit write an absurd one. */
function tokens(value: unknown): number | undefined {
	return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value < 1e6 ? value : undefined;
}

function least(one: number | undefined, other: number | undefined): number | undefined {
	return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}
