import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDataset } from '../../harness/datasets/load.ts';
import { callBench } from '../testing/call-bench.ts';
import { type ChatServer, chatServer, type Reply, type SeenRequest } from '../testing/chat-server.ts';
import { startBench } from '../testing/start-bench.ts';

const DOCS = [
	['1', 'Tove reacts badly to cashew and pistachio, the school kitchen knows', 'tove'],
	['2', 'Jonas repairs violas in the workshop behind the chandlery', 'chandlery'],
	['3', 'Rope for the small boat is bought at cost from old Ferreira', 'chandlery'],
	['4', 'Backups of the ledger run at midnight on the machine in the cellar', 'cellar'],
	['5', 'Water stood ankle deep below the stairs after the storm in March', 'cellar'],
	['6', 'Simran teaches chemistry and borrows our long ladder every autumn', 'tove'],
	['7', 'The ferry to Aldersyde leaves at ten past eight on Saturdays only', ''],
	['8', 'The ferry to Aldersyde leaves at ten past eight on Saturdays only!', ''],
] as const;

function folderOf(): string {
	const folder = mkdtempSync(join(tmpdir(), 'bench-evalset-'));
	mkdirSync(join(folder, 'data'));
	const docs: object[] = DOCS.map(([id, content, tags]) => ({ id, content, tags }));
	docs.push({ id: 'secret', content: 'SECRETWORD opens the safe in the cellar', tags: 'cellar', is_sensitive: 1 });
	writeFileSync(join(folder, 'data', 'corpus.jsonl'), docs.map((doc) => `${JSON.stringify(doc)}\n`).join(''));
	return folder;
}

type Line = Record<string, unknown> & { text: string; stratum: string };

function lines(...path: string[]): Line[] {
	return readFileSync(join(...path), 'utf8')
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line));
}

const SMALL = ['--exact', '3', '--paraphrase', '3', '--multihop', '2', '--near', '1', '--near-by', 'words'];

function build(folder: string, args: readonly string[] = []) {
	return callBench(['build-evalset', ...SMALL, ...args], folder, { BENCH_LLM_KEY: '', OPENAI_API_KEY: '' });
}

async function withServer<T>(reply: (request: SeenRequest, number: number) => Reply, use: (server: ChatServer) => T) {
	const server = await chatServer(reply);
	try {
		return await use(server);
	} finally {
		await server.close();
	}
}

const llm = ({ url }: ChatServer) => ['--llm-url', url, '--llm-model', 'm1'];

/** A wording that shares no word with any document and differs from call to call of another note. */
function wording({ body }: SeenRequest): string {
	const [note] = (body.messages[1].content as string).split('\n');
	const letters = [...(note ?? '')].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e6, 7);
	return JSON.stringify({ query: `zzz${letters} qqq vvv` });
}

