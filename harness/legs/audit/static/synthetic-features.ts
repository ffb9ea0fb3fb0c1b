import type { PipelineStage } from '../../../fusion/pipeline.ts';
import type { DocFeatures, QueryFeatures } from '../../../fusion/stages/stage.ts';

/** The documents that importance, date and exact match prefer. */
export type Bias = 'nobody' | 'newcomers' | 'others' | 'every second';

/** Which documents pass the filters among the stages. */
export type Passing = 'all' | 'newcomers' | 'every third' | 'last two';

/** The least and greatest importance that documents have. */
export interface FeatureRange {
	readonly importance: readonly [number, number];
	readonly dated: boolean;
}

/** The range over all corpora; {@link rangeOf} gives that of one corpus. */
export const ANY_CORPUS: FeatureRange = { importance: [0, 1], dated: true };

export function rangeOf(features: DocFeatures): FeatureRange {
	let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (const value of features.importance) {
		low = Math.min(low, value);
		high = Math.max(high, value);
	}
	if (features.importance.length === 0) return ANY_CORPUS;
	return { importance: [low, high], dated: features.createdAt.some((date) => !Number.isNaN(date)) };
}

/**
 * Features of synthetic documents. With `nobody` preferred every importance is the middle of the range, no document
 * holds the query as a phrase, and dates fall as they may; they are always distinct, as those of real documents are.
 * `fieldOf` gives the values that filters look at.
 */
export function syntheticFeatures(
	documents: number,
	isNewcomer: (docIndex: number) => boolean,
	bias: Bias,
	range: FeatureRange,
	fieldOf: (index: number) => readonly string[],
): QueryFeatures {
	const [low, high] = range.importance;
	const asked = 2 ** 21;
	const preferred = (docIndex: number): boolean =>
		bias === 'every second' ? docIndex % 2 === 1 : isNewcomer(docIndex) === (bias === 'newcomers');
	const importance = new Float64Array(documents).map((_, docIndex) =>
		bias === 'nobody' ? (low + high) / 2 : preferred(docIndex) ? high : low,
	);
	const createdAt = new Float64Array(documents).map((_, docIndex) => {
		if (!range.dated) return Number.NaN;
		// 7,919 is prime to 2^20: distinct dates in no order that follows the ranks. Documents without any field that
		// a filter looks at are also older than any window.
		const scattered = ((docIndex * 7919) % 2 ** 20) - (fieldOf(docIndex).length === 0 ? LONG_AGO : 0);
		return bias !== 'nobody' && preferred(docIndex) ? scattered + 2 ** 20 : scattered;
	});
	return {
		importance,
		createdAt,
		field: fieldOf,
		askedAt: asked,
		filter: [QUERY_VALUE],
		exactMatch: (docIndex) => bias !== 'nobody' && preferred(docIndex),
		// A reranker may prefer any document, and with `nobody` it leaves the order as it is.
		pairScores: {
			model: '',
			of: (docIndex) => (bias === 'nobody' ? undefined : { score: preferred(docIndex) ? 1 : 0, milliseconds: 0 }),
		},
	};
}

/** The value that the synthetic query asks for. No option can hold it. */
const QUERY_VALUE = '\0the value of the query';
/** Longer than any window in use: ten thousand years, in milliseconds. */
const LONG_AGO = 3.2e14;

/** Every text among the stages' options: a document whose field holds all of them has whatever value a filter wants. */
export function namedValues(stages: readonly PipelineStage[]): readonly string[] {
	const named = stages.flatMap(({ options }) => Object.values(options).flat()).map(String);
	return [...new Set(stages.length === 0 ? named : [...named, QUERY_VALUE])];
}
