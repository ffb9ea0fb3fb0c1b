import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callBench } from '../testing/call-bench.ts';
import { jsonLines, poolLines, smallPool } from '../testing/judged-pool.ts';
import type { BenchOutcome } from '../testing/run-bench.ts';

interface Asked {
	readonly messages: readonly { readonly role: string; readonly content: string }[];
}

describe('bench judge --llm', () => {
	const asked: Asked[] = [];
	let answer: (request: Asked) => string = () => '{"grade": 1}';
	let server: Server;
	let url = '';
	beforeAll(async () => {
		server = createServer((request, response) => {
			let body = '';
			request.on('data', (part) => {
				body += part;
			});
			request.on('end', () => {
				const call = JSON.parse(body) as Asked;
				asked.push(call);
				response.setHeader('content-type', 'application/json');
				response.end(JSON.stringify({ choices: [{ message: { content: answer(call) }, finish_reason: 'stop' }] }));
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
	});
	afterAll(() => server.close());

	const judge = (folder: string, ...more: string[]): Promise<BenchOutcome> =>
		callBench(['judge', 'pool.jsonl', '--llm', '--llm-url', url, '--llm-model', 'small', '--json', ...more], folder);
	const textOf = ({ messages }: Asked): string => messages.map(({ content }) => content).join('\n');

	it('grades what it can read, counts what it cannot, and asks again only for that', async () => {
		const folder = await smallPool('--known', 'ask');
		const items = poolLines(folder).length;
		answer = (call) =>
			textOf(call).includes('kettle whistles')
				? '{"grade": 3}'
				: textOf(call).includes('Marta')
					? 'Relevant!'
					: '{"grade": 0}';
		const first = await judge(folder);
		expect(first).toMatchObject({ code: 0 });
		const counts = JSON.parse(first.stdout);
		expect(counts.judged + counts.skipped.unreadable).toBe(items);
		expect(counts.skipped.unreadable).toBeGreaterThan(0);
		const path = join(folder, 'pool.small.judgments.jsonl');
		const [header, ...entries] = jsonLines(path);
		expect(header).toMatchObject({
			judge: 'small',
			by: 'model',
			prompt_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
		});
		expect(entries.find(({ query_id: query, doc_id: doc }) => query === 'q1' && doc === '1')).toMatchObject({
			grade: 3,
		});
		expect(readFileSync(path, 'utf8')).not.toMatch(/Marta|Relevant!/);

		asked.length = 0;
		answer = () => '{"grade": null}';
		const again = JSON.parse((await judge(folder)).stdout);
		expect(asked).toHaveLength(counts.skipped.unreadable);
		expect(again).toMatchObject({ judged: counts.judged, skipped: { refused: counts.skipped.unreadable }, left: 0 });
		asked.length = 0;
		await judge(folder);
		expect(asked).toHaveLength(0);
	});

	it('tells the model the rubric, and never a sensitive document', async () => {
		const folder = await smallPool('--known', 'ask');
		const kept = await callBench(['run', '--retriever', 'fts5', '--sensitive', 'lexical-only', '--out', 'all'], folder);
		expect(kept.code).toBe(0);
		await callBench(['pool', 'all', '--known', 'ask', '--out', 'pool-all.jsonl'], folder);
		asked.length = 0;
		answer = () => '{"grade": 2}';
		const args = ['judge', 'pool-all.jsonl', '--llm', '--llm-url', url, '--llm-model', 'small', '--json'];
		const { stdout, code } = await callBench(args, folder);
		expect(code).toBe(0);
		const sensitive = jsonLines(join(folder, 'pool-all.jsonl')).filter(({ doc_id: id }) => id === '5').length;
		expect(sensitive).toBeGreaterThan(0);
		expect(JSON.parse(stdout).skipped).toEqual({ sensitive });
		expect(asked.length).toBeGreaterThan(0);
		expect(asked.map(textOf).join('\n')).not.toContain('SECRETWORD');
		expect(textOf(asked[0] as Asked)).toContain('3 = perfectly relevant');
	});

	it('is another judge under another rubric', async () => {
		const folder = await smallPool('--known', 'ask');
		answer = () => '{"grade": 1}';
		await judge(folder);
		const grades = { 0: { label: 'no', meaning: 'No.' }, 1: { label: 'yes', meaning: 'Yes.' } };
		writeFileSync(join(folder, 'rubric.json'), JSON.stringify({ name: 'two', question: 'Is it?', grades }));
		const other = await judge(folder, '--rubric', 'rubric.json');
		expect(other.code).toBe(2);
		expect(other.stderr).toContain('it was judged by another rubric');
		expect((await judge(folder, '--rubric', 'rubric.json', '--out', 'two.judgments.jsonl')).code).toBe(0);
	});
});
