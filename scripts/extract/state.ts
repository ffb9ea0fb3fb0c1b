import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Extraction } from './extraction.ts';
import { asRecord, readExtraction } from './extraction.ts';

/**
 * What was extracted so far, a line as soon as it is answered, so that a killed run costs no answer. It stands in the
 * dataset's folder, which is private as the documents are: triples are text of documents, and neither cache/ nor
 * results/ may hold any.
 */
export interface ExtractionState {
	readonly path: string;
	find(key: string): Extraction | undefined;
	add(key: string, extraction: Extraction): void;
}

/** Under what an extraction is kept: sha-256 over the prompt's version, the model, and the text that was sent. */
export function extractionKey(promptVersion: string, model: string, text: string): string {
	const parts = [promptVersion, model, text].map((part) => createHash('sha256').update(part).digest('hex'));
	return createHash('sha256').update(parts.join('/')).digest('hex');
}

export function openState(path: string): ExtractionState {
	const known = new Map<string, Extraction>();
	const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
	for (const line of text.split('\n')) {
		const read = readLine(line);
		if (read !== undefined) known.set(read.key, read.extraction);
	}
	// A line that a kill cut short must not swallow the one after it.
	let separator = text === '' || text.endsWith('\n') ? '' : '\n';
	return {
		path,
		find: (key) => known.get(key),
		add(key, extraction) {
			appendFileSync(path, `${separator}${JSON.stringify({ key, ...extraction })}\n`);
			separator = '';
			known.set(key, extraction);
		},
	};
}

function readLine(line: string): { readonly key: string; readonly extraction: Extraction } | undefined {
	try {
		const value = asRecord(JSON.parse(line));
		const read = value === undefined ? undefined : readExtraction(value);
		return read === undefined || typeof value?.key !== 'string'
			? undefined
			: { key: value.key, extraction: read.extraction };
	} catch {
		return undefined;
	}
}
