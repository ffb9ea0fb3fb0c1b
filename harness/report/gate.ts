import type { GateCheck, GateOutcome, GateResult } from '../gate/result.ts';
import { percentOf } from './compare-words.ts';
import { formatDelta, formatMetric, formatMilliseconds } from './numbers.ts';
import { renderTable } from './table.ts';

export type PaintOutcome = (outcome: GateOutcome, text: string) => string;

/** The gate's checks as a table, and its outcome in the last line. */
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
	return [
		`baseline   ${result.baseline.system}  ${result.baseline.path}\ncandidate  ${result.candidate.system}  ${result.candidate.path}`,
		table,
		...(unsettled.length > 0 ? [unsettled.map((check) => `${check.name}: ${check.reason}`).join('\n')] : []),
		...(result.checks.some((check) => check.kind === 'drop' && check.few) ? ['* fewer than 50 queries'] : []),
		`gate: ${paint(result.outcome, result.outcome)}`,
	].join('\n\n');
}

export function limitText(check: GateCheck): string {
	switch (check.kind) {
		case 'drop':
			return `drop <= ${check.limit.maxDrop}`;
		case 'floor':
			return `>= ${check.limit.min}`;
		case 'latency':
			return `<= ${check.limit.maxRatio} x`;
	}
}

export function valueText(check: GateCheck, value: number | undefined): string {
	if (value === undefined) return '-';
	return check.kind === 'latency' ? `${formatMilliseconds(value)} ms` : formatMetric(value);
}

export function changeText(check: GateCheck): string {
	if (check.kind === 'drop') return formatDelta(check.delta);
	return check.kind === 'latency' ? `x ${check.ratio.toFixed(2)}` : '';
}

export function intervalText(check: GateCheck): string {
	return check.kind === 'drop' ? `${formatDelta(check.interval.low)} .. ${formatDelta(check.interval.high)}` : '';
}
