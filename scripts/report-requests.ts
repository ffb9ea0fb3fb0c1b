import { BenchError } from '../harness/errors.ts';
import { unknownName } from '../harness/names.ts';
import { FORMAT_NAMES, type FormatName } from '../harness/report/formats/index.ts';
import type { OutputFlags } from './terminal.ts';

/** One form of a result, to stdout or to a file. */
export interface ReportRequest {
	readonly format: FormatName;
	/** Undefined: stdout. */
	readonly file: string | undefined;
}

/**
 * Reads `--format`, `--json` and `--report format[=file]` before any work is done. What is not sent to a file goes to
 * stdout; where everything goes to files, a table goes to stdout too.
 */
export function readReportRequests({ format, json, report = [] }: OutputFlags): readonly ReportRequest[] {
	const chosen = format ?? (json === true ? 'json' : undefined);
	if (json === true && chosen !== 'json')
		throw new BenchError('usage', `--json and --format ${format} ask for two forms`, {
			hint: 'Leave one of them out.',
		});
	const requests: readonly ReportRequest[] = [
		...(chosen === undefined ? [] : [{ format: formatNamed(chosen), file: undefined }]),
		...report.map(readRequest),
	];
	return requests.some(({ file }) => file === undefined)
		? requests
		: [{ format: 'table', file: undefined }, ...requests];
}

function readRequest(request: string): ReportRequest {
	const [name = '', ...rest] = request.split('=');
	const file = rest.join('=');
	if (rest.length > 0 && file === '') throw new BenchError('usage', `--report ${request} names no file`);
	return { format: formatNamed(name), file: rest.length > 0 ? file : undefined };
}

function formatNamed(name: string): FormatName {
	const found = FORMAT_NAMES.find((known) => known === name);
	if (found !== undefined) return found;
	throw unknownName('format', name, FORMAT_NAMES);
}
