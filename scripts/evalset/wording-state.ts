import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ChatRequest } from '../llm/chat.ts';

/**
 * Every answer of a model so far, a line as soon as it comes, under a hash of the whole prompt: a build that was killed
 * or is repeated asks nothing twice and comes out the same. It stands in the dataset's folder, for queries are text.
 */
export interface WordingState {
	readonly path: string;
	find(key: string): string | undefined;
	add(key: string, answer: string): void;
}

export function wordingKey(model: string, { system, user }: ChatRequest): string {
	return createHash('sha256')
		.update(JSON.stringify([model, system, user]))
		.digest('hex');
}

export function openWordings(path: string): WordingState {
	const known = new Map<string, string>();
	const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
	for (const line of text.split('\n')) {
		try {
			const { key, answer } = JSON.parse(line) as { readonly key?: unknown; readonly answer?: unknown };
			if (typeof key === 'string' && typeof answer === 'string') known.set(key, answer);
		} catch {
			// A line that a kill cut short: that answer is asked for again.
		}
	}
	let separator = text === '' || text.endsWith('\n') ? '' : '\n';
	return {
		path,
		find: (key) => known.get(key),
		add(key, answer) {
			mkdirSync(dirname(path), { recursive: true });
			appendFileSync(path, `${separator}${JSON.stringify({ key, answer })}\n`);
			separator = '';
			known.set(key, answer);
		},
	};
}
