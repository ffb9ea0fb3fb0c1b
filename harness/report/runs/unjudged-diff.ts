import type { UnjudgedChange, UnjudgedDiff } from '../../losses/unjudged-diff.ts';
import { metricCell } from '../cells.ts';
import { toJsonObject } from '../snake-case.ts';
import { type Column, type View, viewTable } from '../view.ts';

/** How far two runs differ where nobody has judged anything. */
export function unjudgedDiffView(
	diff: UnjudgedDiff,
	{ first, second, top }: { readonly first: string; readonly second: string; readonly top: number },
): View {
	const { cutoff, queries, persistence } = diff;
	const n = queries.length;
	const changed = queries.filter(({ orderChanged }) => orderChanged);
	const shown = [...changed].sort((one, other) => one.rankBiasedOverlap - other.rankBiasedOverlap).slice(0, top);
	const ids = (docIds: readonly string[]): string => (docIds.length === 0 ? '-' : docIds.join(' '));
	const columns: readonly Column<UnjudgedChange>[] = [
		{ key: 'query', header: 'query', identifies: true, cell: ({ queryId }) => queryId },
		{ key: 'stratum', header: 'stratum', identifies: true, filter: true, cell: ({ stratum }) => stratum },
		{ key: 'overlap', header: `overlap@${cutoff}`, align: 'right', cell: ({ overlap }) => metricCell(overlap) },
		{ key: 'rbo', header: 'RBO', align: 'right', cell: ({ rankBiasedOverlap }) => metricCell(rankBiasedOverlap) },
		{ key: 'first', header: 'first', filter: true, cell: ({ firstChanged }) => (firstChanged ? 'another' : 'same') },
		{ key: 'in', header: `into top ${cutoff}`, dropOrder: 1, cell: ({ entered }) => ids(entered) },
		{ key: 'out', header: 'out of it', dropOrder: 2, cell: ({ left }) => ids(left) },
	];
	return {
		kind: 'unjudged_diff',
		title: `${second} against ${first}, without judgments`,
		answer: [
			`${diff.orderChanged} of ${n} queries have another top ${cutoff} (${diff.membersChanged} other documents, ${diff.orderChanged - diff.membersChanged} only another order); ${diff.firstChanged} have another first document. Mean overlap@${cutoff} ${diff.overlap.toFixed(4)}, rank-biased overlap ${diff.rankBiasedOverlap.toFixed(4)}.`,
		],
		warnings: [],
		sections: [
			{
				name: 'queries',
				table: viewTable(columns, shown),
				notes:
					changed.length > shown.length
						? [`${shown.length} of ${changed.length} changed queries, the most different first; --top shows more.`]
						: [],
			},
		],
		notes: [
			`Rank-biased overlap with p = ${persistence}, extrapolated (Webber, Moffat & Zobel 2010). Nothing here says which run is better: \`bench pool <run> <run> --changed\` writes what differs into a file to judge.`,
		],
		data: toJsonObject({ first, second, ...diff }),
	};
}
