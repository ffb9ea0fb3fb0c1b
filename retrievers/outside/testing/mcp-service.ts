import { type Service, startService } from './service.ts';

interface Stored {
	readonly id: string;
	readonly text: string;
	readonly user: string | undefined;
}

const TOOLS = [
	tool('clear', {}),
	tool('remember', { text: { type: 'string' } }, { user: { type: 'string' } }),
	tool('recall', { query: { type: 'string' }, limit: { type: 'integer' } }, { user: { type: 'string' } }),
];

/** An MCP server over streamable HTTP, as the protocol's pages say, that keeps texts, of users where one is named, and ranks them by shared words. */
export async function startMcpService(): Promise<Service> {
	let stored: Stored[] = [];
	return startService(({ method, body }) => {
		if (method !== 'POST') return { status: 405 };
		const { id, method: asked, params } = JSON.parse(body);
		if (id === undefined) return { status: 202 };
		const answer = (result: unknown) => ({ body: { jsonrpc: '2.0', id, result } });
		if (asked === 'initialize')
			return answer({
				protocolVersion: params.protocolVersion,
				capabilities: { tools: {} },
				serverInfo: { name: 'trial', version: '1.0' },
			});
		if (asked === 'tools/list') return answer({ tools: TOOLS });
		if (asked !== 'tools/call')
			return { body: { jsonrpc: '2.0', id, error: { code: -32601, message: `no ${asked}` } } };
		const { name, arguments: given } = params;
		if (name === 'clear') stored = [];
		if (name === 'remember') stored.push({ id: `m${stored.length}`, text: given.text, user: given.user });
		if (name !== 'recall') return answer(content({ id: `m${stored.length - 1}` }));
		if (given.query === 'fail') return answer({ ...content('out of order'), isError: true });
		const own = stored.filter(({ user }) => given.user === undefined || user === given.user);
		return answer(content({ found: byWords(own, given.query).slice(0, given.limit) }));
	});
}

function byWords(stored: readonly Stored[], query: string) {
	const words = (text: string): readonly string[] => text.toLowerCase().match(/\w+/g) ?? [];
	const wanted = new Set(words(query));
	return stored
		.map(({ id, text }) => ({ id, distance: -new Set(words(text).filter((word) => wanted.has(word))).size }))
		.filter(({ distance }) => distance < 0)
		.sort((x, y) => x.distance - y.distance);
}

function tool(name: string, required: object, optional: object = {}) {
	return {
		name,
		inputSchema: { type: 'object', properties: { ...required, ...optional }, required: Object.keys(required) },
	};
}

function content(value: unknown) {
	return { content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }] };
}
