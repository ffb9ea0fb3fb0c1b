import { type EvalItem, type Failure, type ItemSource, isFailure, type WordedItem } from './item.ts';

export interface BuiltStratum {
	readonly wanted: number;
	readonly worded: readonly WordedItem[];
	readonly failures: readonly Failure[];
	/** The source had no more items before enough were made. */
	readonly exhausted: boolean;
}

/** So many items are tried for each query that is wanted, at most: a model that fails at most of them costs. */
const MOST_TRIES = 4;

/**
 * Takes items from a source and has them worded until there are enough: as many at a time as are still wanted, so that
 * what comes out does not depend on which answer came first. Two queries of the same words are one too many; skeletons
 * have none yet.
 */
export async function buildStratum(
	source: ItemSource,
	wanted: number,
	word: (item: EvalItem) => Promise<WordedItem | Failure> | WordedItem | Failure,
	advance: () => void,
): Promise<BuiltStratum> {
	const worded: WordedItem[] = [];
	const failures: Failure[] = [];
	const texts = new Set<string>();
	let tried = 0;
	let exhausted = false;
	while (worded.length < wanted && tried < wanted * MOST_TRIES && !exhausted) {
		const items: EvalItem[] = [];
		while (items.length < wanted - worded.length) {
			const next = source.next();
			exhausted = next === undefined;
			if (next === undefined) break;
			if (isFailure(next)) failures.push(next);
			else items.push(next);
		}
		tried += items.length;
		for (const result of await Promise.all(items.map(word))) {
			if ('reason' in result) failures.push(result);
			else if (result.text !== '' && texts.has(result.text.toLowerCase()))
				failures.push({ targets: result.item.targets, reason: 'another query has the same words' });
			else {
				texts.add(result.text.toLowerCase());
				worded.push(result);
				advance();
			}
		}
	}
	return { wanted, worded, failures, exhausted };
}
