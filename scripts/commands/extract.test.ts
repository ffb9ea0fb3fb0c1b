import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callBench } from '../testing/call-bench.ts';
import { chatServer, completion, type Reply, type SeenRequest } from '../testing/chat-server.ts';
import { startBench } from '../testing/start-bench.ts';

const SECRET = 'SECRETWORD';

interface SentDoc {
	readonly id: string;
	readonly text: string;
}

function sent({ body }: SeenRequest): SentDoc[] {
	return (body.messages[1].content as string).split('\n').map((line) => JSON.parse(line) as SentDoc);
}

/** The extractor's stand-in: the first word of each document. */
function entry({ id, text }: SentDoc): object {
	const [first] = text.split(' ');
	return { id, entities: [first], triples: [[first, 'opens', id]] };
}

function answer(request: SeenRequest): string {
	return JSON.stringify({ documents: sent(request).map(entry) });
}

/** A folder with a dataset of `count` documents, one of them sensitive, and another a copy of it that is not marked. */
function folderOf(count: number): string {
	const folder = mkdtempSync(join(tmpdir(), 'bench-extract-'));
	const docs: object[] = Array.from({ length: count }, (_, i) => ({ id: i + 1, content: `Word${i + 1} stands here` }));
	docs.splice(1, 0, { id: 'secret', content: `${SECRET} opens the safe`, is_sensitive: 1 });
	docs.push({ id: 'copy', content: `  ${SECRET}  opens the safe` }, { id: 'empty', content: ' ' });
	mkdirSync(join(folder, 'data'));
	writeFileSync(join(folder, 'data', 'corpus.jsonl'), docs.map((doc) => `${JSON.stringify(doc)}\n`).join(''));
	return folder;
}

async function extract(folder: string, reply: (request: SeenRequest, number: number) => Reply, args: string[] = []) {
	const running = await chatServer(reply);
	const all = ['extract', '--llm-url', running.url, '--llm-model', 'm1', '--json', ...args];
	const outcome = await callBench(all, folder, { BENCH_LLM_KEY: 'sk-private' });
	await running.close();
	return { ...outcome, seen: running.seen, json: outcome.stdout === '' ? undefined : JSON.parse(outcome.stdout) };
}

function lines(path: string): { id: string; entities: string[]; triples: string[][] }[] {
	return readFileSync(path, 'utf8')
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line));
}

