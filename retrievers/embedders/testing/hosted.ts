import { vi } from 'vitest';
import { type Answer, type ApiServer, type Asked, apiServer } from '../../hosted/testing/api-server.ts';
import type { TextEmbedder } from '../embedding.ts';
import { openEmbedder } from '../index.ts';

const servers: ApiServer[] = [];

/** A server at the address that `variable` names, which wants the key `a-key`; the environment holds both. */
export async function serve(
	variable: string,
	path: string,
	keyVariable: string,
	answer: (asked: Asked) => Answer | Promise<Answer>,
): Promise<ApiServer> {
	const server = await apiServer(answer);
	servers.push(server);
	vi.stubEnv(variable, server.url + path);
	vi.stubEnv(keyVariable, 'a-key');
	return server;
}

export function closeServers(): void {
	for (const server of servers.splice(0)) server.close();
	vi.unstubAllEnvs();
}

export function open(spec: string, notes: string[] = []): Promise<TextEmbedder> {
	return openEmbedder(spec, {
		cacheDirectory: 'unused',
		progress: { start: () => ({ advance: () => undefined, stop: () => undefined }) },
		note: (message) => notes.push(message),
	});
}

/** Numbers that depend on the text alone. */
export function numbersFor(text: string, dims: number): readonly number[] {
	let state = 7;
	for (const character of text) state = (state * 31 + (character.codePointAt(0) as number)) % 100_003;
	// Never a multiple of 257, so that no text gets a vector whose values are all equal.
	const step = 1 + (state % 256);
	return Array.from({ length: dims }, (_, i) => ((step * (i + 3)) % 257) - 128);
}

/** The same, of length 1. */
export function unitFor(text: string, dims: number): Float32Array {
	const numbers = numbersFor(text, dims);
	const norm = Math.hypot(...numbers);
	return Float32Array.from(numbers, (value) => value / norm);
}

/** A third of a token per byte, as a service might count. */
export function tokensOf(texts: readonly string[]): number {
	return texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
}

export function bits(numbers: readonly number[]): readonly number[] {
	return Array.from({ length: numbers.length / 8 }, (_, byte) =>
		numbers.slice(8 * byte, 8 * byte + 8).reduce((packed, value) => 2 * packed + (value > 0 ? 1 : 0), 0),
	);
}

/** `count` different texts. */
export function texts(count: number): readonly string[] {
	return Array.from({ length: count }, (_, i) => `text number ${i}`);
}
