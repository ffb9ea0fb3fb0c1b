import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';

/** Whether a real terminal can be had here. */
export const hasTmux = spawnSync('tmux', ['-V']).status === 0;

export interface TestTerminal {
	/** Types keys by tmux's names: `3`, `Space`, `C-c`, `Enter`. */
	press(...keys: readonly string[]): void;
	/** Pastes, announced as a paste where the program asked for that. */
	paste(text: string): void;
	/** Waits until the screen shows it; the last screen stands in the error where it never does. */
	shows(what: string | RegExp): Promise<string>;
	resize(columns: number, rows: number): void;
	/** Whether a program has the alternate screen, and whether the cursor can be seen. */
	state(): { readonly alternate: boolean; readonly cursor: boolean };
	/** Ends it with everything in it. */
	close(): void;
}

/** A terminal of its own server with a shell in `folder`; what it shows and takes is what a person's would. */
export function openTestTerminal(folder: string, columns = 80, rows = 24): TestTerminal {
	const socket = `bench-test-${randomUUID().slice(0, 8)}`;
	const tmux = (...args: readonly string[]): string =>
		execFileSync('tmux', ['-L', socket, '-f', '/dev/null', ...args], { encoding: 'utf8' });
	const size = ['-x', String(columns), '-y', String(rows)];
	tmux('new-session', '-d', ...size, '-c', folder, 'env PS1="READY " TERM=screen-256color sh');
	const screen = (): string => tmux('capture-pane', '-p');
	return {
		press: (...keys) => void tmux('send-keys', ...keys),
		paste(text) {
			tmux('set-buffer', text);
			tmux('paste-buffer', '-p');
		},
		async shows(what) {
			const until = Date.now() + 15_000;
			for (;;) {
				const shown = screen();
				if (typeof what === 'string' ? shown.includes(what) : what.test(shown)) return shown;
				if (Date.now() > until) throw new Error(`the terminal never showed ${String(what)}, but:\n${shown}`);
				await new Promise((resolve) => setTimeout(resolve, 40));
			}
		},
		resize: (width, height) => void tmux('resize-window', '-x', String(width), '-y', String(height)),
		state() {
			const [alternate, cursor] = tmux('display-message', '-p', '#{alternate_on} #{cursor_flag}').trim().split(' ');
			return { alternate: alternate === '1', cursor: cursor === '1' };
		},
		close: () => void spawnSync('tmux', ['-L', socket, 'kill-server']),
	};
}
