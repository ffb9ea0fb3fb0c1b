import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callBench } from '../testing/call-bench.ts';
import { runBench } from '../testing/run-bench.ts';
import { smallDataset } from '../testing/small-dataset.ts';

/** A folder with a dataset and a module of retrievers under mod/. */
function withModule(): string {
	const folder = smallDataset();
	mkdirSync(join(folder, 'mod'));
	writeFileSync(join(folder, 'mod', 'ids.ts'), "export const IDS: readonly string[] = ['1', '3'];\n");
	writeFileSync(
		join(folder, 'mod', 'u.ts'),
		`import { appendFileSync } from 'node:fs';
		import { IDS } from './ids.ts';
		export function fixed(): readonly string[] {
			console.log('log of the module');
			appendFileSync('asked', '.');
			return IDS;
		}
		export const hanging = () => new Promise(() => {});
		export const stray = () => {
			Promise.reject(new Error('nobody waits'));
			return new Promise((done) => setTimeout(done, 1000, []));
		};
		export class Broken { constructor() { throw new TypeError('boom'); } retrieve() { return []; } }
		export const mine = { name: 'flat', summary: '', defaults: {}, score() { throw new Error('no scores'); } };`,
	);
	return folder;
}

describe('a module of the user', () => {
	const folder = withModule();
	const run = (retriever: string, ...more: readonly string[]) =>
		runBench(['run', '--retriever', retriever, ...more], folder);
	const call = (retriever: string, ...more: readonly string[]) =>
		callBench(['run', '--retriever', retriever, ...more], folder);

	it('is recorded by its path, so that the run can be repeated', async () => {
		expect(await call('./mod/u.ts#fixed', '--out', 'one')).toMatchObject({ code: 0 });
		const { system } = JSON.parse(readFileSync(join(folder, 'one', 'manifest.json'), 'utf8'));
		expect(system).toMatchObject({ name: 'fixed', plugin: 'mod/u.ts#fixed' });
		const { stdout, code } = await callBench(['verify', 'one', '--allow-modules'], folder);
		expect(stdout).toContain('repeats to the byte');
		expect(code).toBe(0);
		expect(
			await call('hybrid', '--set', 'legs=fts,mine=./mod/../mod/u.ts#fixed', '--set', 'weights.fts=0', '--out', 'leg'),
		).toMatchObject({ code: 0 });
		const fused = JSON.parse(readFileSync(join(folder, 'leg', 'manifest.json'), 'utf8')).system;
		expect(fused.legs[1]).toMatchObject({ name: 'mine', plugin: 'mod/u.ts#fixed' });
		expect(await callBench(['verify', 'leg', '--allow-modules'], folder)).toMatchObject({ code: 0 });
		const elsewhere = await callBench(['verify', join(folder, 'one')], join(folder, 'mod'));
		expect(elsewhere.code).toBe(2);
		expect(elsewhere.stderr).toContain('repeat the run from the folder where it was made');
	});

	it('runs for somebody else only where it is allowed, and only as it was', async () => {
		const path = join(folder, 'mod', 'handed.ts');
		const code = "export const fixed = () => ['1'];\n";
		writeFileSync(path, code);
		for (const [out, ...args] of [
			['plain', './mod/handed.ts'],
			['fused', 'hybrid', '--set', 'legs=fts,mine=./mod/handed.ts'],
		] as const) {
			writeFileSync(path, code);
			expect(await call(args[0], ...args.slice(1), '--out', out)).toMatchObject({ code: 0 });
			writeFileSync(path, `${code}console.log('RAN');\n`);
			const refused = runBench(['verify', out], folder);
			expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--allow-modules') });
			const changed = runBench(['verify', out, '--allow-modules'], folder);
			expect(changed).toMatchObject({ code: 2, stderr: expect.stringContaining('is not the code') });
			expect(refused.stderr + changed.stderr).not.toContain('RAN');
		}
	});

	it('leaves standard output to the results', () => {
		const { stdout, stderr, code } = run('./mod/u.ts#fixed', '--json');
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toHaveProperty('manifest');
		expect(stderr).toContain('log of the module');
	});

	it.each([
		['hanging', './mod/u.ts#hanging: retrieve() for query q1 never answered'],
		['stray', join('mod', 'u.ts: nobody waits')],
		['Broken', './mod/u.ts#Broken: new Broken() threw: boom'],
	])('%s ends in words and exit code 2', (exported, message) => {
		const { stderr, code } = run(`./mod/u.ts#${exported}`);
		expect(stderr).toContain(message);
		expect(stderr).not.toMatch(/^\s+at |bug in bench/m);
		expect(code).toBe(2);
	});

	it('names a fusion that throws', () => {
		const { stderr, code } = run('hybrid', '--set', 'legs=fts,fts5', '--set', 'fusion=./mod/u.ts');
		expect(stderr).toContain('./mod/u.ts: score() threw: no scores');
		expect(code).toBe(2);
	});

	it('is asked again when a file that it imports has changed', async () => {
		const asked = async (): Promise<boolean> => {
			rmSync(join(folder, 'asked'), { force: true });
			const { code } = await callBench(['audit', '--set', 'legs=fts,mine=./mod/u.ts#fixed', '--json'], folder);
			expect(code).toBe(0);
			return existsSync(join(folder, 'asked'));
		};
		expect([await asked(), await asked()]).toEqual([true, false]);
		writeFileSync(join(folder, 'mod', 'ids.ts'), "export const IDS: readonly string[] = ['3', '1'];\n");
		expect(await asked()).toBe(true);
	});
});