describe('bench build-evalset without a model', () => {
	it('writes skeletons for a person, and takes them in when they have words', async () => {
		const folder = folderOf();
		const made = await build(folder);
		expect(made.code).toBe(0);
		expect(made.stderr).toContain('1 sensitive documents are left out');
		expect(made.stderr).toContain('--worded');
		expect(made.stdout).toContain('How circular');
		const path = join(folder, 'data', 'skeletons.jsonl');
		const skeletons = lines(path);
		expect(readFileSync(path, 'utf8')).not.toContain('SECRETWORD');
		expect(skeletons.map(({ stratum, text }) => [stratum, text !== ''])).toEqual([
			...Array(3).fill(['exact', true]),
			...Array(3).fill(['paraphrase', false]),
			...Array(2).fill(['multihop', false]),
		]);
		expect(existsSync(join(folder, 'data', 'queries.jsonl'))).toBe(false);

		const again = await build(folder);
		expect(again.code).toBe(2);
		expect(again.stderr).toContain("may hold somebody's words");

		const worded = skeletons.map((line, i) => ({ ...line, text: line.text || `zzz${i} qqq vvv` }));
		(worded[7] as Line).text = '';
		writeFileSync(path, worded.map((line) => `${JSON.stringify(line)}\n`).join(''));
		const taken = await build(folder, ['--worded', path, '--json']);
		expect(taken.stderr).toContain('1 lines');
		expect(taken.code).toBe(0);
		expect(JSON.parse(taken.stdout).strata.multihop).toMatchObject({ made: 1 });
		const dataset = await loadDataset(join(folder, 'data'));
		expect(dataset.queries).toHaveLength(7);
		expect(lines(folder, 'data', 'queries.jsonl').map(({ _made_by }) => _made_by)).toEqual([
			...Array(3).fill('phrase'),
			...Array(4).fill('person'),
		]);
	});

	it('names every worded line that fails, and writes nothing', async () => {
		const folder = folderOf();
		await build(folder);
		const path = join(folder, 'data', 'skeletons.jsonl');
		const skeletons = lines(path);
		const [memory] = (skeletons[3] as Line & { _memories: [{ content: string }] })._memories;
		const texts: Record<number, string> = {
			0: 'no phrase of it',
			3: memory.content,
			4: 'zzz qqq vvv',
			5: 'zzz qqq vvv',
		};
		const worded = skeletons.map((line, i) => ({ ...line, text: texts[i] ?? line.text }));
		worded.push({ stratum: 'exact', text: 'mine' });
		writeFileSync(path, worded.map((line) => `${JSON.stringify(line)}\n`).join(''));
		const { code, stderr } = await build(folder, ['--worded', path]);
		expect(code).toBe(2);
		expect(stderr).toContain('skeletons.jsonl:1: the query is no phrase');
		expect(stderr).toContain('skeletons.jsonl:4: the query shares too many words (Jaccard');
		expect(stderr).toContain('skeletons.jsonl:6: has the words of line 5');
		expect(stderr).toContain('skeletons.jsonl:9: is no skeleton');
		expect(stderr).not.toContain('skeletons.jsonl:2:');
		expect(existsSync(join(folder, 'data', 'queries.jsonl'))).toBe(false);
	});

	it('sees that a document has changed or become sensitive since', async () => {
		const folder = folderOf();
		await build(folder, ['--exact', '8', '--paraphrase', '0', '--multihop', '0']);
		const only = await build(folder, [
			'--paraphrase',
			'1',
			'--exact',
			'0',
			'--multihop',
			'0',
			'--near-duplicates',
			'relevant',
			'--out',
			'x',
		]);
		expect(only.code).toBe(0);
		const [skeleton] = lines(folder, 'x', 'skeletons.jsonl') as unknown as [{ _skeleton: { targets: [string] } }];
		const [id] = skeleton._skeleton.targets;
		const corpus = join(folder, 'data', 'corpus.jsonl');
		const docs = lines(corpus);
		const change = (more: object) =>
			writeFileSync(
				corpus,
				docs.map((doc) => `${JSON.stringify(doc.id === id ? { ...doc, ...more } : doc)}\n`).join(''),
			);
		change({ content: 'Something else altogether' });
		const take = () => build(folder, ['--worded', 'x/skeletons.jsonl', '--out', 'x']);
		expect((await take()).stderr).toContain(`document "${id}" has changed since`);
		change({ is_sensitive: 1 });
		expect((await take()).stderr).toContain('is sensitive now');
	});

	it('makes exact queries at once, near duplicates relevant, circularity on record', async () => {
		const folder = folderOf();
		const args = ['--exact', '20', '--paraphrase', '0', '--multihop', '0'];
		const { code, stderr, stdout } = await build(folder, [...args, '--json']);
		expect(code).toBe(0);
		expect(stderr).toContain('exact: 7 of 20: the corpus gives no more');
		const { strata } = JSON.parse(stdout);
		expect(strata.exact).toMatchObject({ wanted: 20, made: 7, with_near_duplicates: 1, no_more_candidates: true });
		expect(strata.exact.circular.by_system_under_test).toContain('yes');
		const queries = lines(folder, 'data', 'queries.jsonl');
		for (const query of queries) expect(query._circular).toEqual(strata.exact.circular);
		const { qrels } = await loadDataset(join(folder, 'data'));
		expect(
			[...qrels.values()].filter((grades) => grades.size === 2).map((grades) => [...grades.keys()].sort()),
		).toEqual([['7', '8']]);
	});

	it('is the same for the same seed, and another for another', async () => {
		const folder = folderOf();
		const bytes = async (seed: string, out: string) => {
			await build(folder, ['--seed', seed, '--out', out]);
			return readFileSync(join(folder, out, 'skeletons.jsonl'), 'utf8');
		};
		const [one, two, other] = await Promise.all([bytes('1', 'a'), bytes('1', 'b'), bytes('2', 'c')]);
		expect(two).toBe(one);
		expect(other).not.toBe(one);
	});

	it('never overwrites judgments, and puts a new dataset elsewhere without what is sensitive', async () => {
		const folder = folderOf();
		writeFileSync(join(folder, 'data', 'qrels.jsonl'), 'years of work');
		const args = ['--paraphrase', '0', '--multihop', '0'];
		const refused = await build(folder, args);
		expect(refused.code).toBe(2);
		expect(refused.stderr).toContain('--out');
		expect(readFileSync(join(folder, 'data', 'qrels.jsonl'), 'utf8')).toBe('years of work');
		expect((await build(folder, [...args, '--out', 'data/mine'])).code).toBe(0);
		const dataset = await loadDataset(join(folder, 'data', 'mine'), { sensitive: 'lexical-only' });
		expect(dataset.corpus.map(({ id }) => id)).toEqual(DOCS.map(([id]) => id));
		expect((await build(folder, [...args, '--out', 'data/mine'])).code).toBe(2);
	});

	it('does not let words stand in for a model that was asked for', async () => {
		const { code, stderr } = await build(folderOf(), ['--near-by', 'auto', '--embedder', 'local:no-such-model']);
		expect(code).toBe(2);
		expect(stderr).toContain('no-such-model');
	});
});

