import { alignScores } from '../../compare/align.ts';
import { columnsOf } from '../../compare/columns.ts';
import { COMPARE_DEFAULTS, type CompareOptions } from '../../compare/comparison.ts';
import { type Question, readQuestion } from '../../compare/question.ts';
import type { Dataset, Metric, Options } from '../../contract.ts';
import { corpusFeatures } from '../../fusion/features.ts';
import { type KeptLegs, rankingsOf } from '../../fusion/kept-legs.ts';
import { fuse } from '../../fusion/pipeline.ts';
import type { System } from '../../run/experiment.ts';
import type { KeptSystem } from '../../run/keep-legs.ts';
import type { RunRecord } from '../../run/run-record.ts';
import { scoreRun } from '../../run/scored-run.ts';
import { UNTIMED } from '../../run/timings.ts';
import { auditKept, auditStages, idleStages, notATestOf, queryMoments } from '../audit/index.ts';
import { type Ablation, type AblationRow, wholeSystem } from './ablation.ts';
import { contributionsOf } from './contributions.ts';
import { shapleyShares } from './shares.ts';
import { subsetsAgainstWhole } from './subsets.ts';
import { type Part, type PartAudits, reasonAgainst, remarkOn } from './testable.ts';
import { type Variant, variantsOf } from './variants.ts';

export interface AblateOptions {
	readonly dataset: Dataset;
	readonly system: System;
	readonly metrics: readonly Metric[];
	/** How many documents each system returns. */
	readonly depth: number;
	/** The K of the audit's "top K"; default: the largest cutoff among the metrics, 10 where none has one. */
	readonly cutoff?: number;
	/** `primary`, `strata` and `metrics` say what is asked; `allPairs` has no meaning here. */
	readonly compare?: Partial<CompareOptions>;
	readonly seed: number;
}

/**
 * Takes a fused system apart from its kept rankings: every subset of its legs and every stage left out, scored; what
 * each part adds to the system without it; each leg's Shapley share. Nothing is retrieved. Seeded legs keep the
 * rankings that they had in the whole system, also in subsets that lack what seeded them.
 */
export function ablate({ kept, fused }: KeptSystem, options: AblateOptions): Ablation {
	const { dataset, system, metrics, depth, seed } = options;
	const compare: CompareOptions = { ...COMPARE_DEFAULTS, ...options.compare, seed };
	const cutoff = options.cutoff ?? largestCutoff(metrics);
	const rows = variantsOf(kept.pipeline, kept.legs).map((variant): AblationRow => {
		const rankings = kept.queries.map((_, queryIndex) =>
			fuse(variant.pipeline, rankingsOf(kept, queryIndex), kept.features(queryIndex), depth),
		);
		const run: RunRecord = {
			...scoreRun(dataset, rankings, metrics),
			system: { ...system, name: variant.label, options: variantOptions(system.options, variant) },
			depth,
			seed,
			legs: kept.legs.map((leg, i) => ({ ...leg, leg: fused.legs[i] as (typeof fused.legs)[number] })),
			pipeline: variant.pipeline,
			facts: fused.facts?.() ?? {},
			timings: UNTIMED,
		};
		return { variant, run };
	});
	const stages = auditStages(kept.pipeline, {
		corpus: corpusFeatures(dataset.corpus),
		moments: queryMoments(dataset.queries),
		exactMatch: phraseMatches(kept),
		idle: idleStages(kept),
	});
	const byCutoff = new Map<number, PartAudits>();
	const auditsAt = (k: number): PartAudits => {
		const known = byCutoff.get(k) ?? { legs: auditKept(kept, { cutoff: k, seed }), stages };
		byCutoff.set(k, known);
		return known;
	};
	const shapley = shapleyShares(rows, metrics, compare);
	const question = questionOf(rows, metrics, compare);
	const audits = auditsAt(cutoff);
	// A row is judged at the cutoff of its own metric; one without a cutoff looks as deep as the system goes.
	const auditsOf = new Map(metrics.map((metric) => [metric.name, auditsAt(cutoffOf(metric, depth))]));
	return {
		metrics,
		question,
		options: compare,
		cutoff,
		rows,
		audits,
		auditsOf,
		contributions: contributionsOf(rows, metrics, auditsOf, question, compare),
		subsets: subsetsAgainstWhole(rows, auditsOf, question, compare),
		shapley: shapley.shares,
		shapleyDifferences: shapley.differences,
		remarks: remarksOn(rows, audits, auditsOf, cutoff),
	};
}

