import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Doc } from '../../harness/contract.ts';
import { hubServer } from '../embedders/testing/hub-server.ts';
import { quietContext } from '../testing/context.ts';
import { openReranker } from './index.ts';
import { openPairScorer } from './pair-scorer.ts';
import { cutLengths } from './pair-tokens.ts';
import type { CountedScore, Reranker } from './reranker.ts';
import { TINY_FOLDER, TINY_PAIRS } from './testing/tiny.ts';

const context = (): ReturnType<typeof quietContext> => ({
	...quietContext(''),
	cacheDirectory: mkdtempSync(join(tmpdir(), 'cross-encoder-')),
});

async function scored(reranker: Reranker, query: string, documents: readonly string[]): Promise<CountedScore[]> {
	const out: CountedScore[] = [];
	await reranker.score(query, documents, 0, (i, score) => {
		out[i] = score;
		return true;
	});
	return out;
}

describe('a cross-encoder in a folder', () => {
	let float: Reranker;
	let int8: Reranker;
	beforeAll(async () => {
		float = await openReranker(`folder:${TINY_FOLDER}`, context());
		int8 = await openReranker(`folder:${TINY_FOLDER}?file=model_int8.onnx`, context());
	});
	afterAll(() => {
		float.close();
		int8.close();
	});

	it.each(TINY_PAIRS)('$query / $document: the logit and the tokens that its weights give', async (pair) => {
		const [found] = await scored(float, pair.query, [pair.document]);
		expect(found?.score).toBeCloseTo(pair.logit, 5);
		expect(found?.tokens).toBe(pair.tokens);
		const [rounded] = await scored(int8, pair.query, [pair.document]);
		expect(Math.abs((rounded?.score ?? 0) - pair.logit)).toBeLessThan(0.05);
	});

	it('a score is the same bits whatever is scored with it, in whatever order', async () => {
		const documents = TINY_PAIRS.map(({ document }) => document);
		for (const reranker of [float, int8]) {
			const together = await scored(reranker, 'boiler', documents);
			const turned = (await scored(reranker, 'boiler', [...documents].reverse())).reverse();
			const alone = await Promise.all(documents.map(async (text) => (await scored(reranker, 'boiler', [text]))[0]));
			const scores = (of: readonly (CountedScore | undefined)[]): unknown => of.map((one) => one?.score);
			expect(scores(turned)).toEqual(scores(together));
			expect(scores(alone)).toEqual(scores(together));
		}
	});

	it('its id names weights, number type and window; another window is another id', async () => {
		expect(float.id).toMatch(
			/^reranker folder:tiny-cross-encoder weights=\w{16} tokenizer=\w{16} dtype=fp32 max_tokens=24$/,
		);
		expect(int8.id).toContain('dtype=int8');
		const narrow = await openReranker(`folder:${TINY_FOLDER}?max_tokens=16`, context());
		expect(narrow.id).toContain('max_tokens=16');
		narrow.close();
	});

	it.each([
		['folder:/nowhere', 'is no folder'],
		[`folder:${tmpdir()}`, 'lacks model.onnx, tokenizer.json, config.json'],
		[`folder:${TINY_FOLDER}?file=other.onnx`, 'lacks other.onnx'],
		[`folder:${TINY_FOLDER}?max_tokens=2`, 'max_tokens'],
		['ms-marco-MiniLM-L-6', 'Did you mean ms-marco-MiniLM-L-6-v2'],
		['hf:nothing', 'names no model'],
		['ms-marco-MiniLM-L-6-v2?dtype=int9', 'dtype'],
		['ms-marco-MiniLM-L-6-v2?pooling=cls', 'pooling'],
		['nobody:m', 'reranking provider'],
		['', 'no model is named'],
	])('"%s" is refused', async (spec, message) => {
		await expect(openReranker(spec, context())).rejects.toSatisfy((error: { message: string; hint?: string }) =>
			`${error.message} ${error.hint}`.includes(message),
		);
	});

	it('a model with three labels is refused before its weights are read', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'labels-'));
		cpSync(TINY_FOLDER, folder, { recursive: true });
		writeFileSync(
			join(folder, 'config.json'),
			JSON.stringify({ id2label: { 0: 'a', 1: 'b', 2: 'c' }, max_position_embeddings: 24 }),
		);
		writeFileSync(join(folder, 'model.onnx'), 'no model');
		await expect(openReranker(`folder:${folder}`, context())).rejects.toThrow('has 3 labels');
	});
});

