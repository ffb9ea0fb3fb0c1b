/** The most that one request may hold, as the provider documents it. */
export interface BatchLimits {
	readonly texts: number;
	/** Tokens of all texts together; Infinity where the provider names no limit. */
	readonly tokens: number;
}

/**
 * About how many tokens a text has for a model that is not here: a third of its UTF-8 bytes, rounded up. English has
 * 4 to 5 bytes per token, so batches stay below their limit; text of other scripts can have more tokens, and a batch
 * that the server refuses is halved.
 */
export function estimatedTokens(text: string): number {
	return Math.ceil(Buffer.byteLength(text) / 3);
}

/**
 * Whether a text fits a window however it is cut into tokens: a token is at least one byte.
 * @param window tokens, a few of them special
 */
export function surelyFits(text: string, window: number): boolean {
	return Buffer.byteLength(text) <= window - 4;
}

/**
 * Positions of the texts by request, in order: as many as both limits allow. A text that is `alone` has a request to
 * itself, for then the answer tells how long it was.
 */
export function batchesOf(
	texts: readonly string[],
	limits: BatchLimits,
	alone: (text: string) => boolean,
): readonly (readonly number[])[] {
	const batches: number[][] = [];
	let open: number[] = [];
	let tokens = 0;
	for (const [i, text] of texts.entries()) {
		if (alone(text)) {
			batches.push([i]);
			continue;
		}
		const own = estimatedTokens(text);
		if (open.length > 0 && (open.length >= limits.texts || tokens + own > limits.tokens)) {
			batches.push(open);
			open = [];
			tokens = 0;
		}
		open.push(i);
		tokens += own;
	}
	if (open.length > 0) batches.push(open);
	return batches;
}
