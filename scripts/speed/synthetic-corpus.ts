import type { Doc, Query } from '../../harness/contract.ts';
import { type RandomStream, randomStream } from '../../harness/random.ts';
import { STOP_WORDS } from '../../retrievers/graph/stop-words.ts';

/** Words as frequent as Zipf's law has them (exponent 1, 200,000 of them), the first 150 English function words. */
const VOCABULARY = 200_000;
const WORDS_PER_SENTENCE = 12;

/** A text store of any size, the same for the same seed: 60 words a document unless told. */
export function syntheticDocs(size: number, words = 60, seed = 1): Doc[] {
	return Array.from(syntheticStream(size, words, seed));
}

/** {@link syntheticDocs} one by one, for corpora that are written and not held. */
export function* syntheticStream(size: number, words = 60, seed = 1): Generator<Doc> {
	const stream = randomStream(seed, 'synthetic-corpus');
	const word = zipfWords();
	for (let i = 0; i < size; i++) {
		const sentence: string[] = [];
		for (let w = 0; w < words; w++) {
			const written = word(stream);
			const opens = w % WORDS_PER_SENTENCE === 0;
			const closes = w % WORDS_PER_SENTENCE === WORDS_PER_SENTENCE - 1;
			sentence.push(`${opens ? written[0]?.toUpperCase() + written.slice(1) : written}${closes ? '.' : ''}`);
		}
		yield {
			id: `d${i}`,
			content: sentence.join(' '),
			tags: [],
			expandedKeywords: [],
			importance: Math.round(stream.next() * 100) / 100,
			sensitive: false,
			metadata: {},
		};
	}
}

/** Queries of 3 to 9 words drawn as those of the documents are, so that most hold a word that half the corpus holds. */
export function syntheticQueries(size: number, seed = 1): Query[] {
	const stream = randomStream(seed, 'synthetic-queries');
	const word = zipfWords();
	return Array.from({ length: size }, (_, i) => ({
		id: `q${i}`,
		text: Array.from({ length: 3 + Math.floor(7 * stream.next()) }, () => word(stream)).join(' '),
		stratum: 'all',
	}));
}

function zipfWords(): (stream: RandomStream) => string {
	const common = [...STOP_WORDS].slice(0, 150);
	const cumulative = new Float64Array(VOCABULARY);
	let sum = 0;
	for (let rank = 0; rank < VOCABULARY; rank++) {
		sum += 1 / (rank + 1);
		cumulative[rank] = sum;
	}
	return (stream) => {
		const target = stream.next() * sum;
		let low = 0;
		let high = VOCABULARY - 1;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((cumulative[middle] as number) < target) low = middle + 1;
			else high = middle;
		}
		return common[low] ?? spelled(low);
	};
}

const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo yu zan bre cli dro flu gra'.split(' ');

/** A word of its own for each number: its digits in base 26 as syllables. */
function spelled(number: number): string {
	let word = '';
	for (let rest = number; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
		word += SYLLABLES[rest % SYLLABLES.length];
	return word;
}