function questionOf(rows: readonly AblationRow[], metrics: readonly Metric[], options: CompareOptions): Question {
	const { scores } = wholeSystem(rows).run;
	return readQuestion(
		metrics.map(({ name }) => columnsOf(name, alignScores([scores, scores], options.clusters))),
		options,
	);
}

/** Whether a document holds the phrase of any query that retrieved it: an exact-match bonus can reward no other. */
function phraseMatches(kept: KeptLegs): (docIndex: number) => boolean {
	const matching = new Set<number>();
	if (kept.pipeline.stages.length > 0)
		kept.queries.forEach((_, queryIndex) => {
			const features = kept.features(queryIndex);
			for (const { docs } of rankingsOf(kept, queryIndex).values())
				for (const doc of docs) if (features.exactMatch(doc)) matching.add(doc);
		});
	return (docIndex) => matching.has(docIndex);
}

/** The options that give the variant when the system is run by itself: a leg that is left out has weight 0. */
function variantOptions(options: Options, variant: Variant): Options {
	const weights = variant.pipeline.legs
		.filter((leg) => leg.weight === 0 && Object.hasOwn(options, `weights.${leg.name}`))
		.map((leg) => [`weights.${leg.name}`, 0] as const);
	const stages = Object.hasOwn(options, 'stages')
		? { stages: variant.pipeline.stages.map(({ stage }) => stage.name) }
		: {};
	return { ...options, ...Object.fromEntries(weights), ...stages };
}

function cutoffOf({ cutoff }: Metric, depth: number): number {
	return Number.isFinite(cutoff) ? cutoff : depth;
}

export function largestCutoff(metrics: readonly Metric[]): number {
	const cutoffs = metrics.map((metric) => metric.cutoff).filter(Number.isFinite);
	return cutoffs.length > 0 ? Math.max(...cutoffs) : 10;
}

function remarksOn(
	rows: readonly AblationRow[],
	audits: PartAudits,
	auditsOf: ReadonlyMap<string, PartAudits>,
	cutoff: number,
): string[] {
	const remarks: string[] = [];
	const whole = wholeSystem(rows).variant;
	const without = whole.pipeline.legs.filter((leg) => leg.weight === 0);
	if (without.length > 0)
		remarks.push(`${without.map((leg) => leg.name).join(' and ')} has weight 0 and is no part of the system.`);
	const elsewhere = new Map<string, string[]>();
	for (const { variant } of rows)
		for (const leg of variant.seededElsewhere) elsewhere.set(leg, [...(elsewhere.get(leg) ?? []), variant.label]);
	for (const [leg, labels] of elsewhere)
		remarks.push(
			`${labels.join(', ')}: ${leg} keeps the ranking that it had in the whole system, for not all of the legs that seed it are there.`,
		);
	const parts: readonly Part[] = [
		...audits.legs.map(({ leg }): Part => ({ kind: 'leg', name: leg })),
		...audits.stages.map(({ stage }): Part => ({ kind: 'stage', name: stage })),
	];
	for (const part of parts) {
		const said = new Map<string, string[]>();
		for (const [metric, found] of auditsOf) {
			const reason = reasonAgainst(part, found);
			const sentence = reason === undefined ? remarkOn(part, found) : `${notATestOf(part.name)}: ${reason}`;
			if (sentence !== undefined) said.set(sentence, [...(said.get(sentence) ?? []), metric]);
		}
		for (const [sentence, metrics] of said) remarks.push(`${metrics.join(', ')}: ${sentence}.`);
	}
	for (const { verdict, evidence } of audits.legs)
		if (verdict !== 'live') remarks.push(...evidence.map((sentence) => `Top ${cutoff}: ${sentence}`));
	return remarks;
}
