import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HubServer {
	readonly address: string;
	/** Paths that were asked for, in order. */
	readonly asked: string[];
	close(): Promise<void>;
}

/** Serves files as the model hub does: `<owner>/<name>/resolve/<revision>/<path>` of `main`, 404 for all else. */
export async function hubServer(
	repository: string,
	files: Readonly<Record<string, Buffer | string>>,
): Promise<HubServer> {
	const asked: string[] = [];
	const before = `/${repository}/resolve/main/`;
	const server = createServer((request, response) => {
		const path = (request.url ?? '').slice(before.length);
		asked.push(path);
		const content = request.url?.startsWith(before) ? files[path] : undefined;
		response.writeHead(content === undefined ? 404 : 200);
		response.end(content);
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	return {
		address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		asked,
		close: () => new Promise((done) => server.close(() => done())),
	};
}
