import type { Doc } from '../../contract.ts';
import { type ItemSource, isFailure } from './item.ts';

/** The source without items that would have to tell a document from its exact copy: nothing could. */
export function refuseCopies(source: ItemSource, corpus: readonly Doc[]): ItemSource {
	const text = (docIndex: number): string => (corpus[docIndex] as Doc).content;
	return {
		next() {
			const next = source.next();
			if (next === undefined || isFailure(next) || !next.discriminates) return next;
			const copied = next.targets.some((target) =>
				next.nearDuplicates.some((duplicate) => text(duplicate) === text(target)),
			);
			return copied ? { targets: next.targets, reason: 'an exact copy of it can not be told from it' } : next;
		},
	};
}
