import { IMPUTATIONS, type UnjudgedReading } from '../../compare/unjudged-bounds.ts';
import type { Rejudged } from '../../compare/unjudged-verdict.ts';
import { parseMetric } from '../../metrics/index.ts';

/** Readings of the documents without a judgment, or why there are none. */
export type UnjudgedOutcome = { readonly readings: readonly UnjudgedReading[] } | { readonly unavailable: string };

/** One sentence for each verdict that does not survive what unjudged documents could be; none for one that does. */
export function unjudgedSentences(outcome: UnjudgedOutcome): readonly string[] {
	if ('unavailable' in outcome) return [];
	return outcome.readings.flatMap((reading) => {
		const { survives, verdict, baseline, challenger, metric, stratum } = reading;
		if (survives === undefined || (survives.none && survives.allWorst && survives.atJudgedRate !== false)) return [];
		const { cutoff } = parseMetric(metric);
		const what = reading.relevantOnly ? 'unlabelled' : 'unjudged';
		const where = Number.isFinite(cutoff) ? `top ${cutoff}` : 'list';
		const shares = `${percent(reading.shareChallenger)} of the ${where} of ${challenger}, ${percent(reading.shareBaseline)} of that of ${baseline}`;
		const subject = `${metric}, ${stratum}: "${verdict}" for ${challenger} against ${baseline} depends on what ${what} documents are (${shares})`;
		if (!survives.none)
			return [
				`${subject}: scored again from rankings and labels, it is "${reading.none.verdict}", not what the run folders hold.`,
			];
		const turns =
			reading.turnsAt === undefined
				? 'falls if those that hurt it most are relevant'
				: `falls if ${percent(reading.turnsAt)} of those that would hurt it most are relevant and no others`;
		const rate =
			reading.sameAtJudgedRate === undefined
				? `; the labels cannot say how many are (${percent(reading.judgedRate)} of the judged ones there are relevant)`
				: `; relevant as often as judged ones at their rank (${percent(reading.judgedRate)} in all), it stands in ${Math.round(reading.sameAtJudgedRate * IMPUTATIONS)} of ${IMPUTATIONS} draws`;
		return [`${subject}: it stands if none is relevant and ${turns}${rate}.`];
	});
}

/** The `unjudged` of a row. */
export function unjudgedData(reading: UnjudgedReading): object {
	const { survives } = reading;
	return {
		shareBaseline: reading.shareBaseline,
		shareChallenger: reading.shareChallenger,
		relevantOnly: reading.relevantOnly,
		survivesNone: survives?.none ?? null,
		survivesAllWorst: survives?.allWorst ?? null,
		survivesAtJudgedRate: survives?.atJudgedRate ?? null,
		judgedRate: reading.judgedRate,
		sameVerdictAtJudgedRate: reading.sameAtJudgedRate ?? null,
		turnsAt: reading.turnsAt ?? null,
		allAgainstChallenger: rejudgedData(reading.againstChallenger),
		allAgainstBaseline: rejudgedData(reading.againstBaseline),
		condensed: reading.condensed === undefined ? null : rejudgedData(reading.condensed),
	};
}

function rejudgedData({ verdict, delta }: Rejudged): object {
	return { verdict, delta };
}

function percent(share: number): string {
	return `${(100 * share).toFixed(1)} %`;
}
