import type { Doc } from '../../../harness/contract.ts';
import { checkWording } from '../../../harness/labels/evalset/check-wording.ts';
import type { EvalItem, Failure, WordedItem } from '../../../harness/labels/evalset/item.ts';
import type { ChatClient } from '../../llm/chat.ts';
import type { QueryGround } from './open-corpus.ts';
import { type Rejected, readWording, WORDING_VERSION, wordingRequest } from './wording-prompt.ts';
import { type WordingState, wordingKey } from './wording-state.ts';

/** Gives an item its words, or says why it has none. */
export type Word = (item: EvalItem) => Promise<WordedItem | Failure>;

/** Words by a model: asked, checked, told what was wrong and asked again, `tries` times at most. */
export function wordByModel(chat: ChatClient, state: WordingState, ground: QueryGround, tries: number): Word {
	return async (item) => {
		const docs = item.targets.map((docIndex) => ground.corpus[docIndex] as Doc);
		let before: Rejected | undefined;
		for (let made = 1; made <= tries; made++) {
			const request = wordingRequest(item, docs, before);
			const key = wordingKey(chat.model, request);
			const known = state.find(key);
			const { content: answer, declined } = known === undefined ? await chat.ask(request) : { content: known };
			if (declined !== undefined)
				return { targets: item.targets, reason: `the endpoint would not answer (${declined})` };
			if (known === undefined) state.add(key, answer);
			const text = readWording(answer);
			if (text === undefined) {
				// The same prompt would be found in the state again: what is said of the last one makes it another.
				before = { text: '', problem: `could not be read (${made})` };
				continue;
			}
			const checked = checkWording(text, item, ground.corpus, ground.words);
			if (!('problem' in checked))
				return {
					item,
					text,
					provenance: {
						made_by: 'model',
						model: chat.model,
						prompt: WORDING_VERSION,
						tries: made,
						...checked.provenance,
					},
				};
			before = { text, ...checked };
		}
		return { targets: item.targets, reason: `after ${tries} tries it still ${wordOf(before?.problem ?? '')}` };
	};
}

/** The problem without its numbers, so that failures of one kind are counted together. */
function wordOf(problem: string): string {
	return problem.replace(/ \([^)]*\)$/, '');
}
