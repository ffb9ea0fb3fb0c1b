import { BenchError } from '../../harness/errors.ts';
import { writeFileWhole } from '../../harness/files/write-file.ts';
import { nearNames } from '../../harness/options.ts';
import type { Terminal } from '../terminal.ts';

interface Request {
	/** `onTerminal` is false for files, which take no colours. */
	readonly form: (onTerminal: boolean) => string;
	readonly file: string | undefined;
}

/**
 * Reads `--report form[=file]` (repeatable) before any work is done, so that a misspelt form costs nothing. Without
 * any request, or with files only, `fallback` goes to stdout too.
 */
export function readReportRequests<Name extends string>(
	requests: readonly string[],
	forms: readonly Name[],
	fallback: Name,
): readonly { readonly form: Name; readonly file: string | undefined }[] {
	const read = requests.map((request) => {
		const [name = '', ...rest] = request.split('=');
		const form = forms.find((known) => known === name);
		if (form === undefined) throw unknownForm(name, forms);
		const file = rest.join('=');
		if (rest.length > 0 && file === '') throw new BenchError('usage', `--report ${request} names no file`);
		return { form, file: rest.length > 0 ? file : undefined };
	});
	return read.some(({ file }) => file === undefined) ? read : [{ form: fallback, file: undefined }, ...read];
}

/** Files first, so that what is on stdout can name them as written. */
export function printReports(terminal: Terminal, requests: readonly Request[]): void {
	for (const { form, file } of requests) if (file !== undefined) writeFileWhole(file, withNewline(form(false)));
	for (const { form, file } of requests) if (file === undefined) terminal.print(form(true).replace(/\n$/, ''));
	for (const { file } of requests) if (file !== undefined) terminal.note(`report  ${file}`);
}

function withNewline(text: string): string {
	return text.endsWith('\n') ? text : `${text}\n`;
}

function unknownForm(name: string, forms: readonly string[]): BenchError {
	const near = nearNames(name, forms);
	return new BenchError('usage', `there is no report "${name}"`, {
		hint: `${near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : ''}There are ${forms.join(', ')}; for example --report ${forms[forms.length - 1]}=report.txt.`,
	});
}
