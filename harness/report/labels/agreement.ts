import type { ClusterChoice } from '../../compare/cluster-choice.ts';
import type { JudgeAgreement } from '../../labels/agreement/judge-agreement.ts';
import type { Kappa } from '../../labels/agreement/kappa.ts';
import type { SystemsUnderJudges } from '../../labels/agreement/systems-under-judges.ts';
import { clusteredRow, clusterNotes, clusterOption } from '../cluster-words.ts';
import { formatCount, formatDelta } from '../numbers.ts';
import { toJsonObject } from '../snake-case.ts';
import type { View } from '../view.ts';
import { confusionSection, gradesSection, kappaSection } from './agreement-tables.ts';
import { agreementNotes } from './agreement-words.ts';
import { systemsSection } from './judged-systems.ts';

/** The findings of `bench agree`. */
export interface Agreement {
	readonly first: string;
	readonly second: string;
	readonly agreement: JudgeAgreement;
	/** Where runs were given. */
	readonly systems: SystemsUnderJudges | undefined;
	readonly confidence: number;
	/** What `--cluster` asked for. */
	readonly clusters: ClusterChoice | undefined;
	/** Why the two may not be comparable. */
	readonly warnings: readonly string[];
}

/** Agreement of two judges: kappa, grades, confusion, then what it means for the systems. */
export function agreementView(found: Agreement): View {
	const { first, second, agreement, systems } = found;
	const { n, queries, onlyFirst, onlySecond, same, meanShift } = agreement;
	return {
		kind: 'agreement',
		title: `Agreement of ${first} and ${second}`,
		answer: [
			`${first} and ${second} gave the same grade to ${(same * 100).toFixed(1)} % of the ${formatCount(n)} documents (of ${formatCount(queries)} queries) that both judged.`,
			`Judged by ${first} alone: ${formatCount(onlyFirst)}; by ${second} alone: ${formatCount(onlySecond)}. Mean grade of ${second} minus ${first}: ${formatDelta(meanShift)}.`,
		],
		warnings: found.warnings,
		sections: [
			kappaSection(found),
			gradesSection(found),
			confusionSection(found),
			...(systems === undefined ? [] : [systemsSection(systems, first, second)]),
		],
		notes: [
			...agreementNotes(agreement, found.clusters),
			...clusterNotes(found.clusters, systems?.rows.map(clusteredRow) ?? []),
		],
		data: toJsonObject({
			judges: [first, second],
			confidence: found.confidence,
			items: n,
			queries,
			...(agreement.clusters === undefined ? {} : { clusters: agreement.clusters }),
			...clusterOption(found.clusters),
			onlyFirst,
			onlySecond,
			sameGrade: same,
			meanShift,
			kappa: new Map(
				agreement.weighted.map(({ weights, kappa, overQueries }) => [
					weights,
					{
						...kappaData(kappa),
						overQueries:
							overQueries === undefined
								? null
								: { standardError: overQueries.standardError, interval: bounds(overQueries.interval) },
					},
				]),
			),
			relevantOrNot: kappaData(agreement.relevance),
			grades: agreement.byGrade.map(({ specific, kappa, ...grade }) => ({
				...grade,
				specificAgreement: specific,
				...kappaData(kappa),
			})),
			confusion: { grades: agreement.confusion.grades, counts: agreement.confusion.counts },
			systems: systems === undefined ? undefined : systemsData(systems),
		}),
	};
}

function kappaData(kappa: Kappa | undefined) {
	return {
		kappa: kappa?.kappa ?? null,
		standardError: kappa?.standardError ?? null,
		interval: kappa === undefined ? null : bounds(kappa.interval),
	};
}

function bounds({ low, high }: { readonly low: number; readonly high: number }) {
	return [low, high];
}

function systemsData({ baseline, leftOut, metrics }: SystemsUnderJudges) {
	return {
		baseline,
		leftOut,
		metrics: metrics.map(({ metric, n, systems: means, tau, verdicts }) => ({
			metric,
			queries: n,
			means,
			kendallTau: tau ?? null,
			verdicts,
			sameVerdicts: verdicts.every(({ first, second }) => first.verdict === second.verdict),
		})),
	};
}
