import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { BenchError } from '../../harness/errors.ts';

/** Answers of a model, a line on the disk as soon as each comes, so that a killed run has paid for nothing in vain. */
export interface AnswerLog {
	/** The answers that were there when it was opened; a line that a kill cut short is passed over. */
	readonly before: readonly Readonly<Record<string, unknown>>[];
	/**
	 * @throws BenchError `environment` where the file can't be written
	 */
	append(value: object): void;
}

export function openAnswerLog(path: string): AnswerLog {
	const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
	// A torn last line must not swallow the one after it.
	let separator = text === '' || text.endsWith('\n') ? '' : '\n';
	return {
		before: text.split('\n').flatMap(readLine),
		append(value) {
			try {
				mkdirSync(dirname(path), { recursive: true });
				appendFileSync(path, `${separator}${JSON.stringify(value)}\n`, { flush: true });
			} catch (cause) {
				throw new BenchError('environment', `${path} can't be written: ${(cause as NodeJS.ErrnoException).code}`, {
					cause,
					hint: 'Answers are kept beside what they are for; give --out a place that can be written to.',
				});
			}
			separator = '';
		},
	};
}

function readLine(line: string): Readonly<Record<string, unknown>>[] {
	try {
		const value: unknown = JSON.parse(line);
		return typeof value === 'object' && value !== null ? [value as Record<string, unknown>] : [];
	} catch {
		return [];
	}
}
