import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isTemporaryName } from '../../harness/files/temporary-name.ts';
import { readRun } from '../../harness/run/folder/read.ts';
import { smallDataset } from '../testing/small-dataset.ts';
import { startBench } from '../testing/start-bench.ts';
import { type FaultKind, saidWrong } from './trial.ts';

const AT_ONCE = 4;

/** Equal runs at the same time: each has a folder of its own, or all of them give one that is whole. */
export const concurrency: FaultKind = {
	name: 'runs at once',
	tried: `${AT_ONCE} equal bench run at a time, to new folders or one`,
	short: 2,
	usual: 40,
	open: async () => ({
		async run(stream) {
			const folder = smallDataset();
			const out = stream.next() < 0.5 ? ['--out', 'one'] : [];
			const args = ['run', '--retriever', 'fts5', ...out];
			const all = await Promise.all(Array.from({ length: AT_ONCE }, () => startBench(args, folder).outcome));
			const failed = all.find(({ code }) => code !== 0);
			if (failed !== undefined) return `exit ${failed.code}: ${failed.stderr.slice(0, 200)}`;
			const results = join(folder, 'results');
			const names = existsSync(results) ? readdirSync(results).filter((name) => name !== 'latest') : [];
			if (out.length === 0 && names.length !== AT_ONCE) return `${names.length} folders of ${AT_ONCE} runs`;
			for (const name of [...names, ...(out.length > 0 ? ['../one'] : [])]) readRun(name, results);
			const left = [folder, results].flatMap((path) => (existsSync(path) ? readdirSync(path) : []));
			const temporary = left.filter(isTemporaryName);
			rmSync(folder, { recursive: true, force: true });
			return temporary.length > 0
				? `left behind: ${temporary.join(', ')}`
				: saidWrong(all.map((o) => o.stderr).join('\n'));
		},
		close: () => undefined,
	}),
};
