import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../harness/files/package-root.ts';
import { randomStream } from '../../../harness/random.ts';
import { jsonLines, smallPool } from '../../testing/judged-pool.ts';
import { hasTmux, openTestTerminal } from '../../testing/tmux.ts';
import { copyOf, type KillScenario } from './scenario.ts';

const program = join(packageRoot(), 'dist', 'scripts', 'bench.js');
const FILE = 'pool.anna.judgments.jsonl';

/**
 * A person judges on the screen of a real terminal, and the program is killed between two keys, or just after one: every
 * grade that the screen counted is in the file, which is whole, and the same command goes on from there.
 */
export const killedScreen: KillScenario = {
	name: 'judge on the screen',
	async open() {
		const template = await smallPool('--known', 'ask');
		const items = jsonLines(join(template, 'pool.jsonl')).length - 1;
		let shown = 0;
		const count = (screen: string): number => Number(/(\d+) of \d+ judged/.exec(screen)?.[1] ?? 0);
		return {
			fresh() {
				shown = 0;
				return copyOf(template);
			},
			start(folder, kill) {
				// What is waited for is the terminal's session, not a child of ours.
				const idle = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
				const outcome = judgeOnScreen(folder, kill ?? randomStream(1, 'screen'), kill !== undefined);
				return { process: idle, outcome };
			},
			result: () => 'judged',
			afterKill: (folder) => lostGrades(folder, shown),
			atEnd: (folder) => {
				const judged = new Set(
					jsonLines(join(folder, FILE))
						.slice(1)
						.map(({ query_id, doc_id }) => `${query_id} ${doc_id}`),
				);
				return judged.size === items ? undefined : `${judged.size} of ${items} judgments in the file`;
			},
			close: () => rmSync(template, { recursive: true, force: true }),
		};

		async function judgeOnScreen(folder: string, stream: ReturnType<typeof randomStream>, kills: boolean) {
			const terminal = openTestTerminal(folder);
			try {
				await terminal.shows('READY');
				terminal.press(
					`sh -c 'echo $$ >pid; exec "${process.execPath}" "${program}" judge pool.jsonl --judge anna'; echo code=$?`,
					'Enter',
				);
				shown = count(await terminal.shows(/of \d+ judged/));
				const stopAt = kills ? shown + stream.below(items - shown + 1) : items;
				while (shown < stopAt) {
					terminal.press('2');
					shown = count(await terminal.shows(new RegExp(`${shown + 1} of \\d+ judged`)));
				}
				if (kills) {
					if (stream.next() < 0.5 && shown < items) terminal.press('1');
					process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), 'SIGKILL');
					await terminal.shows('code=137');
					return { stdout: '', stderr: '', code: null };
				}
				terminal.press('q');
				await terminal.shows('code=0');
				return { stdout: '', stderr: '', code: 0 };
			} finally {
				terminal.close();
			}
		}
	},
};

export const canKillScreens = hasTmux;

function lostGrades(folder: string, shown: number): string | undefined {
	const path = join(folder, FILE);
	if (!existsSync(path)) return shown === 0 ? undefined : 'the judgments file is gone';
	const lines = readFileSync(path, 'utf8').split('\n').slice(1, -1);
	return lines.length < shown ? `${lines.length} grades in the file of ${shown} that were shown as taken` : undefined;
}
