import type { Client, Transport } from '@modelcontextprotocol/client';
import type { IndexContext, JsonObject } from '../../harness/contract.ts';
import { BenchError, reasonOf } from '../../harness/errors.ts';
import { answerWithin } from './answer-within.ts';
import { atExit } from './at-exit.ts';
import { withEnvironment } from './command-secrets.ts';
import { commandWords } from './command-words.ts';
import { limitedNotes } from './limited-notes.ts';
import { readResult, type ToolResult } from './mcp-answer.ts';

export interface Tool {
	readonly name: string;
	readonly description?: string | undefined;
	readonly inputSchema: unknown;
}

/** A connection to an MCP server. */
export interface McpServer {
	readonly name: string;
	readonly version: string;
	tools(): Promise<readonly Tool[]>;
	call(request: ToolCall): Promise<ToolResult>;
	close(): Promise<void>;
}

export interface ToolCall {
	readonly tool: string;
	readonly arguments: JsonObject;
	readonly seconds: number;
	readonly signal?: AbortSignal | undefined;
	/** See `failed` of a recipe. */
	readonly failed?: string | undefined;
}

interface ConnectOptions {
	readonly label: string;
	readonly env: Readonly<Record<string, string>>;
	readonly cwd: string;
	readonly seconds: number;
	/** Sent with every request to an address. */
	readonly headers?: Readonly<Record<string, string>>;
	readonly context: Pick<IndexContext, 'note'>;
}

/**
 * Connects to `target`: an address (streamable HTTP) or a command (stdio).
 *
 * @throws BenchError `environment` where the MCP client is not installed, `plugin` where there is no connection in time,
 *   with the last lines of stderr
 */
export async function connectMcp(target: string, options: ConnectOptions): Promise<McpServer> {
	const { label, seconds } = options;
	const { Client: McpClient } = await importClient();
	const client = new McpClient({ name: 'recall-bench', version: '1' });
	const { transport, lastWords, forget } = await transportTo(target, options);
	const told = (doing: string, error: unknown): BenchError => {
		const { code, message, hint } =
			error instanceof BenchError ? error : new BenchError('plugin', `${label}: ${doing}: ${reasonOf(error)}`);
		const words = lastWords();
		const hints = [hint, words === '' ? undefined : `Its last lines of stderr:\n${words}`].filter(
			(one) => one !== undefined,
		);
		return new BenchError(code, message, { ...(hints.length === 0 ? {} : { hint: hints.join('\n') }), cause: error });
	};
	const close = async (): Promise<void> => {
		await client.close().catch(() => undefined);
		forget();
	};
	try {
		await answerWithin(seconds, `${label}: the connection`, undefined, (signal) =>
			client.connect(transport, { signal, timeout: seconds * 1000 }),
		);
	} catch (error) {
		await close();
		throw told('no connection', error);
	}
	const server = client.getServerVersion();
	return {
		name: server?.name ?? '',
		version: server?.version ?? '',
		tools: async () => (await client.listTools()).tools,
		call: async (request) => {
			try {
				return await answerWithin(request.seconds, `${label}: ${request.tool}`, request.signal, async (signal) => {
					const raw = await client.callTool(
						{ name: request.tool, arguments: { ...request.arguments } },
						{ signal, timeout: request.seconds * 1000 + 1000 },
					);
					return readResult(request.tool, raw, request.failed);
				});
			} catch (error) {
				throw told(request.tool, error);
			}
		},
		close,
	};
}

async function importClient(): Promise<{ Client: typeof Client }> {
	try {
		return await import('@modelcontextprotocol/client');
	} catch (error) {
		throw new BenchError('environment', 'the MCP client is not installed', {
			hint: 'It is an optional part: npm i -D @modelcontextprotocol/client',
			cause: error,
		});
	}
}

interface OpenTransport {
	readonly transport: Transport;
	lastWords(): string;
	/** The work for the end of this process is done. */
	forget(): void;
}

const LAST_CHARACTERS = 1500;

async function transportTo(
	target: string,
	{ label, env, cwd, headers = {}, context }: ConnectOptions,
): Promise<OpenTransport> {
	if (/^https?:\/\//.test(target)) {
		const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
		return {
			transport: new StreamableHTTPClientTransport(new URL(target), { requestInit: { headers: { ...headers } } }),
			lastWords: () => '',
			forget: () => undefined,
		};
	}
	const [command = '', ...args] = withEnvironment(commandWords(target));
	const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
	const transport = new StdioClientTransport({ command, args, env: { ...env }, cwd, stderr: 'pipe' });
	let tail = '';
	const note = limitedNotes(label, context);
	transport.stderr?.on('data', (chunk: Buffer) => {
		const text = chunk.toString('utf8');
		tail = (tail + text).slice(-LAST_CHARACTERS);
		for (const line of text.split('\n')) if (line.trim() !== '') note(line);
	});
	const forget = atExit(() => {
		if (transport.pid !== null) process.kill(transport.pid, 'SIGKILL');
	});
	return { transport, lastWords: () => tail.trim(), forget };
}
