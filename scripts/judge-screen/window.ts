import { writeSync } from 'node:fs';
import { emitKeypressEvents, type Key } from 'node:readline';
import type { ScreenSize } from './screen.ts';

/** A key as it was pressed: its name (`space`, `up`, `c`), or the character. */
export interface KeyPress {
	readonly name: string;
	readonly ctrl: boolean;
}

/** The whole terminal, for as long as the screen is up. */
export interface Window {
	size(): ScreenSize;
	show(lines: readonly string[]): void;
	close(): void;
}

export interface WindowEvents {
	key(key: KeyPress): void;
	resized(): void;
	/** The process was told to end (SIGTERM). */
	ended(): void;
}

// Alternate screen, cursor hidden, no wrapping by the terminal, pastes announced (a pasted text must grade nothing).
const enter = '\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h';
const leave = '\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l';

/**
 * Takes over the terminal: alternate screen, no cursor, keys one by one. Whatever ends the process, the terminal is
 * given back as it was: on `close()`, on exit, and while the process is suspended (Ctrl-Z). Where the terminal itself
 * goes away, so does the process.
 */
export function openWindow(events: WindowEvents): Window {
	const { stdin, stdout } = process;
	let open = false;
	const take = (): void => {
		open = true;
		stdin.setRawMode(true);
		stdin.resume();
		stdout.write(enter);
	};
	const giveBack = (): void => {
		if (!open) return;
		open = false;
		stdin.setRawMode(false);
		try {
			writeSync(stdout.fd, leave);
		} catch {
			// The terminal is gone: there is nothing to give back.
		}
	};
	let pasting = false;
	const onKey = (text: string | undefined, key: Key): void => {
		if (key.name === 'paste-start' || key.name === 'paste-end') {
			pasting = key.name === 'paste-start';
			return;
		}
		if (pasting) return;
		if (key.ctrl === true && key.name === 'z') {
			giveBack();
			process.once('SIGCONT', () => {
				take();
				events.resized();
			});
			process.kill(process.pid, 'SIGTSTP');
			return;
		}
		events.key({ name: key.name ?? text ?? '', ctrl: key.ctrl === true });
	};
	const onHangUp = (): void => {
		giveBack();
		// By the signal's own default: an orderly exit would try to reset a terminal that may not be there any more.
		process.off('SIGHUP', onHangUp);
		process.kill(process.pid, 'SIGHUP');
	};

	emitKeypressEvents(stdin);
	stdin.on('keypress', onKey);
	stdin.on('end', onHangUp);
	stdin.on('error', onHangUp);
	stdout.on('resize', events.resized);
	process.on('exit', giveBack);
	process.on('SIGHUP', onHangUp);
	process.on('SIGTERM', events.ended);
	take();
	return {
		size: () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 }),
		// Each line is erased before it is written: erasing to its end afterwards would take the last column along.
		show: (lines) => void stdout.write(`\x1b[H${lines.map((line) => `\x1b[2K${line}`).join('\r\n')}`),
		close() {
			giveBack();
			// Not before: while it is suspended, listening to stdin is what keeps the process from ending.
			stdin.pause();
			stdin.off('keypress', onKey);
			stdin.off('end', onHangUp);
			stdin.off('error', onHangUp);
			stdout.off('resize', events.resized);
			process.off('exit', giveBack);
			process.off('SIGHUP', onHangUp);
			process.off('SIGTERM', events.ended);
		},
	};
}
