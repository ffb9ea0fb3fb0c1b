import { styleText } from 'node:util';
import type { BenchError } from '../harness/errors.ts';

/** What is wrong and where, then what to do; no stack trace. */
export function printError(error: BenchError): void {
	const color =
		process.stderr.isTTY === true && process.env.NO_COLOR === undefined && !process.argv.includes('--no-color');
	const head = color ? styleText('red', 'error:') : 'error:';
	process.stderr.write(`${head} ${error.message}\n`);
	if (error.hint !== undefined) process.stderr.write(`  ${error.hint.replaceAll('\n', '\n  ')}\n`);
}
