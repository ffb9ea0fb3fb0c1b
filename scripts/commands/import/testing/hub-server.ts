import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Repository -> path -> content. */
type Repositories = Readonly<Record<string, Readonly<Record<string, Uint8Array | string>>>>;

export interface HubServer {
	readonly endpoint: string;
	/** `<path> <range>` of every file that was asked for. */
	readonly asked: string[];
	/** How many bytes of a file are sent before the connection is cut, once for each entry. */
	readonly cuts: Map<string, number>;
	/** Paths of which other bytes are sent than the listing says. */
	readonly forged: Set<string>;
	/** Sizes that the listing claims. */
	readonly claimed: Map<string, number>;
	close(): void;
}

export const COMMIT = 'c0ffee'.padEnd(40, '0');

/**
 * A server that speaks the part of the hub's API that datasets are fetched by: the listing with `blobs=true` (large files
 * with their sha-256, small ones with git's hash), and files by `resolve`, which redirects to where they lie.
 */
export async function hubServer(repositories: Repositories): Promise<HubServer> {
	const asked: string[] = [];
	const cuts = new Map<string, number>();
	const forged = new Set<string>();
	const claimed = new Map<string, number>();
	const server = createServer((request, response) => {
		const url = new URL(request.url as string, 'http://hub');
		const api = /^\/api\/datasets\/([^/]+\/[^/]+)\/revision\/([^/]+)$/.exec(url.pathname);
		if (api !== null) {
			const files = repositories[api[1] as string];
			// As the hub answers whoever is not logged in.
			if (files === undefined) return void response.writeHead(401).end('{"error":"Repository not found"}');
			if (!['main', COMMIT].includes(api[2] as string)) return void response.writeHead(404).end('{}');
			const siblings = Object.entries(files).map(([rfilename, content]) => {
				const bytes = Buffer.from(content);
				const git = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
				const size = claimed.get(rfilename) ?? bytes.length;
				const large = /\.(gz|parquet)$/.test(rfilename);
				const sha256 = createHash('sha256').update(bytes).digest('hex');
				return { rfilename, blobId: git, size, ...(large ? { lfs: { sha256, size, pointerSize: 134 } } : {}) };
			});
			return void response.end(JSON.stringify({ id: api[1], sha: COMMIT, siblings }));
		}
		const resolve = /^\/datasets\/([^/]+\/[^/]+)\/resolve\/([^/]+)\/(.+)$/.exec(url.pathname);
		if (resolve !== null && resolve[2] === COMMIT)
			return void response.writeHead(302, { location: `/cdn/${resolve[1]}/${resolve[3]}` }).end();
		const [, repository = '', path = ''] = /^\/cdn\/([^/]+\/[^/]+)\/(.+)$/.exec(url.pathname) ?? [];
		const content = repositories[repository]?.[path];
		if (content === undefined) return void response.writeHead(404).end();
		const range = request.headers.range;
		asked.push(`${path} ${range ?? 'whole'}`);
		const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
		const bytes = Buffer.from(content).subarray(from);
		if (forged.has(path)) bytes[0] = (bytes[0] as number) ^ 1;
		response.writeHead(range === undefined ? 200 : 206, { 'content-length': bytes.length });
		const cut = cuts.get(path);
		if (cut === undefined) return void response.end(bytes);
		cuts.delete(path);
		response.write(bytes.subarray(0, cut), () => setTimeout(() => response.destroy(), 20));
	});
	await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
	return {
		endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		asked,
		cuts,
		forged,
		claimed,
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}
