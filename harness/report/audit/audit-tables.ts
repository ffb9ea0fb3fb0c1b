import type { Example, LegAudit, MeasuredLeg, StageAudit } from '../../legs/audit/index.ts';
import { STAGE_VERDICTS } from '../../legs/audit/index.ts';
import { countCell, metricCell, numberCell, shareCell, wordCell } from '../cells.ts';
import { type Cell, type Column, type Section, type Tone, type ViewTable, viewTable } from '../view.ts';

const legColumn: Column<{ readonly leg: string }> = {
	key: 'leg',
	header: 'leg',
	identifies: true,
	cell: ({ leg }) => leg,
};
const number = <Row>(key: string, header: string, cell: (row: Row) => Cell, dropOrder?: number): Column<Row> => ({
	key,
	header,
	align: 'right',
	cell,
	...(dropOrder === undefined ? {} : { dropOrder }),
});

/** The first screen: the verdicts, and the weights from which a leg's own documents enter. */
export function verdictTable(legs: readonly LegAudit[], cutoff: number): ViewTable {
	const measured = legs.some((leg) => leg.measured !== undefined);
	// Where the list that the leg returned decides, what any other list could do does not help it.
	const general = ({ threshold, thresholds }: LegAudit): boolean => threshold === thresholds.disjoint;
	return viewTable<LegAudit>(
		[
			legColumn,
			number('weight', 'weight', ({ weight }) => ({ text: String(weight), value: weight })),
			{ key: 'verdict', header: 'verdict', cell: (audit) => wordCell(audit.verdict, toneOf(audit)) },
			number('threshold', `enters top ${cutoff} above`, ({ threshold }) => weightCell(threshold)),
			number('full_lists', 'for full lists', (audit) =>
				general(audit) ? weightCell(audit.thresholds.fullLists, audit.thresholds.proven) : unknown,
			),
			number(
				'any_lists',
				'for any lists',
				(audit) => (general(audit) ? weightCell(audit.thresholds.anyLists, false) : unknown),
				1,
			),
			...(measured
				? [
						number<LegAudit>(
							'changed_queries',
							'queries changed',
							(audit) =>
								audit.measured === undefined ? unknown : ofAll(audit.measured.changedQueries, audit.measured.queries),
							2,
						),
					]
				: []),
		],
		legs,
	);
}

/** All thresholds of each leg. */
export function thresholdsSection(legs: readonly LegAudit[]): Section {
	return {
		name: 'thresholds',
		title: "The weight from which a leg's first own document enters, by what the other legs return",
		detail: true,
		table: viewTable<LegAudit>(
			[
				legColumn,
				number('disjoint', 'nothing in common', ({ thresholds }) => weightCell(thresholds.disjoint)),
				number('hardest', 'the hardest full lists', ({ thresholds }) => weightCell(thresholds.hardest, false)),
				number('full_lists', 'the easiest full lists', ({ thresholds }) =>
					weightCell(thresholds.fullLists, thresholds.proven),
				),
				number('any_lists', 'any lists', ({ thresholds }) => weightCell(thresholds.anyLists, false)),
				number('evicts_from', 'evicts all above', ({ evictsFrom }) =>
					evictsFrom === undefined ? { text: '-', value: null } : weightCell(evictsFrom),
				),
			],
			legs,
		),
	};
}

interface MeasuredRow {
	readonly leg: string;
	readonly measured: MeasuredLeg;
}

/** The measured effect of each leg on the data; no sections where nothing was retrieved. */
export function measuredSections(legs: readonly LegAudit[], cutoff: number): readonly Section[] {
	const rows = legs.flatMap(({ leg, measured }): MeasuredRow[] => (measured === undefined ? [] : [{ leg, measured }]));
	if (rows.length === 0) return [];
	const columns: readonly Column<MeasuredRow>[] = [
		legColumn,
		number('answered', 'answered', ({ measured }) =>
			ofAll(measured.queries - measured.emptyQueries - measured.excludedQueries, measured.queries),
		),
		number('overlap', 'shared with the others', ({ measured }) => shareCell(measured.overlapWithPool ?? undefined, 1)),
		number('touches_head', 'touches their head', ({ measured }) => shareCell(measured.touchesHead ?? undefined, 1)),
		number('relevant_found', 'relevant found', ({ measured: { relevant } }) => ofAll(relevant.returned, relevant.all)),
		number('relevant_alone', 'found by it alone', ({ measured }) => countCell(measured.relevant.legOnly)),
		number('relevant_alone_in_top', `of these in top ${cutoff}`, ({ measured }) =>
			countCell(measured.relevant.legOnlyInTop),
		),
	];
	return [
		{ name: 'measured', title: 'What each leg did', detail: true, table: viewTable(columns, rows) },
		poolSection(rows, cutoff),
	];
}

interface PoolRow {
	readonly leg: string;
	readonly system: string;
	readonly size?: number;
	readonly recall?: number;
	readonly ndcg?: number;
	readonly ceiling?: number;
}

