import type { Ranking } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import type { CorpusOrder } from '../../harness/ranking.ts';

/** A document as an outside system names it, before it is known whether the corpus has it. */
export interface Hit {
	readonly id: string;
	/** Higher is better; undefined where the system gives ranks only. */
	readonly score: number | undefined;
}

/**
 * The ranking of what an outside system returned, best first and cut to `depth`. Hits in their own order get the scores
 * 1, 1/2, 1/3 ... where one of them has no score; scored hits are put into score order, then corpus order.
 */
export function rankingOf(hits: readonly Hit[], depth: number, order: CorpusOrder): Ranking {
	if (hits.some(({ score }) => score === undefined))
		return hits.slice(0, depth).map(({ id }, rank) => ({ docId: id, score: 1 / (rank + 1) }));
	const indexOf = (id: string): number => order.get(id) ?? Number.POSITIVE_INFINITY;
	return hits
		.map(({ id, score }) => ({ docId: id, score: score as number }))
		.sort((x, y) => y.score - x.score || compare(indexOf(x.docId), indexOf(y.docId)))
		.slice(0, depth);
}

function compare(x: number, y: number): number {
	return x === y ? 0 : x < y ? -1 : 1;
}

/**
 * Hits as JSON names them: ids (text or numbers), `[id, score]` pairs, or objects with `id` (or `doc_id`) and perhaps
 * `score`; forms may be mixed.
 *
 * @param from what the error calls the answer
 * @throws BenchError `plugin` for anything else
 */
export function readHits(value: unknown, from: string): readonly Hit[] {
	if (!Array.isArray(value)) throw new BenchError('plugin', `${from} has no list of hits`, { hint: FORMS });
	return value.map((entry: unknown, rank) => {
		const hit = readHit(entry);
		if (hit === undefined)
			throw new BenchError('plugin', `${from} has a hit at rank ${rank + 1} that is no id and names none`, {
				hint: FORMS,
			});
		return hit;
	});
}

const FORMS = 'hits are ids such as "12", objects such as {"id": "12", "score": 0.3}, or pairs such as ["12", 0.3].';

function readHit(entry: unknown): Hit | undefined {
	if (isId(entry)) return { id: String(entry), score: undefined };
	if (typeof entry !== 'object' || entry === null) return undefined;
	const record = entry as Readonly<Record<string, unknown>>;
	const [id, score] = Array.isArray(entry) ? entry : [record.id ?? record.doc_id, record.score];
	if (!isId(id)) return undefined;
	if (score === undefined || score === null) return { id: String(id), score: undefined };
	return typeof score === 'number' ? { id: String(id), score } : undefined;
}

export function isId(value: unknown): value is string | number {
	return typeof value === 'string' || typeof value === 'number';
}
