import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Progress } from '../../../harness/contract.ts';
import { AnswerTooLong, withDeadline } from '../../../harness/deadline.ts';
import { serviceFault } from '../../../harness/service.ts';
import { hubAddress } from '../transformers.ts';
import { type ModelSource, Unreachable } from './source.ts';

/** A machine without a way out should learn so in seconds. */
const ANSWER_WITHIN_MS = 8_000;
/** A whole file, however large. */
const FILE_WITHIN_MS = 60 * 60_000;
/** Bytes: more than any model that runs here has. */
const LARGEST_FILE = 32 * 1024 ** 3;
/** Between two pieces of a file. */
const PIECE_WITHIN_MS = 60_000;

/** The model hub, over HTTPS. HF_ENDPOINT names a mirror. */
export const hub: ModelSource = {
	name: 'hub',
	summary: 'the model hub over HTTPS (HF_ENDPOINT names a mirror)',
	async fetch(model, into, context) {
		for (const file of model.files) {
			const found = await download({ ...model.hub, path: file.path }, join(into, file.path), context.progress);
			if (!found) throw new Unreachable(`${model.hub.repository} has no ${file.path}`);
		}
	},
};

/** Downloads one file of a repository; false where the repository has no such file. */
export async function download(
	file: { readonly repository: string; readonly revision: string; readonly path: string },
	target: string,
	progress: Progress,
): Promise<boolean> {
	const response = await answer(await hubAddress(file.repository, file.revision, file.path));
	if (response.status === 404) return false;
	if (!response.ok || response.body === null)
		throw new Unreachable(`the hub answered ${response.status} for ${file.repository}`);
	mkdirSync(dirname(target), { recursive: true });
	const bar = megabyteBar(progress, file.path, Number(response.headers.get('content-length') ?? 0));
	try {
		const body = Readable.fromWeb(response.body as ReadableStream);
		await withDeadline(FILE_WITHIN_MS, (signal) =>
			pipeline(body, unlessSilent(body), bar.watch, createWriteStream(target), { signal }),
		);
	} catch (error) {
		throw new Unreachable(`the download of ${file.path} broke off (${serviceFault(error).reason})`);
	} finally {
		bar.stop();
	}
	return true;
}

/** Passes pieces on, and gives up where the next one does not come. */
function unlessSilent(body: Readable) {
	return async function* (pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
		const iterator = pieces[Symbol.asyncIterator]();
		try {
			for (;;) {
				const piece = await withDeadline(PIECE_WITHIN_MS, () => iterator.next());
				if (piece.done === true) return;
				yield piece.value;
			}
		} finally {
			body.destroy();
		}
	};
}

async function answer(address: URL): Promise<Response> {
	try {
		return await withDeadline(ANSWER_WITHIN_MS, (signal) => fetch(address, { signal }));
	} catch (error) {
		const reason = serviceFault(error).reason;
		throw new Unreachable(`the hub can't be reached (${reason})`);
	}
}

function megabyteBar(progress: Progress, label: string, bytes: number) {
	const bar = progress.start(`${label} (MB)`, Math.max(1, Math.round(bytes / 1e6)));
	let received = 0;
	return {
		watch: async function* (chunks: AsyncIterable<Uint8Array>) {
			for await (const chunk of chunks) {
				const before = Math.round(received / 1e6);
				received += chunk.byteLength;
				if (received > LARGEST_FILE) throw new AnswerTooLong(LARGEST_FILE);
				bar.advance(Math.round(received / 1e6) - before);
				yield chunk;
			}
		},
		stop: () => bar.stop(),
	};
}
