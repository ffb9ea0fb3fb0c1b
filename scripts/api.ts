/**
 * The exports of `import ... from 'recall-bench'`: the whole way from a dataset to a run folder, and the pieces that stand
 * on their own (metrics, statistics, fusion). Chosen, not everything.
 */
export { compareRuns } from '../harness/compare/compare-runs.ts';
export type { CompareOptions, Comparison, ComparisonRow } from '../harness/compare/comparison.ts';
export { judgeGate } from '../harness/compare/gate/gate.ts';
export type { GateLimits } from '../harness/compare/gate/limits.ts';
export type { GateCheck, GateOptions, GateResult } from '../harness/compare/gate/result.ts';
export { type DatasetPower, type PowerRow, powerOf } from '../harness/compare/power/dataset-power.ts';
export { POWER_DEFAULTS, type PowerOptions } from '../harness/compare/power/options.ts';
export { type AssumedSpread, type PlanRow, planSizes } from '../harness/compare/power/plan.ts';
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
	OptionSpec,
	OptionSpecs,
	Options,
	OptionValues,
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
export { fusions } from '../harness/fusion/index.ts';
export { DEFAULT_METRICS, parseMetric, parseMetrics } from '../harness/metrics/index.ts';
export { defaultsOf, option } from '../harness/options.ts';
export { randomStream } from '../harness/random.ts';
export { FORMAT_NAMES, formats } from '../harness/report/formats/index.ts';
export { runsView } from '../harness/report/runs/run.ts';
export type { View } from '../harness/report/view.ts';
export { type Experiment, type ExperimentOptions, runExperiment, type System } from '../harness/run/experiment.ts';
export { findRun } from '../harness/run/folder/find-run.ts';
export { readRun } from '../harness/run/folder/read.ts';
export type { Manifest, RunFolder } from '../harness/run/folder/run-folder.ts';
export { writeRun } from '../harness/run/folder/write.ts';
export type { QueryPolicy } from '../harness/run/query-policy.ts';
export type { QueryScores, Summary } from '../harness/run/scores.ts';
export { scoreRankings, summarise } from '../harness/run/scoring.ts';
export type { Timings } from '../harness/run/timings.ts';
export { benjaminiHochberg } from '../harness/stats/benjamini-hochberg.ts';
export { bootstrap } from '../harness/stats/bootstrap.ts';
export { effect } from '../harness/stats/effect.ts';
export { equivalence, nonInferiority } from '../harness/stats/equivalence.ts';
export { holm } from '../harness/stats/holm.ts';
export { type Mde, type MdeOptions, mde } from '../harness/stats/mde.ts';
export { pairedT } from '../harness/stats/paired-t.ts';
export { minimumDetectableEffect, power, queriesNeeded } from '../harness/stats/power.ts';
export { randomisationTest } from '../harness/stats/randomisation.ts';
export type { CorpusLine } from '../retrievers/corpus-line.ts';
export { findRetriever, RETRIEVERS as retrievers } from '../retrievers/index.ts';
export { resolveSystem, type SystemRequest } from '../retrievers/resolve-system.ts';
export { loadMetrics, type UserMetric } from '../retrievers/user/user-metric.ts';
export type { UserRetriever, UserSearch } from '../retrievers/user/user-shape.ts';
export { silentContext } from './silent-context.ts';