describe('bench extract', () => {
	it('writes the triples of every document, in order, and never sends what is sensitive', async () => {
		const folder = folderOf(45);
		const { code, seen, json, stderr } = await extract(folder, answer);
		expect(stderr).toContain('1 sensitive documents are not sent');
		expect(code).toBe(0);
		expect(seen.map((request) => sent(request).length).sort()).toEqual([20, 20, 5]);
		expect(JSON.stringify(seen.map(({ body }) => body))).not.toContain(SECRET);
		const written = lines(join(folder, 'data', 'triples.jsonl'));
		expect(written.map(({ id }) => id)).toEqual(Array.from({ length: 45 }, (_, i) => String(i + 1)));
		expect(written[2]).toEqual({ id: '3', entities: ['Word3'], triples: [['Word3', 'opens', '3']] });
		expect(json.counts).toMatchObject({
			extracted: 45,
			triples: 45,
			empty: 1,
			sensitive_left_out: 1,
			copies_of_sensitive_left_out: 1,
			set_aside: 0,
		});
		expect(json.usage).toMatchObject({ calls: 3, prompt_tokens: 300, completion_tokens: 30 });
	});

	it('keeps text of documents in the dataset only, and the key nowhere', async () => {
		const folder = folderOf(5);
		const { stdout, stderr } = await extract(folder, answer);
		expect(readdirSync(folder)).toEqual(['data']);
		expect(readdirSync(join(folder, 'data')).sort()).toEqual([
			'corpus.jsonl',
			'triples.extracted.jsonl',
			'triples.info.json',
			'triples.jsonl',
		]);
		const all = readdirSync(join(folder, 'data')).map((name) => readFileSync(join(folder, 'data', name), 'utf8'));
		expect(stdout + stderr + all.join('')).not.toContain('sk-private');
		expect(stdout + stderr).not.toContain('Word3');
	});

	it('mends answers, asks alone for what is missing, and sets aside what stays unreadable', async () => {
		const folder = folderOf(6);
		const { code, json, stderr } = await extract(folder, (request) => {
			const docs = sent(request);
			const told = docs.filter(({ id }) => id !== '2' && id !== '4');
			if (docs.length > 1) return `Sure!\n\`\`\`json\n${JSON.stringify({ documents: told.map(entry) })}\n\`\`\``;
			const [only] = docs as [SentDoc];
			if (only.id === '2') return JSON.stringify({ ...entry(only), id: undefined });
			return 'I would rather not.';
		});
		expect(code).toBe(2);
		expect(json.set_aside).toEqual([{ id: '4', reason: 'the answer could not be read' }]);
		expect(json.counts).toMatchObject({ extracted: 5, asked_alone: 2, set_aside: 1 });
		expect(json.repairs).toEqual({ 'code fence taken off': 1, 'the only id put in': 1 });
		expect(stderr).not.toContain('Word');
		expect(lines(join(folder, 'data', 'triples.jsonl')).map(({ id }) => id)).toEqual(['1', '2', '3', '5', '6']);

		const again = await extract(folder, answer);
		expect(again.code).toBe(0);
		expect(again.seen.flatMap(sent).map(({ id }) => id)).toEqual(['4']);
		expect(lines(join(folder, 'data', 'triples.jsonl'))).toHaveLength(6);
	});

	it('sets aside the one document that the endpoint will not read, and goes on with the others', async () => {
		const folder = folderOf(4);
		const { code, json } = await extract(folder, (request) =>
			sent(request).some(({ id }) => id === '3')
				? { status: 400, body: { error: { code: 'content_filter', message: 'no' } } }
				: answer(request),
		);
		expect(code).toBe(2);
		expect(json.set_aside).toEqual([{ id: '3', reason: 'the endpoint would not answer (content_filter)' }]);
		expect(json.counts.extracted).toBe(3);
	});

	it('gets through a busy endpoint, and through an answer cut at its longest', async () => {
		const folder = folderOf(4);
		const { code, json, seen } = await extract(folder, (request, number) => {
			if (number === 0) return { status: 429, headers: { 'retry-after': '0' } };
			if (number === 1) return { status: 503, headers: { 'retry-after': '0' } };
			if (number === 2) return { raw: JSON.stringify(completion(answer(request).slice(0, 150), 'length')) };
			return answer(request);
		});
		expect(code).toBe(0);
		expect(json.usage.retries).toEqual({ 'HTTP 429': 1, 'HTTP 503': 1 });
		expect(json.counts.extracted).toBe(4);
		expect(json.repairs['cut off, closed']).toBe(1);
		expect(seen.slice(3).every((request) => sent(request).length === 1)).toBe(true);
	});

	it('goes on where a killed run stopped, also when its last line is torn', async () => {
		const folder = folderOf(60);
		const running = await chatServer((request, number) => (number < 2 ? answer(request) : { hang: true }));
		const args = ['extract', '--llm-url', running.url, '--llm-model', 'm1', '--concurrency', '1'];
		const { process, outcome } = startBench(args, folder);
		while (running.seen.length < 3) await new Promise((resume) => setTimeout(resume, 20));
		process.kill('SIGKILL');
		await outcome;
		await running.close();
		const state = join(folder, 'data', 'triples.extracted.jsonl');
		expect(existsSync(join(folder, 'data', 'triples.jsonl'))).toBe(false);
		expect(lines(state)).toHaveLength(40);
		writeFileSync(state, readFileSync(state, 'utf8').slice(0, -15));

		const { code, seen } = await extract(folder, answer);
		expect(code).toBe(0);
		expect(seen.flatMap(sent).map(({ id }) => Number(id))).toEqual([
			40,
			...Array.from({ length: 20 }, (_, i) => i + 41),
		]);
		expect(lines(join(folder, 'data', 'triples.jsonl'))).toHaveLength(60);
		// Every answer is in the state again, also the first after the torn line.
		expect((await extract(folder, answer)).seen).toHaveLength(0);
	});

	it('asks again for a changed document and for another model only', async () => {
		const folder = folderOf(3);
		await extract(folder, answer);
		expect((await extract(folder, answer)).seen).toHaveLength(0);
		const corpus = join(folder, 'data', 'corpus.jsonl');
		writeFileSync(corpus, readFileSync(corpus, 'utf8').replace('Word2 stands', 'Word2 sits'));
		expect((await extract(folder, answer)).seen.flatMap(sent).map(({ id }) => id)).toEqual(['2']);
		expect((await extract(folder, answer, ['--llm-model', 'm2'])).seen.flatMap(sent)).toHaveLength(3);
	});

	it('does not overwrite triples that it did not make', async () => {
		const folder = folderOf(3);
		const triples = join(folder, 'data', 'triples.jsonl');
		writeFileSync(triples, 'mine\n');
		const { code, stderr, seen } = await extract(folder, answer);
		expect(code).toBe(2);
		expect(stderr).toContain('--force');
		expect(seen).toHaveLength(0);
		expect(readFileSync(triples, 'utf8')).toBe('mine\n');
		expect((await extract(folder, answer, ['--out', 'other.jsonl'])).code).toBe(0);
		expect(lines(join(folder, 'other.jsonl'))).toHaveLength(3);
		expect((await extract(folder, answer, ['--force'])).code).toBe(0);
		writeFileSync(triples, `${readFileSync(triples, 'utf8')}{"id": "mine", "entities": [], "triples": []}\n`);
		expect((await extract(folder, answer)).stderr).toContain('was changed since');
	});

	it('makes the folder of --out, and says so when it cannot write there', async () => {
		const folder = folderOf(2);
		expect((await extract(folder, answer, ['--out', 'deep/down/mine.jsonl'])).code).toBe(0);
		expect(lines(join(folder, 'deep', 'down', 'mine.jsonl'))).toHaveLength(2);
		writeFileSync(join(folder, 'file'), '');
		const { code, stderr } = await extract(folder, answer, ['--out', 'file/mine.jsonl']);
		expect(code).toBe(2);
		expect(stderr).toContain("file/mine.extracted.jsonl can't be written");
		expect(stderr).not.toMatch(/\n\s+at /);
	});

	it('stops with what to do when the endpoint refuses, and keeps what was answered', async () => {
		const folder = folderOf(30);
		const { code, stdout, stderr } = await extract(
			folder,
			(request, number) =>
				number === 0 ? answer(request) : { status: 401, body: { error: { message: 'bad key sk-private' } } },
			['--concurrency', '1'],
		);
		expect(code).toBe(2);
		expect(stdout).toBe('');
		expect(stderr).toContain('bad key [key]');
		expect(stderr).toContain('BENCH_LLM_KEY');
		expect(stderr).not.toMatch(/\n\s+at /);
		expect(lines(join(folder, 'data', 'triples.extracted.jsonl'))).toHaveLength(20);
	});

	it('shows what it would cost, and a prompt with nothing of the dataset in it', async () => {
		const folder = folderOf(45);
		const { code, json, seen, stdout } = await extract(folder, answer, [
			'--dry-run',
			'--price-in',
			'1',
			'--price-out',
			'2',
		]);
		expect(code).toBe(0);
		expect(seen).toHaveLength(0);
		expect(json).toMatchObject({ calls: 3, known_before: 0 });
		expect(json.estimated_cost).toBeCloseTo(
			(json.estimated_prompt_tokens + 2 * json.estimated_completion_tokens) / 1e6,
		);
		expect(stdout).not.toContain('Word');
		expect(stdout).toContain('Marit');
		expect(readdirSync(join(folder, 'data'))).toEqual(['corpus.jsonl']);
	});

	it.each([
		[['--llm-model', 'm'], '--llm-url is missing'],
		[['--llm-url', 'http://localhost:1/v1'], '--llm-model is missing'],
		[['--llm-url', 'nonsense', '--llm-model', 'm'], 'no URL'],
		[['--batch', '0'], 'whole number'],
	])('answers %j with what to do', async (args, message) => {
		const folder = folderOf(2);
		const { code, stderr } = await callBench(['extract', ...args], folder);
		expect(code).toBe(2);
		expect(stderr).toContain(message);
		rmSync(folder, { recursive: true });
	});
});
