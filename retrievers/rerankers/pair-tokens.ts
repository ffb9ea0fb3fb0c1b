/** How a tokenizer puts two texts together: special tokens before, between and behind them. */
export interface PairTemplate {
	readonly before: readonly number[];
	readonly between: readonly number[];
	readonly behind: readonly number[];
	/** Token type of the second text and of what is behind it: 1 for BERT, 0 where there are no types. */
	readonly secondType: number;
}

/** A pair as the model takes it. */
export interface PairInput {
	readonly ids: readonly number[];
	readonly types: readonly number[];
	/** Tokens of the pair before it was cut, special tokens included. */
	readonly tokens: number;
}

/**
 * Puts query and document together and cuts them to the window as the `longest_first` of Hugging Face tokenizers does
 * (tokenizers, `truncate_encodings`), which sentence-transformers' CrossEncoder asks for: the longer one is cut at its
 * end, and where half of the window is too little for either, both are.
 */
export function pairInput(
	template: PairTemplate,
	query: readonly number[],
	document: readonly number[],
	maxTokens: number,
): PairInput {
	const { before, between, behind, secondType } = template;
	const special = before.length + between.length + behind.length;
	const [first, second] = cutLengths(query.length, document.length, Math.max(0, maxTokens - special));
	const ids = [...before, ...query.slice(0, first), ...between, ...document.slice(0, second), ...behind];
	const ofSecond = second + behind.length;
	return {
		ids,
		types: ids.map((_, i) => (i >= ids.length - ofSecond ? secondType : 0)),
		tokens: special + query.length + document.length,
	};
}

/** How many tokens of two texts are kept in a room for both. */
export function cutLengths(one: number, other: number, room: number): readonly [number, number] {
	if (one + other <= room) return [one, other];
	const shorter = Math.min(one, other);
	// Half of an odd room: the longer text gets the odd token.
	const kept = shorter > room - shorter ? Math.floor(room / 2) : shorter;
	const rest = room - kept;
	return one <= other ? [kept, rest] : [rest, kept];
}

/**
 * Reads the template off a tokenizer: of a pair of two known texts, what is not theirs is special.
 * @throws Error where the texts can't be found in the pair
 */
export function pairTemplate(
	pair: { readonly ids: readonly number[]; readonly types: readonly number[] | undefined },
	first: readonly number[],
	second: readonly number[],
): PairTemplate {
	const { ids, types } = pair;
	const start = find(ids, first, 0);
	const next = start < 0 ? -1 : find(ids, second, start + first.length);
	if (start < 0 || next < 0) throw new Error('its tokenizer does not keep two texts apart');
	return {
		before: ids.slice(0, start),
		between: ids.slice(start + first.length, next),
		behind: ids.slice(next + second.length),
		secondType: types?.[next] ?? 0,
	};
}

function find(ids: readonly number[], wanted: readonly number[], from: number): number {
	for (let at = from; at + wanted.length <= ids.length; at++)
		if (wanted.every((id, i) => ids[at + i] === id)) return at;
	return -1;
}
