import { alignScores } from '../../compare/align.ts';
import { compareScores, resolveCompareOptions } from '../../compare/compare-scores.ts';
import type { CompareOptions, Comparison } from '../../compare/comparison.ts';
import type { RemarksOnPair } from '../../compare/leg-remarks.ts';
import type { Dataset, IndexedRanking, Metric } from '../../contract.ts';
import { type KeptLegs, rankingsOf } from '../../fusion/kept-legs.ts';
import { fuse } from '../../fusion/pipeline.ts';
import { fallbackQueries } from '../../run/fallback-queries.ts';
import { scoreRun } from '../../run/scored-run.ts';
import { notATestOf } from '../audit/index.ts';
import { type PartReach, reachOf } from './reach.ts';
import type { TestedPart } from './tested-part.ts';

/** One of the two systems, retrieved. */
export interface PartSystem {
	readonly label: string;
	readonly kept: KeptLegs;
}

export interface PartTestOptions {
	readonly dataset: Dataset;
	/** The primary one first. */
	readonly metrics: readonly Metric[];
	/** How many documents each system returns. */
	readonly depth: number;
	readonly seed: number;
	readonly compare: Partial<CompareOptions>;
	/** Why the part can change nothing on this corpus, where the caller has proof that the pipelines do not show. */
	readonly proven?: string | undefined;
}

/** A system with a part against the same system without it. */
export interface PartTest {
	readonly part: TestedPart;
	/** Baseline: the system without the part. Judged as `bench compare` judges. */
	readonly comparison: Comparison;
	readonly reach: PartReach;
	/** Queries whose ranking is another one with the part, in membership or order. */
	readonly changedQueries: number;
	readonly queries: number;
	/** Queries for which nothing is returned. */
	readonly emptyQueries: { readonly having: number; readonly without: number };
}

/**
 * Compares a system with a stage or an option to the same system without it, paired by query, by the rules of
 * `bench compare`: the primary row alone, then strata and further metrics as one corrected family. Where the part is
 * proven to change nothing, "not a test of" it stands in place of the verdicts. Nothing is tuned and nothing retrieved.
 */
export function testPart(
	part: TestedPart,
	systems: { readonly having: PartSystem; readonly without: PartSystem },
	{ dataset, metrics, depth, seed, proven, ...choices }: PartTestOptions,
): PartTest {
	const { having, without } = systems;
	const options = resolveCompareOptions({ ...choices.compare, seed });
	const [before, after] = [rankAll(without.kept, depth), rankAll(having.kept, depth)];
	const changedQueries = after.filter((ranking, queryIndex) => !isSame(ranking, before[queryIndex])).length;
	const reach = reachOf(part, having.kept, without.kept, { metrics, depth, seed, changedQueries, proven });
	const notATest = notATestOf(part.written);
	const remarks = new Map(
		metrics.map(({ name }): [string, RemarksOnPair] => [
			name,
			{
				notATest: reach.reasons.has(name) ? notATest : undefined,
				remark: undefined,
				sentences: [],
				notAudited: [],
			},
		]),
	);
	const scored = [before, after].map((rankings) => scoreRun(dataset, rankings, metrics).scores);
	const compared = [without, having].map(({ label }) => ({ label, path: '' }));
	const { pairs: _, ...scores } = compareScores(
		{
			labels: compared.map(({ label }) => label),
			aligned: alignScores(scored, options.clusters),
			metrics: metrics.map(({ name }) => name),
			remarksOn: () => remarks,
		},
		options,
	);
	const comparison: Comparison = {
		...scores,
		baseline: compared[0] as (typeof compared)[number],
		challengers: compared.slice(1),
		dataset: { name: dataset.name, fingerprint: dataset.fingerprint },
		untested: reasonSentences(notATest, reach.reasons, metrics),
		warnings: [without, having].flatMap(fallbackWarning),
	};
	const empty = (rankings: readonly IndexedRanking[]): number =>
		rankings.filter(({ docs }) => docs.length === 0).length;
	const emptyQueries = { having: empty(after), without: empty(before) };
	return { part, comparison, reach, changedQueries, queries: dataset.queries.length, emptyQueries };
}

/** `not a test of window: no document is outside it.`; after the metrics where it is not said of all. */
function reasonSentences(
	notATest: string,
	reasons: ReadonlyMap<string, string>,
	metrics: readonly Metric[],
): readonly string[] {
	return [...new Set(reasons.values())].map((reason) => {
		const of = metrics.filter(({ name }) => reasons.get(name) === reason).map(({ name }) => name);
		return `${of.length === metrics.length ? '' : `${of.join(', ')}: `}${notATest}: ${reason}.`;
	});
}

function fallbackWarning({ label, kept }: PartSystem): readonly string[] {
	const count = fallbackQueries({ facts: {}, legs: kept.legs });
	if (count === 0) return [];
	return [`${label}: a fallback answered ${count} of ${kept.queries.length} queries in place of a leg.`];
}

function rankAll(kept: KeptLegs, depth: number): readonly IndexedRanking[] {
	return kept.queries.map((_, queryIndex) =>
		fuse(kept.pipeline, rankingsOf(kept, queryIndex), kept.features(queryIndex), depth),
	);
}

function isSame({ docs }: IndexedRanking, other: IndexedRanking | undefined): boolean {
	return docs.length === other?.docs.length && docs.every((docIndex, rank) => docIndex === other.docs[rank]);
}
