import { expect, it } from 'vitest';
import { callBench } from '../../testing/call-bench.ts';
import { chatServer } from '../../testing/chat-server.ts';
import { smallPool } from '../../testing/judged-pool.ts';

it('a model of which no answer can be read has judged nothing, and the exit code says so', async () => {
	const folder = await smallPool();
	let answer = 'I had rather not.';
	const server = await chatServer(() => answer);
	const judge = () => callBench(['judge', 'pool.jsonl', '--llm', '--llm-url', server.url, '--llm-model', 'm'], folder);
	try {
		const { stderr, code } = await judge();
		expect(stderr).toContain('no answer of m could be read as a grade');
		expect(code).toBe(2);
		answer = '{"grade": 2}';
		expect(await judge()).toMatchObject({ code: 0 });
	} finally {
		await server.close();
	}
});
