import { cachedEmbedder } from '../cached.ts';
import { vectorCache } from '../vector-cache.ts';
import { letterEmbedder } from './letter-embedder.ts';

/*
 * A process for the tests to kill, and to run twice at once: embeds `count` texts into the cache of a folder, `delayMs`
 * per 16, and prints how many it had to compute.
 */
const [directory = '', count = '0', delayMs = '0'] = process.argv.slice(2);
const embedder = letterEmbedder({ delayMs: Number(delayMs) });
const cached = cachedEmbedder(
	embedder,
	vectorCache(directory, (message) => console.error(message)),
);
await cached.embed(
	Array.from({ length: Number(count) }, (_, i) => `text ${i.toString(36)}`),
	'document',
	{
		note: () => undefined,
		progress: { start: () => ({ advance: () => console.log('slice'), stop: () => undefined }) },
	},
);
cached.close();
console.log(`computed ${embedder.embedded.length}`);
