import type { Ranking, ScoredDoc } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';

/**
 * The ranking that a user's search returned: ids best first (text or numbers), `[id, score]` pairs, or objects with
 * `docId` (or `id`) and `score`. Ids alone get the scores 1, 1/2, 1/3 ...; what stands beyond `depth` is left out.
 *
 * @throws BenchError `plugin` with the module's name, for anything else
 */
export function readAnswer(answer: unknown, depth: number, module: string): Ranking {
	if (!Array.isArray(answer))
		throw new BenchError('plugin', `${module}: retrieve() returned ${kindOf(answer)}, not a list of documents`, {
			hint: FORMS,
		});
	if (answer.every((entry) => typeof entry === 'string' || typeof entry === 'number'))
		return answer.slice(0, depth).map((id, rank) => ({ docId: String(id), score: 1 / (rank + 1) }));
	return answer.map((entry, rank) => {
		const scored = readScored(entry);
		if (scored === undefined)
			throw new BenchError(
				'plugin',
				`${module}: retrieve() returned ${kindOf(entry)} at rank ${rank + 1} of its list`,
				{
					hint: FORMS,
				},
			);
		return scored;
	});
}

const FORMS = 'It returns ids, or [id, score] pairs, or objects with docId and score: one form for the whole list.';

function readScored(entry: unknown): ScoredDoc | undefined {
	if (typeof entry !== 'object' || entry === null) return undefined;
	const [id, score] = Array.isArray(entry)
		? entry
		: [
				(entry as Record<string, unknown>).docId ?? (entry as Record<string, unknown>).id,
				(entry as Record<string, unknown>).score,
			];
	if ((typeof id !== 'string' && typeof id !== 'number') || typeof score !== 'number') return undefined;
	return { docId: String(id), score };
}

function kindOf(value: unknown): string {
	if (value === null || value === undefined) return 'nothing';
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object without docId and score' : `a ${typeof value}`;
}
