import type { Doc } from '../../contract.ts';
import { type RandomStream, shuffled } from '../../random.ts';
import type { CorpusWords } from './corpus-words.ts';
import type { EvalItem, Failure, ItemSource, NearDuplicatePolicy } from './item.ts';
import type { NearDuplicates } from './near-duplicates.ts';
import { salientPhrase } from './salient-phrase.ts';

/** A paraphrase of less than this has nothing to restate. */
const FEWEST_WORDS = 6;

/**
 * Exact items: the salient phrase of one document after another, in random order. Of near duplicates only one
 * is asked for.
 */
export function exactItems(
	corpus: readonly Doc[],
	words: CorpusWords,
	nearDuplicates: NearDuplicates,
	policy: NearDuplicatePolicy,
	stream: RandomStream,
): ItemSource {
	return oneByOne(corpus, nearDuplicates, stream, (docIndex, itsNearDuplicates) => {
		const discriminates = policy === 'discriminate' && itsNearDuplicates.length > 0;
		const phrase = salientPhrase(
			words,
			(corpus[docIndex] as Doc).content,
			docIndex,
			new Set(discriminates ? [] : itsNearDuplicates),
		);
		if (phrase !== undefined)
			return { stratum: 'exact', targets: [docIndex], nearDuplicates: itsNearDuplicates, discriminates, phrase };
		const short = (words.docs[docIndex]?.length ?? 0) < 3;
		return {
			targets: [docIndex],
			reason: short ? 'too short for a phrase' : 'every phrase of it stands elsewhere too',
		};
	});
}

/** Paraphrase items: one document after another, in random order; near duplicates as for exact ones. */
export function paraphraseItems(
	corpus: readonly Doc[],
	words: CorpusWords,
	nearDuplicates: NearDuplicates,
	policy: NearDuplicatePolicy,
	stream: RandomStream,
): ItemSource {
	return oneByOne(corpus, nearDuplicates, stream, (docIndex, itsNearDuplicates) =>
		(words.docs[docIndex]?.length ?? 0) < FEWEST_WORDS
			? { targets: [docIndex], reason: 'too short to restate' }
			: {
					stratum: 'paraphrase',
					targets: [docIndex],
					nearDuplicates: itsNearDuplicates,
					discriminates: policy === 'discriminate' && itsNearDuplicates.length > 0,
				},
	);
}

function oneByOne(
	corpus: readonly Doc[],
	nearDuplicates: NearDuplicates,
	stream: RandomStream,
	make: (docIndex: number, nearDuplicates: readonly number[]) => EvalItem | Failure,
): ItemSource {
	const order = shuffled([...corpus.keys()], stream);
	const used = new Set<number>();
	let at = 0;
	return {
		next() {
			while (at < order.length) {
				const docIndex = order[at++] as number;
				if (used.has(docIndex)) continue;
				const itsNearDuplicates = nearDuplicates(docIndex);
				for (const duplicate of itsNearDuplicates) used.add(duplicate);
				return make(docIndex, itsNearDuplicates);
			}
			return undefined;
		},
	};
}
