import type { ComparedRow, Comparison } from '../compare/comparison.ts';
import type { Verdict } from '../compare/verdict.ts';
import { comparisonAnswers } from './compare-answer.ts';
import {
	comparisonNotes,
	formatInterval,
	percentOf,
	queriesForMarginText,
	rowMdeText,
	stratumLabel,
	verdictText,
} from './compare-words.ts';
import { formatEffect } from './effect.ts';
import { formatDelta, formatMetric, formatP } from './numbers.ts';
import { type Column, type Row, renderTable } from './table.ts';

/** Colours a verdict, or what stands in its place, or leaves it as it is. */
export type PaintVerdict = (verdict: Verdict | 'not a test', text: string) => string;

/**
 * A comparison as text: the answer to the primary question, with several challengers a matrix of deltas and verdicts
 * (with all pairs: of means and letters), then verdicts with intervals and the MDE of inconclusive rows, then
 * the tests behind them, then the rule in words.
 */
export function renderComparison(comparison: Comparison, paint: PaintVerdict = (_, text) => text): string {
	return [
		comparisonAnswers(comparison).join('\n'),
		heading(comparison),
		...(comparison.options.allPairs ? [renderLetters(comparison)] : []),
		...(comparison.challengers.length > 1 && !comparison.options.allPairs ? [renderMatrix(comparison, paint)] : []),
		renderFindings(comparison, paint),
		renderTests(comparison),
		...(comparison.movers.length > 0 ? [renderMovers(comparison)] : []),
		comparisonNotes(comparison).join('\n'),
	].join('\n\n');
}

function heading({ baseline, challengers, dataset, options }: Comparison): string {
	const names = options.allPairs ? (['system', 'system'] as const) : (['baseline', 'challenger'] as const);
	return [
		`dataset     ${dataset.name} (${dataset.fingerprint.slice(0, 12)})`,
		`${names[0].padEnd(11)} ${baseline.label}`,
		...challengers.map(({ label }) => `${names[1].padEnd(11)} ${label}`),
	].join('\n');
}

/** Means with a compact letter display: systems of one row that share a letter are not told apart. */
function renderLetters({ standings, baseline, challengers }: Comparison): string {
	const primary = standings.find(({ role }) => role === 'primary');
	const order = primary?.systems.map(({ label }) => label) ?? [baseline, ...challengers].map(({ label }) => label);
	const rows: Row[] = standings.flatMap((standing, i): Row[] => {
		const cells = order.map((label) => {
			const system = standing.systems.find((candidate) => candidate.label === label);
			return `${formatMetric(system?.mean)} ${system?.letters ?? ''}`;
		});
		const before = standings[i - 1];
		return [
			...(before !== undefined && before.metric !== standing.metric ? ['rule' as const] : []),
			[standing.metric, standing.stratum, ...cells],
		];
	});
	const table = renderTable(
		[{ header: 'metric' }, { header: 'stratum' }, ...order.map((header) => ({ header }))],
		rows,
	);
	return `${table}\nSystems of one row that share a letter are not told apart.`;
}

function renderMatrix(comparison: Comparison, paint: PaintVerdict): string {
	const columns: Column[] = [
		{ header: 'metric' },
		{ header: 'stratum' },
		{ header: 'family' },
		...comparison.challengers.map(({ label }) => ({ header: label })),
	];
	const rows = grouped(comparison, (group) => {
		const [first] = group;
		return first === undefined
			? []
			: [
					[
						first.metric,
						stratumLabel(first),
						first.role,
						...group.map((row) => `${formatDelta(row.effect.meanDelta)} ${paintRow(row, paint)}`),
					],
				];
	});
	return renderTable(columns, rows);
}

/** The column that says which systems a row is about: none where there are only two. */
function systemsColumn({ challengers, options }: Comparison): readonly Column[] {
	return challengers.length > 1 ? [{ header: options.allPairs ? 'pair' : 'challenger' }] : [];
}

function systemsCell({ challengers, options }: Comparison, baseline: string, challenger: string): readonly string[] {
	if (challengers.length < 2) return [];
	return [options.allPairs ? `${challenger} - ${baseline}` : challenger];
}

