import type { BrokenQueries } from '../../compare/gate/broken.ts';
import type { NoiseSource } from '../../compare/gate/build-noise.ts';
import type { GateCheck, GateResult } from '../../compare/gate/result.ts';
import { deltaCell, intervalCell, metricCell } from '../cells.ts';
import { formatMilliseconds } from '../numbers.ts';
import type { Cell } from '../view.ts';

/** Words that several parts of a gate's report share. */

export function limitCell(check: GateCheck): Cell {
	switch (check.kind) {
		case 'drop':
			return {
				text: `drop <= ${check.maxDrop}${check.limit.maxDrop === 'auto' ? ' (auto)' : ''}`,
				value: check.maxDrop,
			};
		case 'floor':
			return { text: `>= ${check.limit.min}`, value: check.limit.min };
		case 'latency':
			return { text: `<= ${check.limit.maxRatio} x`, value: check.limit.maxRatio };
	}
}

export function valueCell(check: GateCheck, value: number | undefined): Cell {
	if (check.kind !== 'latency' || value === undefined) return metricCell(value);
	return { text: `${formatMilliseconds(value)} ms`, value };
}

export function changeCell(check: GateCheck): Cell {
	if (check.kind === 'drop') return deltaCell(check.delta);
	return check.kind === 'latency' ? { text: `x ${check.ratio.toFixed(2)}`, value: check.ratio } : NOTHING;
}

export function changeIntervalCell(check: GateCheck): Cell {
	if (check.kind === 'drop') return intervalCell(check.interval);
	if (check.kind === 'floor' || check.interval === undefined) return NOTHING;
	const { low, high } = check.interval;
	return { text: `x ${low.toFixed(2)} .. ${high.toFixed(2)}`, value: [low, high] };
}

const NOTHING: Cell = { text: '', value: null };

/** `recall@10: 12 queries lost, 5 gained; the 10 that lost most` */
export function brokenText({ metric, lost, gained, queries }: BrokenQueries): string {
	const count = lost === 1 ? '1 query lost' : `${lost} queries lost`;
	const which =
		queries.length === 0 ? '' : queries.length < lost ? `; the ${queries.length} that lost most` : '; most lost first';
	return `${metric}: ${count}, ${gained} gained${which}`;
}

/** The metrics on which a query lost. */
export function brokenMetrics({ broken }: GateResult): readonly BrokenQueries[] {
	return broken.filter(({ lost }) => lost > 0);
}

export function noiseText(noise: NoiseSource): string {
	return noise.kind === 'against'
		? `The noise between builds is the one seen against ${noise.path} (${noise.system}).`
		: `The noise between builds is assumed: scores of two builds correlate by ${noise.correlation} over queries (--against <run> shows a real one).`;
}

/** The noise between builds, where a check rests on it. */
export function noiseNotes({ checks, noise }: GateResult): readonly string[] {
	const rests = checks.some(({ kind, limit }) => kind === 'floor' || (kind === 'drop' && limit.maxDrop === 'auto'));
	return rests ? [noiseText(noise)] : [];
}
