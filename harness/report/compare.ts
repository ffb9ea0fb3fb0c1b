import type { ComparedRow, Comparison } from '../compare/comparison.ts';
import type { Verdict } from '../compare/verdict.ts';
import {
	comparisonNotes,
	couldFindText,
	formatInterval,
	percentOf,
	queriesNeededText,
	stratumLabel,
	verdictText,
} from './compare-words.ts';
import { formatDelta, formatMetric, formatP } from './numbers.ts';
import { type Column, type Row, renderTable } from './table.ts';

/** Colours a verdict, or what stands in its place, or leaves it as it is. */
export type PaintVerdict = (verdict: Verdict | 'not a test', text: string) => string;

/**
 * A comparison as text: with several challengers a matrix of deltas and verdicts first, then verdicts with intervals
 * and what inconclusive rows could have found, then the tests behind them, then the rule in words.
 */
export function renderComparison(comparison: Comparison, paint: PaintVerdict = (_, text) => text): string {
	return [
		heading(comparison),
		...(comparison.challengers.length > 1 ? [renderMatrix(comparison, paint)] : []),
		renderFindings(comparison, paint),
		renderTests(comparison),
		...(comparison.movers.length > 0 ? [renderMovers(comparison)] : []),
		comparisonNotes(comparison).join('\n'),
	].join('\n\n');
}

function heading({ baseline, challengers, dataset }: Comparison): string {
	return [
		`dataset     ${dataset.name} (${dataset.fingerprint.slice(0, 12)})`,
		`baseline    ${baseline.label}`,
		...challengers.map(({ label }) => `challenger  ${label}`),
	].join('\n');
}

function renderMatrix(comparison: Comparison, paint: PaintVerdict): string {
	const columns: Column[] = [
		{ header: 'metric' },
		{ header: 'stratum' },
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
						...group.map((row) => `${formatDelta(row.effect.meanDelta)} ${paintRow(row, paint)}`),
					],
				];
	});
	return renderTable(columns, rows);
}

function renderFindings(comparison: Comparison, paint: PaintVerdict): string {
	const several = comparison.challengers.length > 1;
	const columns: Column[] = [
		{ header: 'metric' },
		{ header: 'stratum' },
		...(several ? [{ header: 'challenger' }] : []),
		{ header: 'queries', align: 'right' },
		{ header: 'verdict' },
		{ header: 'delta', align: 'right' },
		{ header: `${percentOf(1 - comparison.options.alpha)} interval`, align: 'right' },
		{ header: 'baseline', align: 'right' },
		{ header: 'challenger', align: 'right' },
		{ header: 'could find', align: 'right' },
		{ header: 'queries needed', align: 'right' },
	];
	const rows = grouped(comparison, (group) =>
		group.map((row) => [
			row.metric,
			stratumLabel(row),
			...(several ? [row.challenger] : []),
			String(row.effect.n),
			paintRow(row, paint),
			formatDelta(row.effect.meanDelta),
			formatInterval(row.interval),
			formatMetric(row.baselineMean),
			formatMetric(row.challengerMean),
			couldFindText(row),
			queriesNeededText(row),
		]),
	);
	return renderTable(columns, rows);
}

function paintRow(row: ComparedRow, paint: PaintVerdict): string {
	return paint(row.notATest === undefined ? row.verdict : 'not a test', verdictText(row));
}

function renderTests(comparison: Comparison): string {
	const several = comparison.challengers.length > 1;
	const { correction, margin, resamples } = comparison.options;
	const right = (header: string): Column => ({ header, align: 'right' });
	const corrected = correction === 'none' ? [] : [right(`p ${correction}`)];
	const both = (raw: number | undefined, adjusted: number | undefined): readonly string[] =>
		correction === 'none' ? [formatP(raw)] : [formatP(raw), formatP(adjusted)];
	const columns: Column[] = [
		{ header: 'metric' },
		{ header: 'stratum' },
		...(several ? [{ header: 'challenger' }] : []),
		right('P(Δ<=0)'),
		right('p randomisation'),
		...corrected,
		right('p studentised'),
		...corrected,
		...(margin === undefined ? [] : [right('p equivalence'), ...corrected]),
		right('p paired t'),
		right('d_z'),
		right('wins/ties/losses'),
	];
	const rows = grouped(comparison, (group) =>
		group.map((row) => [
			row.metric,
			stratumLabel(row),
			...(several ? [row.challenger] : []),
			row.shareAtMostZero === 0 ? `<${1 / resamples}` : row.shareAtMostZero.toFixed(4),
			...both(row.randomisationP, row.correctedP),
			...both(row.rawStudentisedP, row.studentisedP),
			...(margin === undefined ? [] : both(row.rawEquivalenceP, row.equivalenceP)),
			formatP(row.tP),
			row.effect.dz === undefined ? '-' : row.effect.dz.toFixed(2),
			`${row.effect.wins}/${row.effect.ties}/${row.effect.losses}`,
		]),
	);
	return renderTable(columns, rows);
}

function renderMovers({ movers, challengers }: Comparison): string {
	const several = challengers.length > 1;
	const columns: Column[] = [
		{ header: 'metric' },
		...(several ? [{ header: 'challenger' }] : []),
		{ header: 'query' },
		{ header: 'stratum' },
		{ header: 'baseline', align: 'right' },
		{ header: 'challenger', align: 'right' },
		{ header: 'delta', align: 'right' },
	];
	const rows: Row[] = [];
	movers.forEach((mover, i) => {
		const before = movers[i - 1];
		if (before !== undefined && (before.metric !== mover.metric || before.challenger !== mover.challenger))
			rows.push('rule');
		rows.push([
			mover.metric,
			...(several ? [mover.challenger] : []),
			mover.queryId,
			mover.stratum,
			formatMetric(mover.baseline),
			formatMetric(mover.value),
			formatDelta(mover.delta),
		]);
	});
	return `queries that moved most\n\n${renderTable(columns, rows)}`;
}

/** Rows by metric with a rule between metrics; `cells` gets the rows of one stratum (one per challenger). */
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
