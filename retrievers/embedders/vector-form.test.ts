import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cachedEmbedder, type Watch } from './cached.ts';
import type { TextEmbedder } from './embedding.ts';
import { checkEmbedder } from './index.ts';
import { vectorCache } from './vector-cache.ts';
import { inForm, type VectorForm } from './vector-form.ts';

const WHOLE = [0.5, -0.25, 0.75, 0, -0.1, 0.349];
const norm = (values: readonly number[]): number[] => values.map((value) => value / Math.hypot(...values));
let computed = 0;
const model: TextEmbedder = {
	id: 'six weights=1',
	dimensions: 6,
	async embedCounted(texts) {
		computed += texts.length;
		return texts.map(() => ({ vector: Float32Array.from(norm(WHOLE)), tokens: 3 }));
	},
	embed: async (texts, role) => (await model.embedCounted(texts, role)).map(({ vector }) => vector),
	load: async () => undefined,
};
const watch: Watch = {
	progress: { start: () => ({ advance: () => undefined, stop: () => undefined }) },
	note: () => undefined,
};

describe('a form of the vectors', () => {
	it.each<[VectorForm, readonly number[]]>([
		[{ dims: 3, vectors: 'float' }, norm([0.5, -0.25, 0.75])],
		// 127 stands for 0.75: 84.67, -42.33, 127, 0, -16.93 and 59.10, rounded.
		[{ dims: 0, vectors: 'int8' }, norm([85, -42, 127, 0, -17, 59])],
		[{ dims: 4, vectors: 'binary' }, [0.5, -0.5, 0.5, -0.5]],
		[{ dims: 2, vectors: 'int8' }, norm([127, -63])],
	])('%j', async (form, expected) => {
		const embedder = inForm(model, form);
		const [vector] = await embedder.embed(['x'], 'document');
		expect(vector).toHaveLength(expected.length);
		for (const [i, value] of expected.entries()) expect(vector?.[i]).toBeCloseTo(value, 6);
		expect(embedder.dimensions).toBe(expected.length);
		expect(embedder.id).toBe(`six weights=1 kept_dimensions=${expected.length} vectors=${form.vectors}`);
	});

	it('of nothing is the model itself', () => {
		expect(inForm(model, { dims: 0, vectors: 'float' })).toBe(model);
		expect(inForm(model, { dims: 6, vectors: 'float' })).toBe(model);
	});

	it("is made from the model's own vectors, which are computed and kept once for all forms", async () => {
		const directory = mkdtempSync(join(tmpdir(), 'form-'));
		const cached = (form: VectorForm) =>
			cachedEmbedder(
				inForm(model, form),
				vectorCache(directory, () => undefined),
			);
		computed = 0;
		const lengths: number[] = [];
		for (const dims of [2, 4, 0]) {
			const of = cached({ dims, vectors: 'float' });
			const [fresh] = await of.embed(['a text'], 'document', watch);
			const [found] = of.lookUp(['a text'], 'document');
			expect(found).toEqual(fresh);
			lengths.push(fresh?.vector.length ?? 0);
			const one = await of.compute('a query', 'query');
			one.keep();
			expect(of.lookUp(['a query'], 'query')[0]?.vector).toEqual(one.vector);
			of.close();
		}
		expect(lengths).toEqual([2, 4, 6]);
		expect(computed).toBe(1 + 3);
	});
});

it.each([
	['local:bge-small-en-v1.5?dims=512', 'has 384 dimensions, not 512'],
	['local:bge-small-en-v1.5?dtype=int4', 'dtype takes float, int8 or binary'],
	['bge-small-en-v1.5?dim=256', 'no option "dim"'],
])('%s is refused', (spec, message) => {
	expect(() => checkEmbedder(spec)).toThrow(message);
});
