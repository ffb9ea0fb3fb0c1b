import { type AnswerableLeg, answerableLegs } from '../../losses/answerable-legs.ts';
import type { MovedDocument, QueryChange, RunDiff } from '../../losses/diff.ts';
import { countCell, deltaCell, metricCell } from '../cells.ts';
import { toJsonObject } from '../snake-case.ts';
import { type Cell, type Column, type View, viewTable } from '../view.ts';

export interface DiffShown {
	/** Queries shown: those that changed most. */
	readonly top: number;
	readonly stratum?: string | undefined;
	readonly only?: 'worse' | 'better' | undefined;
}

/** Which queries changed between two runs, which documents entered and left, and which leg moved them. */
export function diffView(diff: RunDiff, { top, stratum, only }: DiffShown): View {
	const { first, second, metric, cutoff } = diff;
	const asked = diff.queries.filter((query) => stratum === undefined || query.stratum === stratum);
	const worse = asked.filter(({ delta }) => delta < 0);
	const better = asked.filter(({ delta }) => delta > 0);
	const same = asked.length - worse.length - better.length;
	// Most lost and most won first; ties in the dataset's order, for sorting is stable.
	const chosen = (only === 'worse' ? worse : only === 'better' ? better : [...worse, ...better]).sort(
		(one, other) => Math.abs(other.delta) - Math.abs(one.delta),
	);
	const shown = chosen.slice(0, top);
	const legs = answerableLegs(asked);
	const where = stratum === undefined ? '' : ` of ${stratum}`;
	return {
		kind: 'diff',
		title: `${second} against ${first}: queries that changed on ${metric}`,
		answer: [
			`Of ${asked.length} queries${where} ${worse.length} are worse with ${second} than with ${first} on ${metric}, ${better.length} better, ${same} the same.`,
			...answerableSentence(legs, cutoff),
		],
		warnings: [],
		sections: [
			{
				name: 'queries',
				table: viewTable(columnsOf(cutoff), shown, ({ delta }) =>
					only === undefined && delta < 0 ? 'worse' : 'better',
				),
				notes: [
					...(chosen.length > shown.length ? [`${shown.length} of ${chosen.length} queries; --top shows more.`] : []),
				],
			},
			...(legs.length === 0
				? []
				: [
						{
							name: 'legs',
							title: 'Which leg is answerable',
							table: viewTable(LEG_COLUMNS, legs),
							notes: [
								`Relevant documents of all queries asked about that entered and left the top ${cutoff}, by the legs that ranked them higher or lower than before; one that several legs moved counts for each.${diff.standsForLegs === undefined ? '' : ` ${diff.standsForLegs} has no legs: it stands for each leg of the other run.`}`,
							],
						},
					]),
		],
		notes: [
			`In and out: relevant documents that entered and left the top ${cutoff}, with the rank before and after; after the colon the legs that moved them that way. "none": no leg did, so weights, fusion, stages or other documents.`,
			'Single queries show where to look. Whether the systems differ is what `bench compare` tests.',
		],
		data: toJsonObject({
			first,
			second,
			metric,
			cutoff,
			stratum: stratum ?? null,
			worse: worse.length,
			better: better.length,
			same,
			legs: legs.map(({ leg, ...counts }) => ({ leg: leg ?? null, ...counts })),
			queries: chosen.map(({ queryIndex: _, ...query }) => ({
				...query,
				entered: query.entered.map(movedJson),
				left: query.left.map(movedJson),
			})),
		}),
	};
}

/** Which legs rank lower what left; nothing where no relevant document left. */
function answerableSentence(legs: readonly AnswerableLeg[], cutoff: number): readonly string[] {
	const named = legs
		.filter(({ leg, left }) => leg !== undefined && left > 0)
		.sort((one, other) => other.left - one.left)
		.map(({ leg, left, leftAlone }) => `${left} by ${leg}${leftAlone > 0 ? ` (${leftAlone} by it alone)` : ''}`);
	const none = legs.find(({ leg }) => leg === undefined)?.left ?? 0;
	if (named.length === 0 && none === 0) return [];
	const noLeg = `${none} by no leg: weights, fusion, stages or other documents moved them`;
	return [
		`Of the relevant documents that left the top ${cutoff} are ranked lower than before ${[...named, ...(none > 0 ? [noLeg] : [])].join(', ')}.`,
	];
}

const LEG_COLUMNS: readonly Column<AnswerableLeg>[] = [
	{ key: 'leg', header: 'leg', identifies: true, cell: ({ leg }) => leg ?? { text: 'none', value: null } },
	{ key: 'left', header: 'left', align: 'right', cell: ({ left }) => countCell(left) },
	{ key: 'left_alone', header: 'by it alone', align: 'right', cell: ({ leftAlone }) => countCell(leftAlone) },
	{ key: 'entered', header: 'entered', align: 'right', cell: ({ entered }) => countCell(entered) },
	{ key: 'entered_alone', header: 'by it alone', align: 'right', cell: ({ enteredAlone }) => countCell(enteredAlone) },
];

function movedJson({ legs, ...document }: MovedDocument) {
	return {
		...document,
		grade: document.grade ?? null,
		before: document.before ?? null,
		after: document.after ?? null,
		legs: new Map(legs.map(({ leg, before, after }) => [leg, { before: before ?? null, after: after ?? null }])),
	};
}

function columnsOf(cutoff: number): readonly Column<QueryChange>[] {
	return [
		{ key: 'query', header: 'query', identifies: true, cell: ({ queryId }) => queryId },
		{ key: 'stratum', header: 'stratum', identifies: true, filter: true, cell: ({ stratum }) => stratum },
		{ key: 'before', header: 'before', align: 'right', cell: ({ before }) => metricCell(before) },
		{ key: 'after', header: 'after', align: 'right', cell: ({ after }) => metricCell(after) },
		{
			key: 'delta',
			header: 'delta',
			align: 'right',
			cell: ({ delta }) => ({ ...deltaCell(delta), tone: delta < 0 ? 'bad' : 'good' }),
		},
		{ key: 'in', header: `into top ${cutoff}`, cell: ({ entered }) => movedCell(entered) },
		{ key: 'out', header: 'out of it', cell: ({ left }) => movedCell(left) },
	];
}

/** The relevant ones by id, the others counted. */
function movedCell(moved: readonly MovedDocument[]): Cell {
	const relevant = moved.filter(({ grade = 0 }) => grade >= 1);
	const others = moved.length - relevant.length;
	const parts = [...relevant.map(movedWords), ...(others > 0 ? [`${others} other${others > 1 ? 's' : ''}`] : [])];
	return { text: parts.length === 0 ? '-' : parts.join('; '), value: relevant.map(({ docId }) => docId).join(' ') };
}

/** `380 (12 → 3: dense)` */
export function movedWords({ docId, before, after, answerable }: MovedDocument): string {
	const legs = answerable === undefined ? '' : `: ${answerable.length === 0 ? 'none' : answerable.join(', ')}`;
	return `${docId} (${before ?? '-'} → ${after ?? '-'}${legs})`;
}
