/**
 * What `import ... from 'recall-bench'` gives: the whole way from a dataset to a run folder, and the pieces that stand
 * on their own (metrics, statistics, fusion). Chosen, not everything.
 */
export type {
	Dataset,
	Doc,
	DocId,
	Embedder,
	Fusion,
	IndexContext,
	IndexedRanking,
	JudgedRanking,
	Metric,
	Options,
	Pool,
	Qrels,
	Query,
	QueryId,
	Ranking,
	RetrieveContext,
	Retriever,
	RetrieverPlugin,
	ScoredDoc,
} from '../harness/contract.ts';
export { type LoadOptions, loadDataset } from '../harness/datasets/load.ts';
export { BenchError } from '../harness/errors.ts';
export { type Experiment, type ExperimentOptions, runExperiment, type System } from '../harness/experiment.ts';
export { fusions } from '../harness/fusion/index.ts';
export { DEFAULT_METRICS, parseMetric, parseMetrics } from '../harness/metrics/index.ts';
export { randomStream } from '../harness/random.ts';
export { renderRuns } from '../harness/report/run.ts';
export { findRun, readRun } from '../harness/results/read.ts';
export type { Manifest, QueryScores, RunFolder, Summary, Timings } from '../harness/results/run-folder.ts';
export { writeRun } from '../harness/results/write.ts';
export { scoreRankings, summarise } from '../harness/scoring.ts';
export { findRetriever, RETRIEVERS as retrievers } from '../retrievers/index.ts';
export { resolveSystem, type SystemRequest } from '../retrievers/resolve-system.ts';
export { silentContext } from './silent-context.ts';
