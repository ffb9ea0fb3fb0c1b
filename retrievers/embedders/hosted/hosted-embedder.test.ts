import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Answer, Asked } from '../../hosted/testing/api-server.ts';
import { cachedEmbedder, type Watch } from '../cached.ts';
import { closeServers, numbersFor, open, serve, texts, tokensOf, unitFor } from '../testing/hosted.ts';
import { vectorCache } from '../vector-cache.ts';

afterEach(closeServers);

function watch(notes: string[], mostTokens?: number): Watch {
	return {
		progress: { start: () => ({ advance: () => undefined, stop: () => undefined }) },
		note: (message) => notes.push(message),
		...(mostTokens === undefined ? {} : { sending: { mostTokens } }),
	};
}

const cohereApi = (broken: (asked: Asked) => boolean) =>
	serve('COHERE_BASE_URL', '/v2', 'COHERE_API_KEY', (asked): Answer => {
		if (broken(asked)) return { status: 403 };
		const sent: readonly string[] = asked.body.texts;
		return {
			body: {
				embeddings: { float: sent.map((text) => numbersFor(text, 4)) },
				meta: { billed_units: { input_tokens: tokensOf(sent) } },
			},
		};
	});

async function cached() {
	const directory = mkdtempSync(join(tmpdir(), 'hosted-'));
	return cachedEmbedder(
		await open('cohere:embed-v4.0?dims=4&concurrency=1'),
		vectorCache(directory, () => undefined),
	);
}

it('what was answered before a failure is kept, and the next call sends only the rest', async () => {
	let works = false;
	const server = await cohereApi(({ body }) => !works && body.texts.includes('text number 200'));
	const embedder = await cached();
	const all = texts(250);
	await expect(embedder.embed(all, 'document', watch([]))).rejects.toMatchObject({ code: 'network' });
	works = true;
	const before = server.asked.length;
	const vectors = await embedder.embed(all, 'document', watch([]));
	expect(server.asked.slice(before).flatMap(({ body }) => body.texts)).toEqual(all.slice(192));
	expect(vectors.map(({ vector }) => vector)).toEqual(all.map((text) => unitFor(text, 4)));
	embedder.close();
});

it('says how much goes where, and sends nothing above the limit', async () => {
	const server = await cohereApi(() => false);
	const embedder = await cached();
	const notes: string[] = [];
	await expect(embedder.embed(texts(100), 'document', watch(notes, 400))).rejects.toMatchObject({
		code: 'usage',
		hint: expect.stringContaining('--yes'),
	});
	expect(server.asked).toEqual([]);
	await embedder.embed(texts(60), 'document', watch(notes, 400));
	expect(notes).toContain(`60 documents (about 300 tokens) are sent to ${server.host}`);
	// The limit is one for all: 300 tokens are gone, and what is cached is not sent again.
	await expect(embedder.embed(texts(100), 'document', watch(notes, 400))).rejects.toThrow('more than 400 in all');
	embedder.close();
});