it('of the hub: fetched, hashed, and refused where the file on disk is another', async () => {
	const read = (name: string): Buffer => readFileSync(join(TINY_FOLDER, name));
	const server = await hubServer('owner/tiny', {
		'config.json': read('config.json'),
		'tokenizer.json': read('tokenizer.json'),
		'tokenizer_config.json': JSON.stringify({ tokenizer_class: 'BertTokenizer', model_max_length: 20 }),
		'onnx/model_quantized.onnx': read('model_int8.onnx'),
	});
	const before = process.env.HF_ENDPOINT;
	process.env.HF_ENDPOINT = server.address;
	try {
		const where = context();
		const reranker = await openReranker('hf:owner/tiny', where);
		// The smaller of what tokenizer and positions allow.
		expect(reranker.maxTokens).toBe(20);
		expect((await scored(reranker, 'boiler', ['a boiler']))[0]?.score).toBeCloseTo(1.558, 2);
		reranker.close();
		const asked = server.asked.length;
		await (await openReranker('hf:owner/tiny', where)).load();
		expect(server.asked).toHaveLength(asked);
		const onnx = join(where.cacheDirectory, 'models', 'owner--tiny@main', 'onnx');
		mkdirSync(onnx, { recursive: true });
		writeFileSync(join(onnx, 'model_quantized.onnx'), 'another');
		await expect((await openReranker('hf:owner/tiny', where)).load()).rejects.toThrow(
			'is not the file that was fetched',
		);
	} finally {
		if (before === undefined) delete process.env.HF_ENDPOINT;
		else process.env.HF_ENDPOINT = before;
		await server.close();
	}
});

describe('scores behind the cache', () => {
	const doc = (content: string, sensitive = false): Doc => ({
		...{ id: content, content, sensitive, tags: [], expandedKeywords: [], importance: 0, metadata: {} },
	});
	const query = { id: 'q', text: 'boiler', stratum: 's' };

	it('are kept with the time they took and whether they were cut; no text is', async () => {
		const where = context();
		const docs = [doc('a boiler'), doc('the boiler in the house'), doc(`boiler ${'garden '.repeat(30)}`)];
		const first = await openPairScorer(`folder:${TINY_FOLDER}`, where);
		const now = await first.score(query, docs, 0);
		expect(now.computed).toBe(3);
		expect(now.scores.map((pair) => pair?.cut)).toEqual([false, false, true]);
		first.close();
		const next = await openPairScorer(`folder:${TINY_FOLDER}`, where);
		expect(await next.score(query, docs, 0)).toEqual({ ...now, computed: 0 });
		expect((await next.score(query, [...docs].reverse(), 0)).scores).toEqual([...now.scores].reverse());
		next.close();
		const file = readFileSync(join(where.cacheDirectory, 'vectors.sqlite'), 'latin1');
		expect(file).toContain('reranker folder:tiny-cross-encoder');
		for (const word of ['boiler', 'garden', 'house']) expect(file).not.toContain(word);
	});

	it('without the query cache they are computed anew, and what is kept stays', async () => {
		const where = context();
		const model = `folder:${TINY_FOLDER}`;
		const score = async (queryCache: boolean) => {
			const scorer = await openPairScorer(model, { ...where, queryCache });
			const found = await scorer.score(query, [doc('a boiler')], 0);
			scorer.close();
			return found;
		};
		const first = await score(true);
		expect(await score(false)).toMatchObject({ computed: 1, scores: [{ score: first.scores[0]?.score }] });
		expect(await score(true)).toEqual({ ...first, computed: 0 });
	});

	it('no sensitive document is scored, and no empty one', async () => {
		const scorer = await openPairScorer(`folder:${TINY_FOLDER}`, context());
		const { scores, computed } = await scorer.score(query, [doc('a boiler', true), doc(' '), doc('boiler')], 0);
		expect(scores.map((pair) => pair === undefined)).toEqual([true, true, false]);
		expect(computed).toBe(1);
		expect((await scorer.score({ ...query, text: ' ' }, [doc('boiler')], 0)).scores).toEqual([undefined]);
		scorer.close();
	});

	it('a deadline stops the scoring; what was scored is kept, and misses it again from the cache', async () => {
		const where = context();
		const docs = TINY_PAIRS.map(({ document }) => doc(document));
		const scorer = await openPairScorer(`folder:${TINY_FOLDER}`, where);
		const late = await scorer.score(query, docs, 1e-6);
		expect(late.computed).toBe(1);
		expect(late.scores.map((pair) => pair?.milliseconds === Number.POSITIVE_INFINITY)).toEqual([
			false,
			...docs.slice(1).map(() => true),
		]);
		expect(await scorer.score(query, docs, 1e-6)).toEqual({ ...late, computed: 0 });
		// Without a deadline the rest follows, and the first is not scored again.
		expect((await scorer.score(query, docs, 0)).computed).toBe(docs.length - 1);
		scorer.close();
	});
});

it('two texts are cut to a room as longest_first cuts them', () => {
	// By tokenizers 0.22 (Python): room, lengths before, lengths after.
	const known = [
		[4, 1, 20, 1, 3],
		[4, 20, 1, 3, 1],
		[4, 3, 3, 2, 2],
		[5, 3, 9, 2, 3],
		[5, 9, 3, 3, 2],
		[5, 5, 5, 2, 3],
		[7, 12, 7, 4, 3],
		[10, 3, 9, 3, 7],
		[10, 0, 9, 0, 9],
	];
	for (const [room, one, other, ...kept] of known as [number, number, number, number, number][])
		expect(cutLengths(one, other, room)).toEqual(kept);
});
