import type { Doc } from '../../contract.ts';
import { type RandomStream, shuffled } from '../../random.ts';
import type { CorpusWords } from './corpus-words.ts';
import type { EvalItem, Failure, ItemSource, TwinPolicy } from './item.ts';
import { salientPhrase } from './salient-phrase.ts';
import type { Twins } from './twins.ts';

/** A paraphrase of less than this has nothing to restate. */
const FEWEST_WORDS = 6;

/**
 * Exact items: the salient phrase of one document after another, in random order. Of documents that are twins only one
 * is asked for.
 */
export function exactItems(
	corpus: readonly Doc[],
	words: CorpusWords,
	twins: Twins,
	policy: TwinPolicy,
	stream: RandomStream,
): ItemSource {
	return oneByOne(corpus, twins, stream, (place, twinsOfIt) => {
		const discriminates = policy === 'discriminate' && twinsOfIt.length > 0;
		const phrase = salientPhrase(words, (corpus[place] as Doc).content, place, new Set(discriminates ? [] : twinsOfIt));
		if (phrase !== undefined) return { stratum: 'exact', targets: [place], twins: twinsOfIt, discriminates, phrase };
		const short = (words.docs[place]?.length ?? 0) < 3;
		return { targets: [place], reason: short ? 'too short for a phrase' : 'every phrase of it stands elsewhere too' };
	});
}

/** Paraphrase items: one document after another, in random order; twins as for exact ones. */
export function paraphraseItems(
	corpus: readonly Doc[],
	words: CorpusWords,
	twins: Twins,
	policy: TwinPolicy,
	stream: RandomStream,
): ItemSource {
	return oneByOne(corpus, twins, stream, (place, twinsOfIt) =>
		(words.docs[place]?.length ?? 0) < FEWEST_WORDS
			? { targets: [place], reason: 'too short to restate' }
			: {
					stratum: 'paraphrase',
					targets: [place],
					twins: twinsOfIt,
					discriminates: policy === 'discriminate' && twinsOfIt.length > 0,
				},
	);
}

function oneByOne(
	corpus: readonly Doc[],
	twins: Twins,
	stream: RandomStream,
	make: (place: number, twins: readonly number[]) => EvalItem | Failure,
): ItemSource {
	const order = shuffled([...corpus.keys()], stream);
	const used = new Set<number>();
	let at = 0;
	return {
		next() {
			while (at < order.length) {
				const place = order[at++] as number;
				if (used.has(place)) continue;
				const twinsOfIt = twins(place);
				for (const twin of twinsOfIt) used.add(twin);
				return make(place, twinsOfIt);
			}
			return undefined;
		},
	};
}
