import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A small cross-encoder with known weights; `make_tiny_cross_encoder.py` makes it. */
export const TINY_FOLDER = join(import.meta.dirname, 'tiny-cross-encoder');

/** Pairs with the logits that its weights give, computed apart from any runtime, and their tokens before cutting. */
export const TINY_PAIRS = JSON.parse(readFileSync(join(TINY_FOLDER, 'expected.json'), 'utf8')) as readonly {
	readonly query: string;
	readonly document: string;
	readonly tokens: number;
	readonly logit: number;
}[];
