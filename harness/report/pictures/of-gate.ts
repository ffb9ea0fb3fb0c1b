import type { CheckOutcome, DropCheck, GateResult } from '../../compare/gate/result.ts';
import { percentOf } from '../compare/compare-words.ts';
import type { Tone } from '../tone.ts';
import type { ForestFigure } from './figure.ts';

const TONES: Readonly<Record<CheckOutcome, Tone>> = { pass: 'good', fail: 'bad', inconclusive: 'open', note: 'quiet' };

/** The limits on drops as a forest plot, each with its limit; undefined for a gate that has none. */
export function forestOfGate({ checks, options, baseline, candidate }: GateResult): ForestFigure | undefined {
	const drops = checks.filter((check): check is DropCheck => check.kind === 'drop');
	if (drops.length === 0) return undefined;
	return {
		kind: 'forest',
		what: `${candidate.system} minus ${baseline.system}`,
		confidence: percentOf(1 - options.alpha),
		rows: drops.map(({ name, delta, interval, maxDrop, outcome }) => ({
			label: name,
			delta,
			low: interval.low,
			high: interval.high,
			limit: -maxDrop,
			word: outcome,
			tone: TONES[outcome],
		})),
	};
}
