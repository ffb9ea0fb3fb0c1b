import type { DocId } from '../../contract.ts';
import type { ExplainedDocument, Explanation } from '../../losses/explain.ts';
import { countCell, numberCell, wordCell } from '../cells.ts';
import { toJsonObject } from '../snake-case.ts';
import { type Column, type Section, type View, viewTable } from '../view.ts';

/** Texts of a dataset at hand, where the user asked to see them. */
export interface ShownTexts {
	readonly query: string;
	readonly of: (docId: DocId) => string | undefined;
}

/** One query under the loupe: its top K and every relevant document, by leg, fusion and stage. */
export function explainView(explanation: Explanation, texts?: ShownTexts): View {
	const { label, queryId, stratum, cutoff, documents, last } = explanation;
	const missing = documents.filter(({ fate }) => fate !== undefined && fate !== 'found');
	const relevant = documents.filter(({ fate }) => fate !== undefined).length;
	const unit = relevant === 1 ? 'document' : 'documents';
	return {
		kind: 'explanation',
		title: `${label}, query ${queryId}`,
		answer: [
			relevant === 0
				? `Query ${queryId} (${stratum}) has no relevant document: it can't be scored.`
				: `Query ${queryId} (${stratum}): ${relevant - missing.length} of ${relevant} relevant ${unit} in the top ${cutoff}.`,
			...missing.map((document) => whyNot(document, explanation)),
		],
		warnings: texts === undefined ? [] : ['texts of documents and of the query are shown (--with-text)'],
		sections: [documentsSection(explanation), ...(texts === undefined ? [] : textSections(explanation, texts))],
		notes: [
			...(explanation.contributions
				? ['Below a leg: its rank, and in brackets what the fused score (before stages) loses without it.']
				: explanation.legNames.length > 0
					? [
							'Contributions are not known: the kept legs do not give the kept ranking again (a fusion of your own, or a changed corpus).',
						]
					: []),
			...(last === undefined ? [] : [`The last rank ${cutoff}, is held by ${last.docId}.`]),
		],
		data: toJsonObject({
			...explanation,
			documents: documents.map(({ docIndex: _, ...document }) => ({
				...document,
				legs: new Map(explanation.legNames.map((leg, i) => [leg, document.legs[i]])),
				steps: new Map(explanation.stepNames.map((step, i) => [`${i}:${step}`, document.steps[i] ?? null])),
			})),
			last: last?.docId ?? null,
		}),
	};
}

/** Why a relevant document is not in the top K, and who stands in its way. */
function whyNot(document: ExplainedDocument, { last, cutoff, legNames, stepNames }: Explanation): string {
	const { docId, rank, legs, steps, fate } = document;
	if (fate === 'not_indexed') return `${docId} is not in the index.`;
	const had = legNames.flatMap((leg, i) => (legs[i]?.rank === undefined ? [] : [`${leg} at ${legs[i]?.rank}`]));
	if (fate === 'not_retrieved')
		return legNames.length > 0 ? `${docId}: no leg has it within its depth.` : `${docId} is not retrieved.`;
	const who = last === undefined ? '' : `; rank ${cutoff} is held by ${last.docId} (${gradeWords(last.grade)})`;
	const legsHave = had.length === 0 ? '' : ` (${had.join(', ')})`;
	if (fate === 'staged_out') {
		const lost = steps.findIndex((step, i) => i > 0 && (step === undefined || step.rank > cutoff));
		const before = steps[lost - 1]?.rank;
		return `${docId}${legsHave}: rank ${before} before the stage ${stepNames[lost] ?? ''}, then ${steps[lost] === undefined ? 'taken out' : `rank ${steps[lost]?.rank}`}${who}.`;
	}
	return `${docId}${legsHave}: ${rank === undefined ? 'not in the ranking that was kept' : `rank ${rank}`}${legNames.length > 0 ? ' after fusion' : ''}${who}.`;
}

function gradeWords(grade: number | undefined): string {
	return grade === undefined ? 'unjudged' : `grade ${grade}`;
}

function documentsSection({ documents, legNames, stepNames, cutoff }: Explanation): Section {
	const columns: readonly Column<ExplainedDocument>[] = [
		{ key: 'rank', header: 'rank', align: 'right', cell: ({ rank }) => countCell(rank) },
		{ key: 'document', header: 'document', identifies: true, cell: ({ docId }) => docId },
		{
			key: 'grade',
			header: 'grade',
			cell: ({ grade, fate }) =>
				grade === undefined
					? wordCell('unjudged', 'quiet')
					: { text: String(grade), value: grade, ...(grade < 1 ? {} : { tone: fate === 'found' ? 'good' : 'bad' }) },
		},
		...legNames.map(
			(leg, i): Column<ExplainedDocument> => ({
				key: `leg:${leg}`,
				header: leg,
				align: 'right',
				cell: ({ legs }) => {
					const { rank, contribution } = legs[i] ?? {};
					const brought = contribution === undefined || rank === undefined ? '' : ` (${contribution.toPrecision(3)})`;
					return { text: rank === undefined ? '-' : `${rank}${brought}`, value: rank ?? null };
				},
			}),
		),
		...stepNames.map(
			(step, i): Column<ExplainedDocument> => ({
				key: `step:${i}:${step}`,
				header: step === 'fusion' ? 'fused' : `after ${step}`,
				align: 'right',
				cell: ({ steps }) => {
					const step = steps[i];
					return step === undefined
						? { text: i > 0 && steps[i - 1] !== undefined ? 'out' : '-', value: null }
						: { text: `${step.rank} (${step.score.toPrecision(4)})`, value: step.rank };
				},
			}),
		),
		...(stepNames.length > 0
			? []
			: [
					{
						key: 'score',
						header: 'score',
						align: 'right',
						cell: ({ score }: ExplainedDocument) => numberCell(score, 4),
					} as const,
				]),
	];
	return {
		name: 'documents',
		table: viewTable(columns, documents, ({ rank }) => (rank !== undefined && rank <= cutoff ? 'top' : 'below')),
	};
}

function textSections({ documents }: Explanation, texts: ShownTexts): readonly Section[] {
	return [
		{
			name: 'texts',
			title: 'Texts',
			findings: [`query: ${texts.query}`],
			table: viewTable<ExplainedDocument>(
				[
					{ key: 'document', header: 'document', identifies: true, cell: ({ docId }) => docId },
					{ key: 'text', header: 'text', cell: ({ docId }) => texts.of(docId) ?? 'not in the corpus' },
				],
				documents,
			),
		},
	];
}
