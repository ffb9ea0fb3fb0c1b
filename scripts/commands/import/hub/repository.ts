import { bodyText, withDeadline } from '../../../../harness/deadline.ts';
import { BenchError } from '../../../../harness/errors.ts';
import { LONGEST_ANSWER, serviceFault } from '../../../../harness/service.ts';
import { hubHost } from '../../../../retrievers/embedders/transformers.ts';

const ANSWER_WITHIN_MS = 30_000;

/** A file of a repository at one revision, and what it must hash to. */
export interface HubFile {
	readonly repository: string;
	/** The commit: a branch or tag is resolved to it before anything is fetched. */
	readonly revision: string;
	readonly path: string;
	readonly bytes: number;
	/** sha-256 of a large file; git's own hash (sha-1 of a header and the content) of a small one. */
	readonly hash: { readonly kind: 'sha256' | 'git'; readonly hex: string };
}

/**
 * The files of a dataset repository, with size and hash; undefined where there is no such repository or revision.
 * `GET /api/datasets/<repository>/revision/<revision>?blobs=true` of the hub's API.
 */
export async function listRepository(repository: string, revision: string): Promise<readonly HubFile[] | undefined> {
	const address = new URL(
		`api/datasets/${repository}/revision/${encodeURIComponent(revision)}?blobs=true`,
		await hubHost(),
	);
	const { status, text } = await ask(address, repository);
	if (status === 404) return undefined;
	if (status === 401 || status === 403)
		// The hub answers so for repositories that it does not have, too.
		return undefined;
	if (status !== 200)
		throw new BenchError('data', `the hub answered ${status} for ${repository}`, { hint: 'Try again later.' });
	return filesOf(repository, text);
}

async function ask(address: URL, repository: string): Promise<{ status: number; text: string }> {
	try {
		return await withDeadline(ANSWER_WITHIN_MS, async (signal) => {
			const response = await fetch(address, { signal, headers: { accept: 'application/json' } });
			return { status: response.status, text: await bodyText(response, signal, LONGEST_ANSWER) };
		});
	} catch (error) {
		throw new BenchError('data', `the hub can't be asked for ${repository} (${serviceFault(error).reason})`, {
			hint: 'HF_ENDPOINT names a mirror. Files that you have already: bench import beir <folder or zip>.',
		});
	}
}

/** `siblings[{rfilename, size, blobId, lfs: {sha256, size}}]` and the commit `sha`. */
function filesOf(repository: string, text: string): readonly HubFile[] {
	const answer = parsed(text);
	const revision = answer?.sha;
	if (
		answer === undefined ||
		typeof revision !== 'string' ||
		!/^[0-9a-f]{40}$/.test(revision) ||
		!Array.isArray(answer.siblings)
	)
		throw new BenchError('data', `the hub's answer for ${repository} names no commit and files`, {
			hint: 'HF_ENDPOINT may name a server that does not speak the API of the hub.',
		});
	return answer.siblings.flatMap((each: unknown): readonly HubFile[] => {
		const { rfilename: path, size, blobId, lfs } = Object(each);
		if (typeof path !== 'string' || !isPlainPath(path)) return [];
		const sha256 = Object(lfs).sha256;
		const bytes = typeof size === 'number' ? size : Object(lfs).size;
		const hash =
			typeof sha256 === 'string'
				? ({ kind: 'sha256', hex: sha256 } as const)
				: ({ kind: 'git', hex: String(blobId) } as const);
		if (!Number.isSafeInteger(bytes) || bytes < 0 || !/^[0-9a-f]{40,64}$/.test(hash.hex)) return [];
		return [{ repository, revision, path, bytes, hash }];
	});
}

/** The path becomes one below a folder of ours. */
function isPlainPath(path: string): boolean {
	return path.split('/').every((part) => /^[\w][\w.=@+-]*$/.test(part));
}

function parsed(text: string): Record<string, unknown> | undefined {
	try {
		return Object(JSON.parse(text));
	} catch {
		return undefined;
	}
}
