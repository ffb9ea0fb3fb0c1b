import { setTimeout as sleep } from 'node:timers/promises';
import { BenchError } from '../../harness/errors.ts';

export interface EmbeddingRequest {
	readonly model: string;
	readonly input: readonly string[];
	readonly dimensions: number;
}

const TRIES = 5;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
const ANSWER_WITHIN_MS = 120_000;

/**
 * One request to `<server>/embeddings`; tried again, with growing pauses or the one the server asks for, while the
 * server is busy. Messages name the server and its status, never a text: servers like to repeat the input.
 */
export async function embeddingRequest(
	server: URL,
	request: EmbeddingRequest,
): Promise<readonly (readonly number[])[]> {
	for (let attempt = 1; ; attempt++) {
		const response = await send(server, request);
		if (response.ok) return vectorsOf(await response.json().catch(() => undefined), server, request);
		const busy = response.status === 429 || response.status >= 500;
		if (!busy || attempt === TRIES)
			throw new BenchError('network', `${server.host} answered ${response.status} for ${request.model}`, {
				hint:
					response.status === 401 || response.status === 403
						? 'OPENAI_API_KEY holds the key that the server wants.'
						: busy
							? 'The server is busy. What was embedded is kept: the same command goes on from there.'
							: 'The model may be unknown to the server, a text too long for it, or its vectors of another length.',
			});
		const asked = Number(response.headers.get('retry-after')) * 1000;
		await sleep(Math.min(LONGEST_PAUSE_MS, asked > 0 ? asked : FIRST_PAUSE_MS * 2 ** (attempt - 1)));
	}
}

async function send(server: URL, { model, input, dimensions }: EmbeddingRequest): Promise<Response> {
	const key = process.env.OPENAI_API_KEY;
	try {
		return await fetch(new URL('embeddings', server), {
			method: 'POST',
			// A text goes to the server that was named, and to no other.
			redirect: 'error',
			headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
			body: JSON.stringify({ model, input, dimensions, encoding_format: 'float' }),
			signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
		});
	} catch (cause) {
		const reason = ((cause as Error).cause as NodeJS.ErrnoException | undefined)?.code ?? (cause as Error).message;
		throw new BenchError('network', `${server.host} can't be reached (${reason})`, {
			hint: 'OPENAI_BASE_URL names the server. What was embedded is kept: the same command goes on from there.',
			cause,
		});
	}
}

function vectorsOf(answer: unknown, server: URL, request: EmbeddingRequest): readonly (readonly number[])[] {
	const data = (answer as { data?: unknown } | undefined)?.data;
	const vectors: (readonly number[] | undefined)[] = new Array(request.input.length).fill(undefined);
	// The order of `data` is not promised; `index` is.
	for (const [position, entry] of Array.isArray(data) ? data.entries() : []) {
		const { index = position, embedding } = entry as { index?: number; embedding?: unknown };
		if (Array.isArray(embedding) && embedding.length === request.dimensions && embedding.every(Number.isFinite))
			vectors[index] = embedding as number[];
	}
	if (vectors.length === request.input.length && vectors.every((vector) => vector !== undefined)) return vectors;
	throw new BenchError(
		'network',
		`${server.host} did not answer with one vector of ${request.dimensions} numbers for each text`,
		{ hint: "The length of the model's vectors is set by ?dimensions=." },
	);
}
