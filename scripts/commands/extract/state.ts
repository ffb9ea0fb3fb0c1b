import { createHash } from 'node:crypto';
import { openAnswerLog } from '../../llm/answer-log.ts';
import { type Extraction, readExtraction } from './extraction.ts';

/**
 * The extractions so far. They stand in the dataset's folder, which is private as the documents are: triples are
 * text of documents, and neither cache/ nor results/ may hold any.
 */
export interface ExtractionState {
	find(key: string): Extraction | undefined;
	add(key: string, extraction: Extraction): void;
}

/** Under what an extraction is kept: sha-256 over the prompt's version, the model, and the text that was sent. */
export function extractionKey(promptVersion: string, model: string, text: string): string {
	const parts = [promptVersion, model, text].map((part) => createHash('sha256').update(part).digest('hex'));
	return createHash('sha256').update(parts.join('/')).digest('hex');
}

export function openState(path: string): ExtractionState {
	const log = openAnswerLog(path);
	const known = new Map<string, Extraction>();
	for (const value of log.before) {
		const read = readExtraction(value);
		if (read !== undefined && typeof value.key === 'string') known.set(value.key, read.extraction);
	}
	return {
		find: (key) => known.get(key),
		add(key, extraction) {
			log.append({ key, ...extraction });
			known.set(key, extraction);
		},
	};
}
