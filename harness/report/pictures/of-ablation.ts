import { OVERALL } from '../../compare/comparison.ts';
import { type Ablation, type Contribution, wholeSystem } from '../../legs/ablation/ablation.ts';
import { percentOf } from '../compare/compare-words.ts';
import type { Tone } from '../tone.ts';
import type { ForestFigure, LegMatrixFigure } from './figure.ts';

const TONES: Readonly<Record<string, Tone>> = { win: 'good', loss: 'bad', equivalent: 'same', inconclusive: 'open' };

/** Every subset of the legs on the primary metric, overall; verdicts are those against the whole system. */
export function legMatrixOf({ rows, question, subsets }: Ablation): LegMatrixFigure {
	const { metric } = question.primary;
	const whole = wholeSystem(rows);
	// The family of smaller systems is about the primary row; its verdicts belong to the overall means only there.
	const verdicts = new Map(
		subsets === undefined || subsets.stratum !== OVERALL || subsets.metric !== metric
			? []
			: subsets.subsets.map(({ label, row }) => [label, row.verdict] as const),
	);
	return {
		kind: 'leg-matrix',
		metric: `${metric} ${OVERALL}`,
		legs: whole.variant.legs,
		rows: rows.flatMap(({ variant, run }) => {
			const value = run.summary.overall.metrics[metric];
			if (variant.withoutStages.length > 0 || value === undefined) return [];
			const verdict = verdicts.get(variant.label);
			return [
				{
					has: variant.legs,
					value,
					...(variant === whole.variant
						? { word: 'the whole', tone: 'special' as const }
						: verdict === undefined
							? {}
							: { word: verdict, tone: TONES[verdict] ?? 'quiet' }),
				},
			];
		}),
	};
}

/** Contributions of the parts, as a forest plot. */
export function forestOfContributions(rows: readonly Contribution[], alpha: number): ForestFigure {
	return {
		kind: 'forest',
		what: 'the whole system minus the system without the part',
		confidence: percentOf(1 - alpha),
		rows: rows.map(({ part, row, notATest }) => ({
			label: part.kind === 'leg' ? part.name : `stage ${part.name}`,
			delta: row.effect.meanDelta,
			low: row.interval.low,
			high: row.interval.high,
			word: notATest ?? row.verdict,
			tone: notATest === undefined ? (TONES[row.verdict] ?? 'quiet') : 'special',
		})),
	};
}
