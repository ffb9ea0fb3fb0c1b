import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Progress } from '../../../harness/contract.ts';
import { serviceFault } from '../../../harness/service.ts';
import { hubAddress } from '../transformers.ts';
import { type ModelSource, Unreachable } from './source.ts';

/** A machine without a way out should learn so in seconds. Body bytes may then take as long as they take. */
const ANSWER_WITHIN_MS = 8_000;

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
		await pipeline(Readable.fromWeb(response.body as ReadableStream), bar.watch, createWriteStream(target));
	} catch (error) {
		throw new Unreachable(`the download of ${file.path} broke off (${serviceFault(error).reason})`);
	} finally {
		bar.stop();
	}
	return true;
}

async function answer(address: URL): Promise<Response> {
	const giveUp = new AbortController();
	const timer = setTimeout(() => giveUp.abort(), ANSWER_WITHIN_MS);
	try {
		return await fetch(address, { signal: giveUp.signal });
	} catch (error) {
		const reason = giveUp.signal.aborted ? `no answer within ${ANSWER_WITHIN_MS / 1000} s` : serviceFault(error).reason;
		throw new Unreachable(`the hub can't be reached (${reason})`);
	} finally {
		clearTimeout(timer);
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
				bar.advance(Math.round(received / 1e6) - before);
				yield chunk;
			}
		},
		stop: () => bar.stop(),
	};
}