function poolSection(legs: readonly MeasuredRow[], cutoff: number): Section {
	const columns: readonly Column<PoolRow>[] = [
		legColumn,
		{ key: 'system', header: 'system', identifies: true, cell: ({ system }) => system },
		number('pool_size', 'pool size', ({ size }) => (size === undefined ? blank : numberCell(size, 1))),
		number('pool_recall', 'pool recall', ({ recall }) => (recall === undefined ? blank : metricCell(recall))),
		number('ndcg', `nDCG@${cutoff}`, ({ ndcg }) => (ndcg === undefined ? blank : metricCell(ndcg))),
		number('best_possible', `best possible nDCG@${cutoff}`, ({ ceiling }) =>
			ceiling === undefined ? blank : metricCell(ceiling),
		),
	];
	return {
		name: 'pools',
		title: 'The candidates with and without it, beside a control of the same size',
		detail: true,
		table: viewTable(columns, legs.flatMap(poolRows), ({ leg }) => leg),
	};
}

function poolRows({ leg, measured: { pool, ndcg } }: MeasuredRow): readonly PoolRow[] {
	const { withLeg, withoutLeg, control } = pool;
	const short =
		control !== null && control.shortQueries > 0 ? ` (lists too short for ${control.shortQueries} queries)` : '';
	return [
		{ leg, system: 'with it', ...withLeg, ndcg: ndcg.withLeg, ceiling: ndcg.ceilingWith },
		{ leg, system: 'without', ...withoutLeg, ndcg: ndcg.withoutLeg, ceiling: ndcg.ceilingWithout },
		{ leg, system: 'placebo: its documents shuffled', ndcg: ndcg.orderPlacebo },
		...(ndcg.sourcePlacebo === null
			? []
			: [{ leg, system: 'placebo: what it found for other queries', ndcg: ndcg.sourcePlacebo }]),
		...(control === null
			? []
			: [{ leg, system: `control: the others pulled deeper${short}`, size: control.size, recall: control.recall }]),
	];
}

interface ExampleRow {
	readonly leg: string;
	readonly weight: Cell;
	readonly list: string;
}

/** Why a leg has its verdict, with the rankings that show it. Live legs leave theirs to the details. */
export function evidenceSection(audit: LegAudit): Section {
	const { leg, verdict, evidence, example, canMatter, remark } = audit;
	return {
		name: `evidence_${leg}`,
		title: `${leg}: ${verdict}`,
		detail: canMatter && remark === null,
		findings: [
			...evidence,
			...(example === null ? [] : [`${example.exists ? 'Example' : 'No example'}: ${example.says}.`]),
		],
		...(example === null ? {} : { table: exampleTable(example) }),
	};
}

function exampleTable({ legs, top, newcomer }: Example): ViewTable {
	const last = top.at(-1);
	const shown = top.length > 4 && last !== undefined ? [...top.slice(0, 3), last] : top;
	const ranks = shown.map(({ rank, doc, score }) => `${rank} ${doc} ${short(score)}`);
	const below = newcomer !== undefined && !top.some(({ doc }) => doc === newcomer.doc);
	const fused = top.length > 4 ? `${ranks.slice(0, 3).join(', ')} ... ${ranks[3]}` : ranks.join(', ');
	const rows: readonly ExampleRow[] = [
		...legs.map(({ name, weight, head, more }) => ({
			leg: name,
			weight: { text: String(weight), value: weight },
			list: `${head.length === 0 ? '(nothing)' : head.join(' ')}${more > 0 ? ` ... ${more} more` : ''}`,
		})),
		{
			leg: 'fused',
			weight: blank,
			list: `${fused === '' ? '(nothing)' : fused}${below ? ` ... ${newcomer.rank} ${newcomer.doc} ${short(newcomer.score)}` : ''}`,
		},
	];
	return viewTable<ExampleRow>(
		[
			legColumn,
			{ key: 'weight', header: 'weight', align: 'right', cell: ({ weight }) => weight },
			{ key: 'list', header: 'returns (fused: rank, document, score)', cell: ({ list }) => list },
		],
		rows,
	);
}

const STAGE_TONES: Readonly<Record<StageAudit['verdict'], Tone>> = {
	live: 'good',
	constant: 'special',
	dominant: 'open',
	cut: 'open',
};

export function stagesSection(stages: readonly StageAudit[]): Section {
	return {
		name: 'stages',
		table: viewTable<StageAudit>(
			[
				{ key: 'stage', header: 'stage', identifies: true, cell: ({ stage }) => stage },
				{ key: 'verdict', header: 'verdict', cell: ({ verdict }) => wordCell(verdict, STAGE_TONES[verdict]) },
				{ key: 'meaning', header: 'meaning', cell: ({ verdict }) => STAGE_VERDICTS[verdict] },
			],
			stages,
		),
	};
}

/** Live, cannot matter, or limited. */
function toneOf({ canMatter, remark }: LegAudit): Tone {
	return canMatter ? (remark === null ? 'good' : 'open') : 'special';
}

const blank: Cell = { text: '', value: null };
const unknown: Cell = { text: '-', value: null };

/** A weight; `never` where no weight is enough, a dash where nothing is known or none was found, which is no proof. */
function weightCell(weight: number | null | undefined, proven = true): Cell {
	if (weight === undefined) return unknown;
	if (weight === null) return proven ? { text: 'never', value: null } : unknown;
	return { text: weight === 0 ? 'any' : weight >= 100 ? weight.toFixed(1) : weight.toFixed(3), value: weight };
}

function ofAll(count: number, all: number): Cell {
	return { text: `${count}/${all}`, value: count };
}

function short(score: number): string {
	return String(Number(score.toPrecision(4)));
}
