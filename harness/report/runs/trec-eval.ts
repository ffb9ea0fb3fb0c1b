import type { TrecEvaluation, TrecQueryValues } from '../../run/eval.ts';
import { plainText } from '../formats/plain-text.ts';

/**
 * An evaluation in trec_eval's own format: `measure <tab> query <tab> value`, so that the two can be diffed. Measures
 * come in the order of `names`; `counts` puts num_ret and its like before them.
 */
export function renderTrecEval(
	{ runId, queries, total }: TrecEvaluation,
	names: readonly string[],
	{ byQuery, counts }: { readonly byQuery: boolean; readonly counts: boolean },
): string {
	const lines: string[] = [];
	const block = (of: TrecQueryValues): void => {
		if (counts)
			lines.push(
				line('num_ret', of.queryId, String(of.returned)),
				line('num_rel', of.queryId, String(of.relevant)),
				line('num_rel_ret', of.queryId, String(of.relevantReturned)),
			);
		names.forEach((name, i) => {
			lines.push(line(name, of.queryId, fourDecimals(of.values[i] as number)));
		});
	};
	if (byQuery) for (const query of queries) block(query);
	if (counts) lines.push(line('runid', 'all', runId), line('num_q', 'all', String(queries.length)));
	block(total);
	return lines.join('\n');
}

/** C's `%-22s\t%s\t%s`. */
function line(name: string, queryId: string, value: string): string {
	return `${plainText(name).padEnd(22)}\t${plainText(queryId)}\t${plainText(value)}`;
}

/** C's `%.4f`: exact halves go to the even digit, where `toFixed` rounds them up. */
export function fourDecimals(value: number): string {
	// (2m + 1) / 20000 is a double only where 625 divides 2m + 1: an exact half is an odd multiple of 1/32.
	const in32nds = value * 32;
	if (!Number.isInteger(in32nds) || in32nds % 2 === 0) return value.toFixed(4);
	const below = Math.floor(value * 10_000);
	return ((below % 2 === 0 ? below : below + 1) / 10_000).toFixed(4);
}
