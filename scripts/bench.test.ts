import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toolVersion } from '../harness/files/tool-identity.ts';
import { COMMAND_GROUPS } from './commands/index.ts';
import { runBench } from './testing/run-bench.ts';
import { smallDataset } from './testing/small-dataset.ts';

const nowhere = (): string => mkdtempSync(join(tmpdir(), 'bench-root-'));

describe('bench', () => {
	it('alone shows every command with its example', () => {
		const { stdout, stderr, code } = runBench([], nowhere());
		expect(code).toBe(0);
		expect(stderr).toBe('');
		for (const { example } of Object.values(COMMAND_GROUPS).flat()) expect(stdout).toContain(example);
	});

	it('has a help page for every command, and each example begins with a command that exists', () => {
		const { stdout } = runBench([], nowhere());
		const names = [...stdout.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name as string);
		expect(names.length).toBe(Object.values(COMMAND_GROUPS).flat().length);
		for (const name of names.slice(0, 4))
			expect(runBench([name, '--help'], nowhere()).stdout).toContain(`bench ${name}`);
	});

	it('says its version', () => {
		expect(runBench(['--version'], nowhere()).stdout).toBe(`${toolVersion()}\n`);
	});

	it.each([
		[['rnu'], 'Did you mean bench run'],
		[['run', '--retreiver', 'fts'], 'Did you mean --retriever'],
		[['completions', 'fish'], 'Did you mean bash or zsh'],
	])('answers %j with what was meant, exit code 2', (args, hint) => {
		const { stdout, stderr, code } = runBench(args, nowhere());
		expect(stderr).toContain(hint);
		expect(stdout).toBe('');
		expect(code).toBe(2);
	});

	it('ends quietly where the reader has had enough', () => {
		const program = join(process.cwd(), 'dist', 'scripts', 'bench.js');
		const piped = execFileSync('bash', ['-c', `set -o pipefail; node ${program} list --quiet | head -1`], {
			encoding: 'utf8',
		});
		expect(piped).toContain('retrievers');
	});
});

describe('bench completions', () => {
	it('complete commands, subcommands and options in a real bash', () => {
		const script = runBench(['completions', 'bash'], nowhere()).stdout;
		const complete = (line: string): string[] => {
			const words = line.split(' ');
			const ask = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _bench; printf '%s\\n' "\${COMPREPLY[@]}"`;
			const out = execFileSync('bash', ['-c', `${script}\n${ask}`], { cwd: nowhere(), encoding: 'utf8' });
			return out.split('\n').filter((word) => word !== '');
		};
		expect(complete('bench ver')).toEqual(['verify']);
		expect(complete('bench data st')).toEqual(['stats']);
		expect(complete('bench run --retriev')).toEqual(['--retriever']);
		expect(complete('bench run --json --emb')).toEqual(['--embedder']);
	});
});

describe('bench doctor', () => {
	it('finds what a run needs and leaves nothing behind', () => {
		const folder = smallDataset();
		const { stdout, code } = runBench(['doctor', '--json'], folder);
		const states = Object.fromEntries(
			JSON.parse(stdout).findings.map(({ what, state }: { what: string; state: string }) => [what, state]),
		);
		expect(states).toMatchObject({
			node: 'ok',
			sqlite: 'ok',
			fts5: 'ok',
			onnxruntime: 'ok',
			cache: 'missing',
			dataset: 'ok',
		});
		expect(code).toBe(0);
	});
});
