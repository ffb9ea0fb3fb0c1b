import { isStopWord, normaliseWord, WORD } from './normalise.ts';

/** A phrase longer than this is a list or a heading rather than a name: only its pairs are read. */
const LONGEST_PHRASE = 3;

/**
 * A light reading of noun phrases, without a grammar: a phrase is an unbroken run of content words, ended by
 * punctuation, a stop word, or a word that looks like a verb form or an adverb (-ed, -ing, -ly in lower case). This is
 * the candidate step of RAKE (Rose et al., 2010) with verb endings added.
 *
 * Read from a run: the run itself up to three words, each pair of neighbours of a longer one, and every single word
 * that names something by its looks: a capital inside a sentence, an acronym, a digit among letters. A run of one word
 * is read as it stands when it has four letters or more. Normalised, each once, in order of appearance.
 */
export function nounPhrases(text: string): readonly string[] {
	const found = new Set<string>();
	readNounPhrases(text, createTokenReader(), (run, from, to) => {
		found.add(
			run
				.slice(from, to)
				.map(({ normal }) => normal)
				.join(' '),
		);
	});
	return [...found];
}

/** Told of a phrase: the tokens from `from` to before `to` of a run, which is valid during the call only. */
export type OnPhrase = (run: readonly TokenReading[], from: number, to: number) => void;

/** {@link nounPhrases} told one by one, in order of appearance, a phrase as often as it appears. */
export function readNounPhrases(text: string, readToken: TokenReader, onPhrase: OnPhrase): void {
	const run: TokenReading[] = [];
	let opensClause = true;
	for (const token of text.match(TOKEN) ?? []) {
		const reading = readToken(token);
		if (reading.endsPhrase) {
			readRun(run, onPhrase);
			run.length = 0;
		} else {
			run.push(reading);
			if (reading.name === 'always' || (reading.name === 'inside' && !opensClause))
				onPhrase(run, run.length - 1, run.length);
		}
		opensClause = reading.normal === '';
	}
	readRun(run, onPhrase);
}

const CLAUSE_END = /[\n\r,;:!?()[\]{}"“”|/]|\.(?=\s|$)|\s[-–—]+(?=\s)/u;
const TOKEN = new RegExp(`${WORD.source}|${CLAUSE_END.source}`, 'gu');

/** The role of a token in a phrase, whatever its neighbours. */
export interface TokenReading {
	/** Distinct tokens of a reader are numbered from 0. */
	readonly number: number;
	/** Normalised; empty for punctuation that ends a clause. */
	readonly normal: string;
	readonly isStopWord: boolean;
	readonly endsPhrase: boolean;
	/** Whether its looks make it a name: everywhere, only where it does not open a clause, or not at all. */
	readonly name: 'always' | 'inside' | 'no';
}
export type TokenReader = (token: string) => TokenReading;

/** Reads each distinct token once: a corpus repeats its words some thirty times over. */
export function createTokenReader(): TokenReader {
	const known = new Map<string, TokenReading>();
	return (token) => {
		let reading = known.get(token);
		if (reading === undefined) {
			const number = known.size;
			reading = /[\p{L}\p{N}]/u.test(token)
				? {
						number,
						normal: normaliseWord(token),
						isStopWord: isStopWord(token),
						endsPhrase: endsPhrase(token),
						name: nameByLooks(token),
					}
				: { number, normal: '', isStopWord: false, endsPhrase: true, name: 'no' };
			known.set(token, reading);
		}
		return reading;
	};
}

function readRun(run: readonly TokenReading[], onPhrase: OnPhrase): void {
	if (run.length === 1) {
		const word = (run[0] as TokenReading).normal;
		if (word.length >= 4 && !/^\d+$/.test(word)) onPhrase(run, 0, 1);
	} else if (run.length <= LONGEST_PHRASE) {
		if (run.length > 0) onPhrase(run, 0, run.length);
	} else for (let i = 0; i + 1 < run.length; i++) onPhrase(run, i, i + 2);
}

const VERB_OR_ADVERB = /^\p{Ll}+(?:ed|ing|(?<!fami|supp|rep|assemb|anoma)ly)$/u;

function endsPhrase(word: string): boolean {
	return isStopWord(word) || (word.length > 4 && VERB_OR_ADVERB.test(word));
}

function nameByLooks(word: string): TokenReading['name'] {
	if (/^\p{Lu}.*\p{Lu}/u.test(word) || (/\p{L}/u.test(word) && /\p{N}/u.test(word))) return 'always';
	return word.length > 2 && /^\p{Lu}/u.test(word) ? 'inside' : 'no';
}
