import { FEW_QUERIES } from '../compare/comparison.ts';
import type { BrokenQueries } from '../compare/gate/broken.ts';
import type { CheckOutcome, GateResult } from '../compare/gate/result.ts';
import { percentOf } from './compare-words.ts';
import { brokenMetrics, brokenText, changeText, intervalText, limitText, noiseNote, valueText } from './gate-words.ts';
import { formatDelta, formatMetric } from './numbers.ts';
import { renderTable } from './table.ts';

export type PaintOutcome = (outcome: CheckOutcome, text: string) => string;

/** The gate's checks as a table, the queries that lost, and the outcome in the last line. */
export function renderGate(result: GateResult, paint: PaintOutcome = (_, text) => text): string {
	const table = renderTable(
		[
			{ header: 'check' },
			{ header: 'outcome' },
			{ header: 'limit' },
			{ header: 'baseline', align: 'right' },
			{ header: 'candidate', align: 'right' },
			{ header: 'change', align: 'right' },
			{ header: `${percentOf(1 - result.options.alpha)} interval`, align: 'right' },
		],
		result.checks.map((check) => [
			`${check.name}${check.kind === 'drop' && check.few ? '*' : ''}`,
			paint(check.outcome, check.outcome),
			limitText(check),
			valueText(check, check.baseline),
			valueText(check, check.candidate),
			changeText(check),
			intervalText(check),
		]),
	);
	const unsettled = result.checks.filter(({ outcome }) => outcome !== 'pass');
	const noise = noiseNote(result);
	return [
		`baseline   ${result.baseline.system}  ${result.baseline.path}\ncandidate  ${result.candidate.system}  ${result.candidate.path}`,
		table,
		...(unsettled.length > 0 ? [unsettled.map((check) => `${check.name}: ${check.reason}`).join('\n')] : []),
		...brokenMetrics(result).map(renderBroken),
		...(noise === undefined ? [] : [noise]),
		...(result.checks.some((check) => check.kind === 'drop' && check.few)
			? [`* fewer than ${FEW_QUERIES} queries`]
			: []),
		`gate: ${paint(result.outcome, result.outcome)}`,
	].join('\n\n');
}

function renderBroken(broken: BrokenQueries): string {
	if (broken.queries.length === 0) return brokenText(broken);
	const table = renderTable(
		[
			{ header: 'query' },
			{ header: 'stratum' },
			{ header: 'baseline', align: 'right' },
			{ header: 'candidate', align: 'right' },
			{ header: 'change', align: 'right' },
		],
		broken.queries.map(({ queryId, stratum, before, after }) => [
			queryId,
			stratum,
			formatMetric(before),
			formatMetric(after),
			formatDelta(after - before),
		]),
	);
	return `${brokenText(broken)}\n${table}`;
}
