import type { Doc, Ranking, RetrieverPlugin } from '../../harness/contract.ts';

const UNDATED = Number.NEGATIVE_INFINITY;

/**
 * Every document, newest first, whatever the query: what a memory store lists without searching. Documents of the same
 * date, and those without one, which come last, are in corpus order. A score is the number of documents from a rank to
 * the end.
 */
export const records: RetrieverPlugin<Record<never, never>> = {
	name: 'records',
	summary: 'every document, newest first, whatever the query',
	options: {},
	stage: 'records',
	keepsSensitiveLocal: true,
	index(corpus, _options, context) {
		const dateOf = ({ createdAt }: Doc): number => createdAt?.getTime() ?? UNDATED;
		if (corpus.length > 0 && corpus.every((doc) => dateOf(doc) === UNDATED))
			context.note('records: no document has a date, so the order is that of the corpus file');
		// The sort is stable.
		const ordered = [...corpus].sort((x, y) => {
			const [xDate, yDate] = [dateOf(x), dateOf(y)];
			return xDate === yDate ? 0 : yDate > xDate ? 1 : -1;
		});
		const ranking: Ranking = ordered.map(({ id }, rank) => ({ docId: id, score: ordered.length - rank }));
		return { retrieve: (_query, depth) => ranking.slice(0, depth) };
	},
};