describe('bench build-evalset with a model', () => {
	it('checks each wording, says what was wrong, and asks again', async () => {
		const folder = folderOf();
		await withServer(
			(request, number) => {
				const [note] = (request.body.messages[1].content as string).split('\n');
				if (number === 0) return 'Certainly not.';
				return request.body.messages[1].content.includes('Not good enough: "T')
					? wording(request)
					: request.body.messages[1].content.includes('Shared:')
						? wording(request)
						: JSON.stringify({ query: `T${JSON.parse(note as string).note}` });
			},
			async (server) => {
				const { code, stdout } = await build(folder, [...llm(server), '--json', '--concurrency', '1']);
				expect(code).toBe(0);
				const { strata } = JSON.parse(stdout);
				expect(strata).toMatchObject({ paraphrase: { made: 3 }, multihop: { made: 2 } });
				const prompts = server.seen.map(({ body }) => body.messages[1].content as string);
				expect(prompts.some((prompt) => prompt.includes('shares too many words (Jaccard'))).toBe(true);
				expect(prompts.some((prompt) => prompt.includes('Do without these words:'))).toBe(true);
				expect(prompts.some((prompt) => prompt.includes('could not be read'))).toBe(true);
				expect(prompts.join('')).not.toContain('SECRETWORD');
				const queries = lines(folder, 'data', 'queries.jsonl');
				expect(queries.filter(({ stratum }) => stratum !== 'exact').every(({ _model }) => _model === 'm1')).toBe(true);
				expect(queries.find(({ stratum }) => stratum === 'multihop')).toMatchObject({
					_made_by: 'model',
					_names_entity: false,
					_entity: expect.any(String),
				});
			},
		);
	});

	it('counts what a model never managed', async () => {
		const folder = folderOf();
		await withServer(
			(request) =>
				request.body.messages[1].content.includes('Shared:') ? wording(request) : '{"query": "Tove ferry"}',
			async (server) => {
				const { code, stdout, stderr } = await build(folder, [...llm(server), '--json', '--tries', '2']);
				expect(code).toBe(0);
				const { paraphrase } = JSON.parse(stdout).strata;
				expect(paraphrase).toMatchObject({ made: 0, reasons: { 'after 2 tries it still has fewer than 3 words': 7 } });
				expect(paraphrase.failures).toHaveLength(7);
				expect(stderr).toContain('paraphrase: 0 of 3');
			},
		);
	});

	it('goes on where a killed build stopped, to the same bytes', async () => {
		const folder = folderOf();
		const whole = await withServer(wording, async (server) => {
			await build(folder, [...llm(server), '--out', 'whole']);
			return server.seen.length;
		});
		await withServer(
			(request, number) => (number < 2 ? wording(request) : { hang: true }),
			async (server) => {
				const args = ['build-evalset', ...SMALL, ...llm(server), '--concurrency', '1', '--out', 'cut'];
				const { process, outcome } = startBench(args, folder);
				while (server.seen.length < 3) await new Promise((resume) => setTimeout(resume, 20));
				process.kill('SIGKILL');
				await outcome;
			},
		);
		expect(existsSync(join(folder, 'cut', 'queries.jsonl'))).toBe(false);
		await withServer(wording, async (server) => {
			expect((await build(folder, [...llm(server), '--out', 'cut'])).code).toBe(0);
			expect(server.seen).toHaveLength(whole - 2);
		});
		for (const name of ['queries.jsonl', 'qrels.jsonl', 'evalset.json'])
			expect(readFileSync(join(folder, 'cut', name), 'utf8')).toBe(readFileSync(join(folder, 'whole', name), 'utf8'));
	});

	it('stops when the endpoint refuses, with what to do', async () => {
		await withServer(
			() => ({ status: 404, body: { error: { message: 'no such model' } } }),
			async (server) => {
				const folder = folderOf();
				const { code, stderr } = await build(folder, llm(server));
				expect(code).toBe(2);
				expect(stderr).toContain('no such model');
				expect(existsSync(join(folder, 'data', 'queries.jsonl'))).toBe(false);
			},
		);
	});
});
