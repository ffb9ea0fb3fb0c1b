import type { DocId, QueryId } from '../../contract.ts';
import type { KeptRun } from '../../losses/kept-run.ts';
import { relevantDocuments } from '../../losses/relevant-documents.ts';
import { countCell, deltaCell, metricCell } from '../cells.ts';
import { type Column, type Section, viewTable } from '../view.ts';
import type { PageParts } from './page.ts';

export interface PageTexts {
	readonly query: (queryId: QueryId) => string | undefined;
	readonly document: (docId: DocId) => string | undefined;
}

interface QueryRow {
	readonly queryId: QueryId;
	readonly stratum: string;
	readonly relevant: number;
	/** By run. */
	readonly values: readonly (number | undefined)[];
	readonly change: string;
	readonly ranks: readonly string[];
}

/** Every query: its value in every run, its change, and where each relevant document stands in every leg. */
export function queriesSection({ runs, metric, kept, texts }: PageParts): Section {
	const byRun = runs.map(({ run }) => new Map(run.scores.map((scores) => [scores.queryId, scores])));
	const ranks = kept === undefined ? undefined : ranksByQuery(kept, texts);
	const rows = (runs[0]?.run.scores ?? []).map(({ queryId, stratum, relevant }): QueryRow => {
		const values = byRun.map((scores) => scores.get(queryId)?.metrics?.[metric]);
		return { queryId, stratum, relevant, values, change: changeOf(values), ranks: ranks?.get(queryId) ?? [] };
	});
	const columns: readonly Column<QueryRow>[] = [
		{ key: 'query', header: 'query', identifies: true, cell: ({ queryId }) => queryId },
		{ key: 'stratum', header: 'stratum', identifies: true, filter: true, cell: ({ stratum }) => stratum },
		...(texts === undefined
			? []
			: [{ key: 'text', header: 'text', cell: ({ queryId }: QueryRow) => texts.query(queryId) ?? '' }]),
		...(runs.length > 1
			? [{ key: 'change', header: 'change', filter: true, cell: ({ change }: QueryRow) => change }]
			: []),
		...runs.map(
			({ label }, i): Column<QueryRow> => ({
				key: `value_${i + 1}`,
				header: label,
				align: 'right',
				cell: ({ values }) => metricCell(values[i]),
			}),
		),
		...runs.slice(1).map(
			({ label }, i): Column<QueryRow> => ({
				key: `delta_${i + 1}`,
				header: runs.length === 2 ? 'delta' : `${label} delta`,
				align: 'right',
				cell: ({ values }) => {
					const [baseline, value] = [values[0], values[i + 1]];
					const delta = baseline === undefined || value === undefined ? undefined : value - baseline;
					if (delta === undefined || delta === 0) return { ...deltaCell(delta), tone: 'quiet' };
					return { ...deltaCell(delta), tone: delta < 0 ? 'bad' : 'good' };
				},
			}),
		),
		...(ranks === undefined
			? [
					{
						key: 'relevant',
						header: 'relevant',
						align: 'right' as const,
						cell: ({ relevant }: QueryRow) => countCell(relevant),
					},
				]
			: [
					{
						key: 'ranks',
						header: 'ranks',
						cell: ({ relevant, ranks: more }: QueryRow) => ({ text: `${relevant} relevant`, value: relevant, more }),
					},
				]),
	];
	return {
		name: 'queries',
		title: `Every query, ${metric}`,
		browse: true,
		findings: [
			...(runs.length > 1
				? [
						`Change is against ${runs[0]?.label}${runs.length > 2 ? '; "mixed": better with one system and worse with another' : ''}.`,
					]
				: []),
			...(ranks === undefined
				? ['Ranks of relevant documents are not shown: the dataset with the judgments was not at hand.']
				: [
						'Ranks of every relevant document open in the last column. They count from 1; in brackets the rank in each leg, - where the leg does not have the document within its depth.',
					]),
		],
		table: viewTable(columns, rows),
	};
}

function changeOf([baseline, ...others]: readonly (number | undefined)[]): string {
	if (baseline === undefined) return 'not scored';
	const better = others.some((value) => value !== undefined && value > baseline);
	const worse = others.some((value) => value !== undefined && value < baseline);
	return better && worse ? 'mixed' : better ? 'better' : worse ? 'worse' : 'same';
}

/** Per query a line for each relevant document, and below it one for each run. */
function ranksByQuery(kept: readonly KeptRun[], texts: PageTexts | undefined): ReadonlyMap<QueryId, readonly string[]> {
	const lines = new Map<QueryId, string[]>();
	const ofRuns = kept.map((run) => relevantDocuments(run, Number.POSITIVE_INFINITY));
	(ofRuns[0] ?? []).forEach(({ queryId, docId, grade }, at) => {
		const own = lines.get(queryId) ?? [];
		const text = texts?.document(docId);
		own.push(`${docId}, grade ${grade}${text === undefined ? '' : `: ${text}`}`);
		kept.forEach(({ label, legs }, i) => {
			const found = ofRuns[i]?.[at];
			const inLegs = legs.map(({ name }, leg) => `${name} ${found?.legRanks[leg] ?? '-'}`);
			own.push(`  ${label} ${found?.rank ?? '-'}${inLegs.length === 0 ? '' : ` (${inLegs.join(', ')})`}`);
		});
		lines.set(queryId, own);
	});
	return lines;
}
