/**
 * The parts of `recall@10/exact`: a metric, and a stratum after a slash. The path of a user's metric has slashes of its
 * own: `./mine.ts#f1@10/exact`.
 */
export function splitStratum(text: string): { readonly metric: string; readonly stratum: string | undefined } {
	const slash = text.indexOf('/', /\.[cm]?[jt]s#/.exec(text)?.index ?? 0);
	if (slash < 0) return { metric: text, stratum: undefined };
	return { metric: text.slice(0, slash), stratum: text.slice(slash + 1) };
}
