import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { numbersFor } from '../retrievers/embedders/testing/hosted.ts';
import { apiServer } from '../retrievers/hosted/testing/api-server.ts';
import { callBench } from './testing/call-bench.ts';
import { smallDataset } from './testing/small-dataset.ts';

const server = await apiServer(({ body }) => ({
	body: { data: body.input.map((text: string, index: number) => ({ index, embedding: numbersFor(text, 8) })) },
}));
afterAll(() => server.close());
const folder = smallDataset();
const run = (...args: string[]) =>
	callBench(['run', '--embedder', 'openai:some/model?dims=8', ...args], folder, {
		OPENAI_BASE_URL: `${server.url}/v1`,
		OPENAI_API_KEY: 'a-key',
	});
const systems = ['--retriever', 'hybrid', '--retriever', 'dense', '--retriever', 'fts'];

test('a dry run says what would go where, for documents and queries, and sends nothing', async () => {
	const { code, stdout } = await run(...systems, '--dry-run', '--json');
	expect(code).toBe(0);
	const { planned, ...rest } = JSON.parse(stdout);
	// Six documents, one of them sensitive; what both systems need is embedded once.
	expect(planned).toEqual([
		{ model: 'openai:some/model', host: server.host, what: 'queries', texts: 4, tokens: expect.any(Number) },
		{ model: 'openai:some/model', host: server.host, what: 'documents', texts: 5, tokens: expect.any(Number) },
	]);
	expect(rest).toEqual({
		tokens_sent: planned[0].tokens + planned[1].tokens,
		most_tokens: 1_000_000,
		needs_yes: false,
	});
	expect(server.asked).toEqual([]);
	expect(readdirSync(folder)).not.toContain('results');
	const over = await run(...systems, '--dry-run', '--send-limit', '5');
	expect(over.stdout).toContain('more than the 5 that are sent unasked: --yes sends them');
	expect(server.asked).toEqual([]);
});

test('queries count towards the limit before any document is sent', async () => {
	const { planned } = JSON.parse((await run('--retriever', 'dense', '--dry-run', '--json')).stdout);
	const limit = String(planned[0].tokens + planned[1].tokens - 1);
	const refused = await run('--retriever', 'dense', '--send-limit', limit);
	expect(refused.code).toBe(2);
	expect(refused.stderr).toContain(`4 queries (about ${planned[0].tokens} tokens) are sent to ${server.host}`);
	expect(server.asked).toEqual([]);
});

test('what is embedded once is planned no more, and without a hosted model nothing is sent', async () => {
	expect((await run('--retriever', 'dense', '--out', join('results', 'one'))).code).toBe(0);
	const sent = server.asked.length;
	expect(sent).toBeGreaterThan(0);
	expect((await run('--retriever', 'dense', '--dry-run')).stdout).toContain('Nothing would be embedded');
	expect((await run('--retriever', 'fts', '--embedder', 'local:bge-small-en-v1.5', '--dry-run')).stdout).toContain(
		'Nothing would be embedded',
	);
	expect(server.asked).toHaveLength(sent);
	const local = await run('--retriever', 'dense', '--embedder', 'local:bge-small-en-v1.5', '--dry-run');
	expect(local.stdout).toContain('embedded in this process');
	expect(local.stdout).toContain('nobody (this process)');
});
