import type { EmbedRole } from '../../../harness/contract.ts';
import type { TextEmbedder } from '../embedding.ts';
import { normalised } from '../pooling.ts';

/**
 * An embedder for tests that must run without a model. It counts letters, so that texts with the same letters are close. Counts what
 * it is asked to embed, and whether it was ever loaded.
 */
export interface LetterEmbedder extends TextEmbedder {
	readonly embedded: string[];
	loads: number;
}

export function letterEmbedder(settings: { id?: string; maxTokens?: number; delayMs?: number } = {}): LetterEmbedder {
	const embedded: string[] = [];
	const dimensions = 27;
	const tokens = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length + 2;
	const vectorOf = (text: string, role: EmbedRole): Float32Array => {
		const counts = new Array<number>(dimensions).fill(0);
		for (const letter of text.toLowerCase()) {
			const index = letter.charCodeAt(0) - 97;
			if (index >= 0 && index < 26) counts[index] = (counts[index] as number) + 1;
		}
		counts[26] = role === 'query' ? 0.5 : 0.25;
		return normalised(counts);
	};
	const embedder: LetterEmbedder = {
		id: settings.id ?? 'test:letters',
		dimensions,
		maxTokens: settings.maxTokens ?? 512,
		weightsHash: '0'.repeat(64),
		embedded,
		loads: 0,
		async embedCounted(texts, role) {
			if (settings.delayMs !== undefined) await new Promise((done) => setTimeout(done, settings.delayMs));
			embedded.push(...texts);
			return texts.map((text) => ({ vector: vectorOf(text, role), tokens: tokens(text) }));
		},
		embed: async (texts, role) => texts.map((text) => vectorOf(text, role)),
		load: async () => {
			embedder.loads++;
		},
		tokenCounter: async () => tokens,
	};
	return embedder;
}
