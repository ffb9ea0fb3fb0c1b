import { randomStream } from '../../harness/random.ts';
import type { OpenTextVectors } from '../graph/text-vectors.ts';

const DIMENSIONS = 64;

/**
 * Vectors for tests: the normalised sum of a fixed random direction for every word, so that texts are the nearer the
 * more words they share. `seen` collects every text that was embedded.
 */
export function wordVectors(seen: string[] = []): OpenTextVectors {
	const ofText = (text: string): Float32Array => {
		seen.push(text);
		const sum = new Float64Array(DIMENSIONS);
		for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['nothing']) {
			const stream = randomStream(1, word);
			for (let i = 0; i < DIMENSIONS; i++) sum[i] = (sum[i] as number) + stream.next() - 0.5;
		}
		const length = Math.hypot(...sum);
		return Float32Array.from(sum, (value) => value / length);
	};
	return async () => ({
		id: 'test:words',
		weightsHash: undefined,
		dimensions: DIMENSIONS,
		async ofTexts(texts) {
			const matrix = new Float32Array(texts.length * DIMENSIONS);
			for (const [row, text] of texts.entries()) matrix.set(ofText(text), row * DIMENSIONS);
			return matrix;
		},
		ofQuery: async (text) => ofText(text),
		ofNames: async (names) => names.map(ofText),
		close: () => undefined,
	});
}
