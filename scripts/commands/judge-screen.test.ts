import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../harness/files/package-root.ts';
import { jsonLines, poolLines, smallPool } from '../testing/judged-pool.ts';
import { hasTmux, openTestTerminal, type TestTerminal } from '../testing/tmux.ts';

const program = join(packageRoot(), 'dist', 'scripts', 'bench.js');

describe.skipIf(!hasTmux)('bench judge in a real terminal', async () => {
	const folder = await smallPool('--known', 'ask');
	const items = poolLines(folder).length;
	let terminal: TestTerminal;
	afterEach(() => terminal.close());

	const start = async (judge: string, columns = 80, rows = 24): Promise<void> => {
		terminal = openTestTerminal(folder, columns, rows);
		await terminal.shows('READY');
		terminal.press(
			`echo before; sh -c 'echo $$ >pid; exec "${process.execPath}" "${program}" judge pool.jsonl --judge ${judge}'; echo code=$?`,
			'Enter',
		);
		await terminal.shows(`of ${items} judged`);
	};
	const entries = (judge: string) => jsonLines(join(folder, `pool.${judge}.judgments.jsonl`)).slice(1);

	it('takes grades key by key, each on disk at once; undoes, skips, quits, and goes on from there', async () => {
		await start('anna');
		expect(await terminal.shows('3 perfectly relevant')).toContain('kettle whistles');
		expect(terminal.state()).toEqual({ alternate: true, cursor: false });
		terminal.press('3');
		await terminal.shows(`1 of ${items} judged, ${items - 1} left`);
		expect(entries('anna')).toMatchObject([{ grade: 3 }]);
		terminal.press('0');
		await terminal.shows('2 of');
		terminal.press('u');
		await terminal.shows('taken back');
		terminal.press('s');
		await terminal.shows(`1 of ${items} judged, 1 skipped`);
		terminal.press('7', 'x', 'Left');
		terminal.press('q');
		const after = await terminal.shows('code=0');
		expect(after).toContain('before');
		expect(after).toContain(`1 of ${items} judged, skipped: 1 by the judge, ${items - 2} left`);
		expect(after).not.toContain('kettle');
		expect(terminal.state()).toEqual({ alternate: false, cursor: true });
		terminal.close();

		await start('anna');
		await terminal.shows('going on where you stopped');
		await terminal.shows(`1 of ${items} judged, 1 skipped, ${items - 2} left`);
		for (let left = items - 2; left > 0; left--) {
			terminal.press('1');
			await terminal.shows(`1 skipped, ${left - 1} left`);
		}
		await terminal.shows('That was the last one.');
		terminal.press('r');
		await terminal.shows('1 left');
		terminal.press('2');
		await terminal.shows(`${items} of ${items} judged, 0 left`);
		terminal.press('q');
		await terminal.shows('code=0');
		expect(readFileSync(join(folder, 'pool.anna.judgments.jsonl'), 'utf8')).not.toMatch(/kettle|whippet/);
	});

	it.each([
		['Ctrl-C', 130, (t: TestTerminal) => t.press('C-c')],
		[
			'a pasted text and q',
			0,
			(t: TestTerminal) => {
				t.paste('3333u');
				t.press('q');
			},
		],
	] as const)('gives the terminal back after %s', async (_, code, end) => {
		await start(`ended-${code}`);
		end(terminal);
		await terminal.shows(`code=${code}`);
		expect(terminal.state()).toEqual({ alternate: false, cursor: true });
		terminal.press('echo typed', 'Enter');
		expect(await terminal.shows(/\ntyped/)).toContain('before');
		expect(entries(`ended-${code}`)).toEqual([]);
	});

	it.each([
		['SIGTERM', 143],
		['SIGHUP', 129],
	] as const)('gives the terminal back on %s, and keeps what was judged', async (signal, code) => {
		await start(signal);
		terminal.press('2');
		await terminal.shows('1 of');
		process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), signal);
		await terminal.shows(`code=${code}`);
		expect(terminal.state()).toEqual({ alternate: false, cursor: true });
		terminal.press('echo typed', 'Enter');
		await terminal.shows(/\ntyped/);
		expect(entries(signal)).toMatchObject([{ grade: 2 }]);
	});

	it('gives the terminal back while it is suspended, and goes on after fg', async () => {
		terminal = openTestTerminal(folder);
		await terminal.shows('READY');
		terminal.press(`"${process.execPath}" "${program}" judge pool.jsonl --judge paused`, 'Enter');
		await terminal.shows(`of ${items} judged`);
		terminal.press('C-z');
		await terminal.shows(/READY.*\n[\s\S]*READY/);
		expect(terminal.state()).toEqual({ alternate: false, cursor: true });
		terminal.press('fg', 'Enter');
		await terminal.shows(`0 of ${items} judged`);
		terminal.press('1');
		await terminal.shows(`1 of ${items} judged`);
		terminal.press('q');
		await terminal.shows('judgments  pool.paused.judgments.jsonl');
	});

	it('follows the window when it changes', async () => {
		await start('resized', 70, 20);
		terminal.press('?');
		await terminal.shows('take back the last judgment');
		terminal.press('x');
		await terminal.shows('0 not relevant');
		terminal.resize(30, 12);
		await terminal.shows('grade: 0 1 2 3');
		terminal.resize(20, 5);
		await terminal.shows('The window is too');
		terminal.press('3');
		terminal.resize(70, 20);
		await terminal.shows(`0 of ${items} judged`);
		expect(entries('resized')).toEqual([]);
	});
});