function renderFindings(comparison: Comparison, paint: PaintVerdict): string {
	const { margin } = comparison.options;
	const columns: Column[] = [
		{ header: 'metric' },
		{ header: 'stratum' },
		{ header: 'family' },
		...systemsColumn(comparison),
		{ header: 'queries', align: 'right' },
		{ header: 'verdict' },
		{ header: 'delta', align: 'right' },
		{ header: `${percentOf(1 - comparison.options.alpha)} interval`, align: 'right' },
		...(comparison.options.simultaneous ? [{ header: 'simultaneous', align: 'right' as const }] : []),
		{ header: 'baseline', align: 'right' },
		{ header: 'challenger', align: 'right' },
		{ header: 'MDE', align: 'right' },
		...(margin === undefined ? [] : [{ header: `queries for ${margin}`, align: 'right' } as const]),
	];
	const rows = grouped(comparison, (group) =>
		group.map((row) => [
			row.metric,
			stratumLabel(row),
			row.role,
			...systemsCell(comparison, row.baseline, row.challenger),
			String(row.effect.n),
			paintRow(row, paint),
			formatDelta(row.effect.meanDelta),
			formatInterval(row.interval),
			...(comparison.options.simultaneous
				? [row.simultaneous === undefined ? '-' : formatInterval(row.simultaneous)]
				: []),
			formatMetric(row.baselineMean),
			formatMetric(row.challengerMean),
			rowMdeText(row),
			...(margin === undefined ? [] : [queriesForMarginText(row)]),
		]),
	);
	return renderTable(columns, rows);
}

function paintRow(row: ComparedRow, paint: PaintVerdict): string {
	return paint(row.notATest === undefined ? row.verdict : 'not a test', verdictText(row));
}

function renderTests(comparison: Comparison): string {
	const { correction, margin, resamples } = comparison.options;
	const right = (header: string): Column => ({ header, align: 'right' });
	const test = (name: string): readonly Column[] =>
		correction === 'none' ? [right(`p ${name}`)] : [right(`p ${name}`), right(correction)];
	const both = (row: ComparedRow, raw: number | undefined, adjusted: number | undefined): readonly string[] =>
		correction === 'none' ? [formatP(raw)] : [formatP(raw), row.notATest === undefined ? formatP(adjusted) : '-'];
	const columns: Column[] = [
		{ header: 'metric' },
		{ header: 'stratum' },
		...systemsColumn(comparison),
		right('P(Δ<=0)'),
		...test('randomisation'),
		...test('studentised'),
		...(margin === undefined ? [] : test('equivalence')),
		right('p paired t'),
		right(`d_z (${percentOf(1 - comparison.options.alpha)})`),
		right('wins/ties/losses'),
	];
	const rows = grouped(comparison, (group) =>
		group.map((row) => [
			row.metric,
			stratumLabel(row),
			...systemsCell(comparison, row.baseline, row.challenger),
			row.shareAtMostZero === 0 ? `<${1 / resamples}` : row.shareAtMostZero.toFixed(4),
			...both(row, row.randomisationP, row.correctedP),
			...both(row, row.rawStudentisedP, row.studentisedP),
			...(margin === undefined ? [] : both(row, row.rawEquivalenceP, row.equivalenceP)),
			formatP(row.tP),
			formatEffect(row.effect, 1 - comparison.options.alpha),
			`${row.effect.wins}/${row.effect.ties}/${row.effect.losses}`,
		]),
	);
	return renderTable(columns, rows);
}

function renderMovers(comparison: Comparison): string {
	const { movers } = comparison;
	const columns: Column[] = [
		{ header: 'metric' },
		...systemsColumn(comparison),
		{ header: 'query' },
		{ header: 'stratum' },
		{ header: 'baseline', align: 'right' },
		{ header: 'challenger', align: 'right' },
		{ header: 'delta', align: 'right' },
	];
	const rows: Row[] = [];
	movers.forEach((mover, i) => {
		const before = movers[i - 1];
		const same =
			before?.metric === mover.metric &&
			before.baselineLabel === mover.baselineLabel &&
			before.challenger === mover.challenger;
		if (before !== undefined && !same) rows.push('rule');
		rows.push([
			mover.metric,
			...systemsCell(comparison, mover.baselineLabel, mover.challenger),
			mover.queryId,
			mover.stratum,
			formatMetric(mover.baseline),
			formatMetric(mover.value),
			formatDelta(mover.delta),
		]);
	});
	return `queries that moved most\n\n${renderTable(columns, rows)}`;
}

/** Rows by metric with a rule between metrics; `cells` gets the rows of one stratum (one per pair of systems). */
function grouped(
	{ rows, metrics }: Comparison,
	cells: (group: readonly ComparedRow[]) => readonly (readonly string[])[],
): Row[] {
	const out: Row[] = [];
	for (const metric of metrics) {
		if (out.length > 0) out.push('rule');
		const ofMetric = rows.filter((row) => row.metric === metric);
		for (const stratum of new Set(ofMetric.map((row) => row.stratum)))
			out.push(...cells(ofMetric.filter((row) => row.stratum === stratum)));
	}
	return out;
}
