import { styleText } from 'node:util';
import type { Progress } from '../harness/contract.ts';

export interface OutputFlags {
	readonly json?: boolean;
	readonly quiet?: boolean;
	/** commander's `--no-color` sets it to false. */
	readonly color?: boolean;
}

type Style = Parameters<typeof styleText>[0];

/** Where a command speaks: results on stdout, everything said along the way on stderr. */
export interface Terminal {
	readonly json: boolean;
	/** A result, to stdout. */
	print(text: string): void;
	/** One JSON object, to stdout. */
	printJson(value: unknown): void;
	/** A remark, to stderr; silent with --quiet. */
	note(text: string): void;
	/** Something the reader must not miss, to stderr, also with --quiet. */
	warn(text: string): void;
	/** Coloured for stdout, or plain where stdout is no terminal. */
	style(style: Style, text: string): string;
	readonly progress: Progress;
}

export async function openTerminal(flags: OutputFlags): Promise<Terminal> {
	const colorAllowed = flags.color !== false && process.env.NO_COLOR === undefined;
	const colorOut = colorAllowed && process.stdout.isTTY === true;
	const colorErr = colorAllowed && process.stderr.isTTY === true;
	const quiet = flags.quiet === true;
	const progress =
		!quiet && process.stderr.isTTY === true ? (await import('./progress.ts')).terminalProgress() : SILENT_PROGRESS;
	return {
		json: flags.json === true,
		print: (text) => void process.stdout.write(`${text}\n`),
		printJson: (value) => void process.stdout.write(`${JSON.stringify(value, null, 2)}\n`),
		note: (text) => {
			if (!quiet) process.stderr.write(`${colorErr ? styleText('dim', text) : text}\n`);
		},
		warn: (text) => void process.stderr.write(`${colorErr ? styleText('yellow', text) : text}\n`),
		style: (style, text) => (colorOut ? styleText(style, text) : text),
		progress,
	};
}

export const SILENT_PROGRESS: Progress = {
	start: () => ({ advance: () => undefined, stop: () => undefined }),
};
