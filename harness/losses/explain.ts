import type { DocId, IndexedRanking, QueryId } from '../contract.ts';
import type { Pipeline } from '../fusion/pipeline.ts';
import { docIdOf, fusedRanks, type KeptRun, stepsOf } from './kept-run.ts';
import { type Fate, relevantDocuments } from './relevant-documents.ts';

/** Why one query's ranking is as it is. */
export interface Explanation {
	readonly label: string;
	readonly queryId: QueryId;
	readonly stratum: string;
	readonly cutoff: number;
	readonly legNames: readonly string[];
	/** The fusion's name, then the stages': what {@link ExplainedDocument.steps} are after. Empty where nothing was fused again. */
	readonly stepNames: readonly string[];
	/** The top K, then the relevant documents that are not in it. */
	readonly documents: readonly ExplainedDocument[];
	/** The document at rank K, which every relevant one below it would have to pass; undefined where fewer came back. */
	readonly last: ExplainedDocument | undefined;
	/** Contributions are known: the fusion could be done again. */
	readonly contributions: boolean;
}

export interface ExplainedDocument {
	readonly docId: DocId;
	readonly docIndex: number | undefined;
	/** 1-based rank in the run; undefined where it is not in it. */
	readonly rank: number | undefined;
	/** The run's score. */
	readonly score: number | undefined;
	/** Undefined: nobody judged it. */
	readonly grade: number | undefined;
	readonly legs: readonly ExplainedLeg[];
	/** After the fusion and after each stage; undefined where it is not, or no longer, among the candidates. */
	readonly steps: readonly ({ readonly rank: number; readonly score: number } | undefined)[];
	/** Of relevant documents. */
	readonly fate: Fate | undefined;
}

export interface ExplainedLeg {
	/** 1-based rank within the leg's depth. */
	readonly rank: number | undefined;
	/** The leg's own score. */
	readonly score: number | undefined;
	/** The loss of fused score when the leg is gone; undefined where it can't be told. */
	readonly contribution: number | undefined;
}

/** Explains one query of a run; `queryIndex` is that of the dataset. */
export function explain(kept: KeptRun, queryIndex: number, cutoff: number): Explanation {
	const { dataset, legs, order } = kept;
	const query = dataset.queries[queryIndex];
	const ranking = kept.rankings[queryIndex] as IndexedRanking;
	const relevant = relevantDocuments(kept, cutoff).filter((one) => one.queryIndex === queryIndex);
	const fates = new Map(relevant.map(({ docId, fate }) => [docId, fate]));
	const top = Array.from(ranking.docs.slice(0, cutoff), (docIndex) => docIdOf(kept, docIndex));
	const shown = [...new Set([...top, ...relevant.map(({ docId }) => docId)])];
	const steps = kept.pipeline === undefined ? [] : stepsOf({ ...kept, pipeline: kept.pipeline }, queryIndex);
	const without = legs.map(({ name }) => ranksWithout(kept, name, queryIndex));
	const grades = dataset.qrels.get(query?.id ?? '');
	const documents = shown.map((docId): ExplainedDocument => {
		const docIndex = order.get(docId);
		const at = docIndex === undefined ? -1 : ranking.docs.indexOf(docIndex);
		const fused = docIndex === undefined ? undefined : steps[0]?.ranks.get(docIndex)?.score;
		return {
			docId,
			docIndex,
			rank: at < 0 ? undefined : at + 1,
			score: at < 0 ? undefined : ranking.scores[at],
			grade: grades?.get(docId),
			fate: fates.get(docId),
			steps: steps.map(({ ranks }) => (docIndex === undefined ? undefined : ranks.get(docIndex))),
			legs: legs.map((leg, i): ExplainedLeg => {
				const own = leg.rankings[queryIndex] as IndexedRanking;
				const at = docIndex === undefined ? -1 : own.docs.indexOf(docIndex);
				const rest = without[i];
				return {
					rank: at < 0 ? undefined : at + 1,
					score: at < 0 ? undefined : own.scores[at],
					contribution:
						fused === undefined || rest === undefined || docIndex === undefined
							? undefined
							: fused - (rest.get(docIndex)?.score ?? 0),
				};
			}),
		};
	});
	return {
		label: kept.label,
		queryId: query?.id ?? '',
		stratum: query?.stratum ?? '',
		cutoff,
		legNames: legs.map(({ name }) => name),
		stepNames: steps.map(({ name }) => name),
		documents,
		last: documents.find(({ rank }) => rank === cutoff),
		contributions: without.some((ranks) => ranks !== undefined),
	};
}

/** Fused scores, before stages, had the leg never been there; undefined where the fusion can't do without it. */
function ranksWithout(kept: KeptRun, leg: string, queryIndex: number) {
	const { pipeline } = kept;
	if (pipeline === undefined) return undefined;
	const rest: Pipeline = {
		...pipeline,
		stages: [],
		legs: pipeline.legs.map((one) => (one.name === leg ? { ...one, weight: 0 } : one)),
	};
	if (!rest.legs.some(({ weight }) => weight > 0)) return new Map<number, { rank: number; score: number }>();
	try {
		return fusedRanks(rest, kept, queryIndex);
	} catch {
		return undefined;
	}
}
