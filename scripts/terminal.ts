import { styleText } from 'node:util';
import type { Progress } from '../harness/contract.ts';
import { writeFileWhole } from '../harness/files/write-file.ts';
import { formats } from '../harness/report/formats/index.ts';
import { plainJson, plainText } from '../harness/report/formats/plain-text.ts';
import type { Tone, View } from '../harness/report/view.ts';
import { type Io, processIo } from './io.ts';
import { type ReportRequest, readReportRequests } from './report-requests.ts';

export interface OutputFlags {
	/** The form of what is printed; `--json` is short for `--format json`. */
	readonly format?: string;
	readonly json?: boolean;
	/** Full tables. */
	readonly details?: boolean;
	/** `format=file`, repeatable: also written there. */
	readonly report?: readonly string[];
	readonly quiet?: boolean;
	/** commander's `--no-color` sets it to false. */
	readonly color?: boolean;
}

type Style = Parameters<typeof styleText>[0];

/** Where a command speaks: results on stdout, everything said along the way on stderr. */
export interface Terminal {
	readonly json: boolean;
	/** A result in the form that was asked for, to stdout and to the files that were named; its warnings to stderr. */
	printView(view: View): void;
	/** A line of text, to stdout. */
	print(text: string): void;
	/** One JSON object, to stdout. */
	printJson(value: unknown): void;
	/** A remark of one line, to stderr; silent with --quiet. Names in it are shown escaped, as in all that is printed. */
	note(text: string): void;
	/** Something the reader must not miss, to stderr, also with --quiet. */
	warn(text: string): void;
	/** Coloured for stdout, or plain where stdout is no terminal. */
	style(style: Style, text: string): string;
	/** Ends the command with this exit code unless an error comes first. */
	exitWith(code: number): void;
	readonly progress: Progress;
}

/** Reads the output flags, so that a misspelt form costs nothing, and opens the terminal. */
export async function openTerminal(flags: OutputFlags, io: Io = processIo()): Promise<Terminal> {
	const requests = readReportRequests(flags);
	const colorAllowed = flags.color !== false && process.env.NO_COLOR === undefined;
	const colorOut = colorAllowed && io.stdout.isTTY === true;
	const colorErr = colorAllowed && io.stderr.isTTY === true;
	const quiet = flags.quiet === true;
	const progress =
		!quiet && io.stderr.isTTY === true ? (await import('./progress.ts')).terminalProgress() : SILENT_PROGRESS;
	const style: Terminal['style'] = (kind, text) => (colorOut ? styleText(kind, text, { validateStream: false }) : text);
	const say = (kind: Style, text: string): void => {
		const shown = plainText(text);
		io.stderr.write(`${colorErr && shown !== '' ? styleText(kind, shown, { validateStream: false }) : shown}\n`);
	};
	const note = (text: string): void => {
		if (!quiet) say('dim', text);
	};
	const warn = (text: string): void => say('yellow', text);
	return {
		json: requests.some(({ format, file }) => format === 'json' && file === undefined),
		printView: (view) => {
			for (const warning of view.warnings) warn(`warning: ${warning}`);
			printRequests(view, requests, flags.details === true, io, style);
			for (const { file } of requests) if (file !== undefined) note(`report  ${file}`);
		},
		print: (text) => void io.stdout.write(`${text}\n`),
		printJson: (value) => void io.stdout.write(`${plainJson(value)}\n`),
		note,
		warn,
		style,
		exitWith: (code) => {
			io.exitCode = code;
		},
		progress,
	};
}

/** Files first, so that what is on stdout can name them as written. */
function printRequests(
	view: View,
	requests: readonly ReportRequest[],
	details: boolean,
	io: Io,
	style: Terminal['style'],
): void {
	for (const { format, file } of requests)
		if (file !== undefined) writeFileWhole(file, `${formats[format].render(view, { details })}\n`);
	const width = io.stdout.isTTY === true ? io.stdout.columns : undefined;
	for (const { format, file } of requests) {
		if (file !== undefined) continue;
		const paint = (tone: Tone, text: string): string => style(COLOURS[tone], text);
		const options = { details, ...(width === undefined ? {} : { width }), ...(format === 'table' ? { paint } : {}) };
		io.stdout.write(`${formats[format].render(view, options)}\n`);
	}
}

const COLOURS: Readonly<Record<Tone, Style>> = {
	good: 'green',
	bad: 'red',
	same: 'cyan',
	open: 'yellow',
	special: 'magenta',
	quiet: 'dim',
};

export const SILENT_PROGRESS: Progress = {
	start: () => ({ advance: () => undefined, stop: () => undefined }),
};
