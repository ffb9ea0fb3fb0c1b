/** The estimated cost of work, before any of it is done. */
export interface Estimate {
	readonly calls: number;
	readonly promptTokens: number;
	readonly completionTokens: number;
	/** In the unit of the prices; undefined where none was given. */
	readonly cost: number | undefined;
}

/**
 * Tokens of a text, guessed at four bytes of UTF-8 each: near for English prose, high for code; each model cuts texts
 * in its own way, so it is an estimate and called one.
 */
export function estimateTokens(text: string): number {
	return Math.ceil(Buffer.byteLength(text, 'utf8') / 4);
}

/** Prices are per million tokens. */
export interface Prices {
	readonly priceIn?: number | undefined;
	readonly priceOut?: number | undefined;
}

export function costOf(promptTokens: number, completionTokens: number, prices: Prices): number | undefined {
	if (prices.priceIn === undefined && prices.priceOut === undefined) return undefined;
	return (promptTokens * (prices.priceIn ?? 0) + completionTokens * (prices.priceOut ?? 0)) / 1e6;
}
