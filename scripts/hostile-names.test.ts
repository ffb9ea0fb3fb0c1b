import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { callBench } from './testing/call-bench.ts';
import { smallDataset } from './testing/small-dataset.ts';

const folders: string[] = [];
afterAll(() => {
	for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The small dataset with its two strata called otherwise. */
function withStrata(exact: string, multihop: string): string {
	const folder = smallDataset();
	folders.push(folder);
	const path = join(folder, 'data', 'queries.jsonl');
	const lines = readFileSync(path, 'utf8')
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line) as { stratum: string });
	const renamed = lines.map((line) => ({ ...line, stratum: line.stratum === 'exact' ? exact : multihop }));
	writeFileSync(path, renamed.map((line) => `${JSON.stringify(line)}\n`).join(''));
	return folder;
}

describe('names that a terminal, a log or a page would obey', () => {
	const NAME = '::error::pwned\u001b]0;title\u0007\n::error file=x::again\u202e\u009b31m ##[error]red';
	const TWO = '\r\n ::warning::two |<img src=x onerror=y> @someone';

	/** A stratum may not hold control characters. */
	const oneLine = (name: string): string => name.replace(/\p{Cc}/gu, ' ');

	/** Every control character escaped, and no line that GitHub's runner would obey. */
	function expectHarmless(text: string): void {
		expect(text).not.toMatch(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
		expect(text.split('\n').filter((line) => /^\s*::(error|warning)|##\[/.test(line))).toEqual([]);
	}

	it('are shown escaped by every command, on stdout and stderr', async () => {
		const folder = withStrata(oneLine(NAME), oneLine(TWO));
		const config = { systems: { [NAME]: { retriever: 'fts5' }, [TWO]: { retriever: 'fts' } } };
		writeFileSync(join(folder, 'bench.config.json'), JSON.stringify(config));
		const said: string[] = [];
		const call = async (...args: string[]): Promise<number> => {
			const { stdout, stderr, code } = await callBench(args, folder);
			said.push(stdout, stderr);
			return code ?? -1;
		};
		expect(await call('run', '--retriever', NAME, '--out', 'a'), said.join('')).toBe(0);
		expect(await call('run', '--retriever', TWO, '--out', 'b')).toBe(0);
		// As a run that somebody handed over: its tag is a name too.
		const trec = readFileSync(join(folder, 'b', 'run.trec'), 'utf8');
		writeFileSync(join(folder, 'handed.trec'), trec.replace(/\S+$/gm, '::error::tag\u001b[31m'));
		expect(await call('import-run', 'handed.trec', '--data', 'data', '--out', 'c')).toBe(0);
		expect(await call('import-run', 'handed.trec', '--data', 'data', '--out', 'd', '--name', NAME)).toBe(0);
		for (const args of [
			['show', 'a', '--details'],
			['show', 'c'],
			['show', 'd'],
			['compare', 'a', 'b', '--details', '--resamples', '100'],
		])
			for (const format of ['table', 'json', 'csv', 'markdown', 'latex', 'html', 'junit'])
				expect(await call(...args, '--format', format), `${args} ${format}`).toBe(0);
		// What is refused names what was given.
		expect(await call('run', '--retriever', `${NAME}x`)).toBe(2);
		expect(await call('run', '--retriever', 'fts5', '--set', `${NAME}=1`)).toBe(2);
		expect(await call('run', '--retriever', 'fts5', '--strata', `${TWO}x`)).toBe(2);
		expect(await call('show', NAME)).toBe(2);
		expect(await call('run', `--${NAME}`)).toBe(2);
		expect(await call(NAME)).toBe(2);
		expect(await call('gate', '--baseline', 'a', '--candidate', 'b', '--metric', `${NAME}=1`)).toBe(2);
		for (const text of said) expectHarmless(text);
		expect(said.join('')).toContain('\\x1b]0;title\\x07\\x0a');
	});

	it("come as one annotation a check in GitHub's form", async () => {
		const folder = withStrata(oneLine(NAME), oneLine(TWO));
		writeFileSync(join(folder, 'bench.config.json'), JSON.stringify({ systems: { [NAME]: { retriever: 'fts5' } } }));
		await callBench(['run', '--retriever', NAME, '--out', 'a'], folder);
		const { stdout } = await callBench(['show', 'a', '--format', 'github'], folder);
		expect(stdout.trimEnd().split('\n')).toHaveLength(1);
		expect(stdout).toMatch(/^::notice title=/);
	});
});

describe('names that every object has', () => {
	it.each(['constructor', '__proto__', 'toString'])('a stratum called %s is a stratum like any other', async (name) => {
		const folder = withStrata(name, 'other');
		for (const [retriever, out] of [
			['fts5', 'a'],
			['fts', 'b'],
		] as const)
			expect((await callBench(['run', '--retriever', retriever, '--out', out], folder)).code).toBe(0);
		const shown = JSON.parse((await callBench(['show', 'a', '--json'], folder)).stdout);
		expect(Object.keys(shown.summary.strata)).toContain(name);
		expect(Object.getOwnPropertyDescriptor(shown.summary.strata, name)?.value.n).toBe(2);
		expect(Object.getOwnPropertyDescriptor(shown.manifest.dataset.strata, name)?.value).toBe(2);
		const compared = await callBench(['compare', 'a', 'b', '--json', '--resamples', '100'], folder);
		expect(compared.code).toBe(0);
		expect(compared.stdout).toContain(`"stratum": "${name}"`);
		const only = await callBench(['run', '--retriever', 'fts5', '--strata', name, '--out', 'only'], folder);
		expect(only.code).toBe(0);
		expect((await callBench(['verify', 'a'], folder)).code).toBe(0);
		const stats = JSON.parse((await callBench(['data', 'stats', 'data', '--json'], folder)).stdout);
		expect(Object.keys(stats.strata)).toContain(name);
	});

	it.each(['constructor', '__proto__', 'toString'])(
		'%s is no option, system, metric, stage, format or field',
		async (name) => {
			const folder = withStrata('exact', 'multihop');
			await callBench(['run', '--retriever', 'fts5', '--out', 'a'], folder);
			for (const args of [
				['run', '--retriever', 'fts5', '--set', `${name}=1`],
				['run', '--retriever', name],
				['run', '--retriever', 'hybrid', '--set', `fusion=${name}`],
				['run', '--retriever', 'dense', '--embedder', `${name}:m`],
				['run', '--retriever', 'dense', '--embedder', `openai:${name}`],
				['run', '--retriever', 'fts5', '--metrics', name],
				['run', '--retriever', 'fts5', '--strata', name],
				['show', 'a', '--format', name],
				['compare', 'a', 'a', '--cluster', name],
				['gate', '--baseline', 'a', '--candidate', 'a', '--latency', `${name}=1.5`],
				['import', name, 'x', '--name', 'y'],
				['list', name],
				['completions', name],
				['model', 'fetch', name],
				[name],
			]) {
				const { code, stderr } = await callBench(args, folder, { OPENAI_API_KEY: 'k' });
				expect(code, args.join(' ')).toBe(2);
				expect(stderr, args.join(' ')).not.toMatch(/native code|bug in bench|undefined|\[object/);
			}
			writeFileSync(join(folder, 'gate.json'), `{"metrics":{"MRR":{"max_drop":0.5}},"latency":{"${name}":1.5}}`);
			const gate = await callBench(['gate', '--baseline', 'a', '--candidate', 'a', '--limits', 'gate.json'], folder);
			expect([gate.code, gate.stderr]).toEqual([2, expect.stringContaining(name)]);
		},
	);

	it.each(['constructor', '__proto__'])('a value of the wrong shape under %s is refused', async (name) => {
		const folder = withStrata(name, 'other');
		writeFileSync(join(folder, 'bench.config.json'), `{"systems":{"${name}":{"retriever":3}}}`);
		const { code, stderr } = await callBench(['run', '--retriever', 'fts5'], folder);
		expect([code, stderr]).toEqual([2, expect.stringContaining(`systems.${name}.retriever names no retriever`)]);
	});
});
