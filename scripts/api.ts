/**
 * What `import ... from 'recall-bench'` gives: the whole way from a dataset to a run folder, and the pieces that stand
 * on their own (metrics, statistics, fusion). Chosen, not everything.
 */
export { compareRuns } from '../harness/compare/compare-runs.ts';
export type { CompareOptions, Comparison, ComparisonRow } from '../harness/compare/comparison.ts';
export type { Verdict } from '../harness/compare/verdict.ts';
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
export { judgeGate } from '../harness/gate/gate.ts';
export type { GateLimits } from '../harness/gate/limits.ts';
export type { GateCheck, GateOptions, GateResult } from '../harness/gate/result.ts';
export { DEFAULT_METRICS, parseMetric, parseMetrics } from '../harness/metrics/index.ts';
export { type DatasetPower, type PowerRow, powerOf } from '../harness/power/dataset-power.ts';
export { POWER_DEFAULTS, type PowerOptions } from '../harness/power/options.ts';
export { type AssumedSpread, type PlanRow, planSizes } from '../harness/power/plan.ts';
export { randomStream } from '../harness/random.ts';
export { renderRuns } from '../harness/report/run.ts';
export { findRun, readRun } from '../harness/results/read.ts';
export type { Manifest, QueryScores, RunFolder, Summary, Timings } from '../harness/results/run-folder.ts';
export { writeRun } from '../harness/results/write.ts';
export { scoreRankings, summarise } from '../harness/scoring.ts';
export { benjaminiHochberg } from '../harness/stats/benjamini-hochberg.ts';
export { bootstrap } from '../harness/stats/bootstrap.ts';
export { effect } from '../harness/stats/effect.ts';
export { equivalence, nonInferiority } from '../harness/stats/equivalence.ts';
export { holm } from '../harness/stats/holm.ts';
export { type Mde, type MdeOptions, mde } from '../harness/stats/mde.ts';
export { pairedT } from '../harness/stats/paired-t.ts';
export { detectableEffect, power, queriesNeeded } from '../harness/stats/power.ts';
export { randomisationTest } from '../harness/stats/randomisation.ts';
export { findRetriever, RETRIEVERS as retrievers } from '../retrievers/index.ts';
export { resolveSystem, type SystemRequest } from '../retrievers/resolve-system.ts';
export { silentContext } from './silent-context.ts';
