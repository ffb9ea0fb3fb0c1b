import { createHash } from 'node:crypto';
import { openAnswerLog } from '../../llm/answer-log.ts';
import type { ChatRequest } from '../../llm/chat.ts';

/**
 * Every answer of a model so far, under a hash of the whole prompt: a build that was killed or is repeated asks nothing
 * twice and comes out the same. It stands in the dataset's folder, for queries are text.
 */
export interface WordingState {
	find(key: string): string | undefined;
	add(key: string, answer: string): void;
}

export function wordingKey(model: string, { system, user }: ChatRequest): string {
	return createHash('sha256')
		.update(JSON.stringify([model, system, user]))
		.digest('hex');
}

export function openWordings(path: string): WordingState {
	const log = openAnswerLog(path);
	const known = new Map<string, string>();
	for (const { key, answer } of log.before)
		if (typeof key === 'string' && typeof answer === 'string') known.set(key, answer);
	return {
		find: (key) => known.get(key),
		add(key, answer) {
			log.append({ key, answer });
			known.set(key, answer);
		},
	};
}
