import type { BrokenQueries } from '../compare/gate/broken.ts';
import type { NoiseSource } from '../compare/gate/build-noise.ts';
import type { GateCheck, GateResult } from '../compare/gate/result.ts';
import { formatInterval } from './compare-words.ts';
import { formatDelta, formatMetric, formatMilliseconds } from './numbers.ts';

/** What every form of a gate's report says in the same words. */

export function limitText(check: GateCheck): string {
	switch (check.kind) {
		case 'drop':
			return `drop <= ${check.maxDrop}${check.limit.maxDrop === 'auto' ? ' (auto)' : ''}`;
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
	if (check.kind === 'drop') return formatInterval(check.interval);
	if (check.kind === 'floor' || check.interval === undefined) return '';
	return `x ${check.interval.low.toFixed(2)} .. ${check.interval.high.toFixed(2)}`;
}

/** `recall@10: 12 queries lost, 5 gained; the 10 that lost most:` */
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
export function noiseNote({ checks, noise }: GateResult): string | undefined {
	const rests = checks.some(({ kind, limit }) => kind === 'floor' || (kind === 'drop' && limit.maxDrop === 'auto'));
	return rests ? noiseText(noise) : undefined;
}
