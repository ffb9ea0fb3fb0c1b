import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { ProgressBar } from '../../../../harness/contract.ts';
import { withDeadline } from '../../../../harness/deadline.ts';
import { BenchError } from '../../../../harness/errors.ts';
import { serviceFault } from '../../../../harness/service.ts';
import { hubHost } from '../../../../retrievers/embedders/transformers.ts';
import type { HubFile } from './repository.ts';

const ANSWER_WITHIN_MS = 30_000;
/** Between two pieces. */
const PIECE_WITHIN_MS = 60_000;
const ATTEMPTS = 3;

/**
 * Fetches a file to `<directory>/<path>`. A download that broke off goes on where it stopped, in this process or the
 * next, for the revision is a commit and its bytes are always the same; what comes out is checked against the hash that
 * the hub names.
 */
export async function downloadFile(file: HubFile, directory: string, bar: ProgressBar): Promise<string> {
	const target = join(directory, file.path);
	if (existsSync(target)) {
		bar.advance(file.bytes);
		return target;
	}
	const part = `${target}.part`;
	mkdirSync(dirname(target), { recursive: true });
	let reason = '';
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		try {
			await continueDownload(file, part, bar);
			break;
		} catch (error) {
			if (error instanceof BenchError) throw error;
			reason = serviceFault(error).reason;
		}
	}
	if (sizeOf(part) < file.bytes)
		throw new BenchError('data', `the download of ${file.path} broke off (${reason})`, {
			hint: 'Run the same command again: it goes on where it stopped.',
		});
	const hash = await hashOf(file, part);
	if (hash !== file.hash.hex) {
		rmSync(part);
		throw new BenchError('data', `${file.path} of ${file.repository} is not what the hub says it is`, {
			hint: `Its hash is ${hash}, and should be ${file.hash.hex}. Run the command again to fetch it anew.`,
		});
	}
	renameSync(part, target);
	return target;
}

async function continueDownload(file: HubFile, part: string, bar: ProgressBar): Promise<void> {
	const have = sizeOf(part);
	if (have >= file.bytes) return;
	const address = new URL(`datasets/${file.repository}/resolve/${file.revision}/${file.path}`, await hubHost());
	const response = await withDeadline(ANSWER_WITHIN_MS, (signal) =>
		fetch(address, {
			signal,
			// Ranges, sizes and hashes are of the file itself.
			headers: { 'accept-encoding': 'identity', ...(have > 0 ? { range: `bytes=${have}-` } : {}) },
		}),
	);
	if ((response.status !== 200 && response.status !== 206) || response.body === null) {
		await response.body?.cancel();
		throw new BenchError('data', `the hub answered ${response.status} for ${file.path} of ${file.repository}`, {
			hint: 'Try again later.',
		});
	}
	// A server that knows no ranges begins at the beginning.
	const goesOn = response.status === 206;
	let left = file.bytes - (goesOn ? have : 0);
	const body = Readable.fromWeb(response.body as ReadableStream);
	const counted = async function* (pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
		const iterator = pieces[Symbol.asyncIterator]();
		try {
			for (;;) {
				const piece = await withDeadline(PIECE_WITHIN_MS, () => iterator.next());
				if (piece.done === true) return;
				left -= piece.value.byteLength;
				if (left < 0)
					throw new BenchError('data', `${file.path} of ${file.repository} is longer than the hub says`, {
						hint: 'Run the command again to fetch it anew.',
					});
				bar.advance(piece.value.byteLength);
				yield piece.value;
			}
		} finally {
			body.destroy();
		}
	};
	try {
		await pipeline(body, counted, createWriteStream(part, { flags: goesOn ? 'a' : 'w' }));
	} catch (error) {
		if (error instanceof BenchError) rmSync(part, { force: true });
		throw error;
	}
	if (left > 0) throw new Error('cut');
}

function sizeOf(path: string): number {
	return existsSync(path) ? statSync(path).size : 0;
}

async function hashOf({ hash: { kind }, bytes }: HubFile, path: string): Promise<string> {
	const hash = createHash(kind === 'sha256' ? 'sha256' : 'sha1');
	if (kind === 'git') hash.update(`blob ${bytes}\0`);
	for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
	return hash.digest('hex');
}
