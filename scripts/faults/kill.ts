import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../harness/files/package-root.ts';
import { isTemporaryName } from '../../harness/files/temporary-name.ts';
import { readRun } from '../../harness/run/folder/read.ts';
import { temporaryFolder } from '../../harness/testing/temporary-folder.ts';
import { startBench } from '../testing/start-bench.ts';
import { type FaultKind, saidWrong } from './trial.ts';

const SAMPLE = join(packageRoot(), 'data', 'sample');
const ARGS = ['run', '--data', SAMPLE, '--retriever', 'fts5', '--out', 'kept'];

/**
 * Kills a run (SIGKILL) that replaces an earlier one, at a random moment of its second half: of its work, that is, not of
 * its start. The folder has to be a whole run before, after, and after the same command again.
 */
export const kill: FaultKind = {
	name: 'kills at work',
	tried: 'bench run --out over an earlier run, SIGKILL',
	short: 6,
	usual: 200,
	async open() {
		const space = temporaryFolder({});
		const started = performance.now();
		await startBench(ARGS, space.path).outcome;
		const usual = performance.now() - started;
		const kept = join(space.path, 'kept');
		const expected = JSON.stringify(readRun(kept).scores);
		return {
			async run(stream) {
				const { process: child, outcome } = startBench(ARGS, space.path);
				const timer = setTimeout(() => child.kill('SIGKILL'), usual * (0.5 + 0.55 * stream.next()));
				await outcome;
				clearTimeout(timer);
				if (JSON.stringify(readRun(kept).scores) !== expected) return 'the earlier run is not what it was';
				if (stream.next() > 0.2) return undefined;
				const again = await startBench(ARGS, space.path).outcome;
				if (again.code !== 0) return `repeating it ended with ${again.code}: ${again.stderr.slice(0, 200)}`;
				const left = readdirSync(space.path).filter(isTemporaryName);
				return left.length > 0 ? `left behind: ${left.join(', ')}` : saidWrong(again.stderr);
			},
			close: () => rmSync(space.path, { recursive: true, force: true }),
		};
	},
};
