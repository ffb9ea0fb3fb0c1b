import type { Dataset, DocId, Fusion, IndexedRanking, JsonObject } from '../contract.ts';
import { corpusFeatures, queryFeatures } from '../fusion/features.ts';
import { type PairScores, pairScoresOf } from '../fusion/pair-scores.ts';
import { type Pipeline, pipelinePool, scorePool } from '../fusion/pipeline.ts';
import { pipelineFromJson } from '../fusion/pipeline-json.ts';
import type { DocFeatures, QueryFeatures } from '../fusion/stages/stage.ts';
import { type CorpusOrder, corpusOrder, topCandidates } from '../ranking.ts';
import { fileName } from '../run/folder/file-name.ts';
import { readRecordedRun } from '../run/folder/read-rankings.ts';
import { RERANK_FILE } from '../run/folder/rerank-facts.ts';
import type { RunFolder } from '../run/folder/run-folder.ts';

/** A leg's rankings as the run folder keeps them, cut to the depth that counts. */
export interface LegRankings {
	readonly name: string;
	readonly depth: number;
	/** By queryIndex. */
	readonly rankings: readonly IndexedRanking[];
}

/** A run with everything that was kept of it, beside the dataset that says what is relevant. */
export interface KeptRun {
	readonly run: RunFolder;
	/** Its name in tables. */
	readonly label: string;
	readonly dataset: Dataset;
	readonly order: CorpusOrder;
	/** By queryIndex. */
	readonly rankings: readonly IndexedRanking[];
	/** Legs of positive weight; empty for a single retriever. */
	readonly legs: readonly LegRankings[];
	/**
	 * The pipeline between the legs and the ranking; undefined for a single retriever, and where the kept legs do not give
	 * the kept ranking again (a fusion of one's own, a changed corpus).
	 */
	readonly pipeline: Pipeline | undefined;
	readonly features: DocFeatures;
	/** By queryIndex: the scores of the reranker, where the system has one. */
	readonly reranked?: readonly PairScores[];
}

/** A ranking of one query and the score of every document in it. */
export interface Stepped {
	/** Of the pipeline: `fusion` or a stage's name. */
	readonly name: string;
	/** DocIndex -> 1-based rank and score; documents that were taken out are not in it. */
	readonly ranks: ReadonlyMap<number, { readonly rank: number; readonly score: number }>;
}

/** Reads the legs of a run folder. `rankings` are those of its run.trec, by queryIndex. */
export function readKeptRun(
	run: RunFolder,
	label: string,
	dataset: Dataset,
	rankings: readonly IndexedRanking[],
	ownFusions: Readonly<Record<string, Fusion>> = {},
): KeptRun {
	const order = corpusOrder(dataset.corpus);
	const queryIds = dataset.queries.map(({ id }) => id);
	const { legs: recorded = [], pipeline: json } = run.manifest.system;
	const pipeline = json === undefined ? undefined : readPipeline(json, ownFusions);
	const legs = recorded.flatMap(({ name, depth }): readonly LegRankings[] => {
		const inPipeline = legOf(json, name);
		if (inPipeline?.weight === 0) return [];
		const most = Math.min(depth, inPipeline?.depth ?? depth);
		const all = readRecordedRun(run, `legs/${fileName(name)}.trec`, queryIds, order);
		return [{ name, depth: most, rankings: all.map((ranking) => cut(ranking, most)) }];
	});
	const reranked = readReranked(run, queryIds, order);
	const kept = {
		...{ run, label, dataset, order, rankings, legs, features: corpusFeatures(dataset.corpus) },
		...(reranked === undefined ? {} : { reranked }),
	};
	return { ...kept, pipeline: pipeline !== undefined && repeats({ ...kept, pipeline }) ? pipeline : undefined };
}

export function docIdOf({ dataset }: KeptRun, docIndex: number): DocId {
	return dataset.corpus[docIndex]?.id ?? '';
}

/** Fuses one query again from its kept legs: after the fusion, and after each stage. */
export function stepsOf(kept: KeptRun & { readonly pipeline: Pipeline }, queryIndex: number): readonly Stepped[] {
	const { pipeline } = kept;
	const names = ['fusion', ...pipeline.stages.map(({ stage }) => stage.name)];
	return names.map((name, stages) => ({
		name,
		ranks: fusedRanks({ ...pipeline, stages: pipeline.stages.slice(0, stages) }, kept, queryIndex),
	}));
}

/** Rank and score of every candidate of a query under a pipeline. */
export function fusedRanks(pipeline: Pipeline, kept: KeptRun, queryIndex: number): Stepped['ranks'] {
	const byLeg = new Map(kept.legs.map(({ name, rankings }) => [name, rankings[queryIndex] as IndexedRanking]));
	const { pool, scores } = scorePool(pipeline, pipelinePool(pipeline, byLeg), featuresOf(kept, queryIndex));
	const ranked = topCandidates(scores, scores.length);
	return new Map(
		Array.from(ranked, (candidate, i) => [
			pool.docs[candidate] as number,
			{ rank: i + 1, score: scores[candidate] as number },
		]),
	);
}

function featuresOf({ features, dataset, reranked }: KeptRun, queryIndex: number): QueryFeatures {
	const query = dataset.queries[queryIndex] as Dataset['queries'][number];
	return queryFeatures(features, dataset.corpus, query, reranked?.[queryIndex]);
}

/**
 * The scores that the run's reranker gave. A document without one keeps its rank: where the deadline passed, that is all of
 * them.
 */
function readReranked(
	run: RunFolder,
	queryIds: readonly string[],
	order: CorpusOrder,
): readonly PairScores[] | undefined {
	if (run.manifest.rerank === undefined) return undefined;
	const { model } = run.manifest.rerank;
	return readRecordedRun(run, RERANK_FILE, queryIds, order).map(({ docs, scores }) =>
		pairScoresOf(
			model,
			new Map(Array.from(docs, (doc, rank) => [doc, { score: scores[rank] as number, milliseconds: 0 }])),
		),
	);
}

function readPipeline(json: JsonObject, ownFusions: Readonly<Record<string, Fusion>>): Pipeline | undefined {
	try {
		return pipelineFromJson(json, ownFusions);
	} catch {
		// A fusion of the user's that is not at hand: losses are known without it, only contributions are not.
		return undefined;
	}
}

/** Queries that are fused again to see whether the kept legs give the kept ranking. */
const TRIED = 20;

function repeats(kept: KeptRun & { readonly pipeline: Pipeline }): boolean {
	return kept.rankings.slice(0, TRIED).every((ranking, queryIndex) => {
		const again = [...fusedRanks(kept.pipeline, kept, queryIndex).keys()].slice(0, ranking.docs.length);
		return again.every((docIndex, i) => docIndex === ranking.docs[i]);
	});
}

function legOf(json: JsonObject | undefined, name: string): { weight: number; depth: number } | undefined {
	const legs = json?.legs as unknown as readonly { name: string; weight: number; depth: number }[] | undefined;
	return legs?.find((leg) => leg.name === name);
}

function cut({ docs, scores }: IndexedRanking, depth: number): IndexedRanking {
	return docs.length <= depth ? { docs, scores } : { docs: docs.slice(0, depth), scores: scores.slice(0, depth) };
}
