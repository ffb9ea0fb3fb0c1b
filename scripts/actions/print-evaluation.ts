import type { Metric } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { DEFAULT_METRICS, parseMetrics } from '../../harness/metrics/index.ts';
import { evaluateAsTrecEval, evaluateRun } from '../../harness/run/eval.ts';
import { TREC_SETS, trecMeasureName } from '../../harness/run/trec/measures.ts';
import { type OutputFlags, openTerminal, type Terminal } from '../terminal.ts';

export interface EvalFlags extends OutputFlags {
	readonly metrics?: string;
	readonly level: number;
	readonly byQuery?: boolean;
	readonly trecCompat?: boolean;
	readonly complete?: boolean;
}

/** `bench eval`. */
export async function printEvaluation(run: string, qrels: string, flags: EvalFlags): Promise<void> {
	if (flags.complete && !flags.trecCompat)
		throw new BenchError('usage', '--complete goes with --trec-compat', {
			hint: 'Without it, unanswered queries count as 0 anyway.',
		});
	if (flags.level > 127) throw new BenchError('usage', `--level ${flags.level}: grades go up to 127`);
	const terminal = await openTerminal(flags);
	if (flags.trecCompat) await printTrecEval(terminal, run, qrels, flags);
	else await printOurs(terminal, run, qrels, flags);
}

async function printOurs(terminal: Terminal, run: string, qrels: string, flags: EvalFlags): Promise<void> {
	const metrics = parseMetrics(flags.metrics ?? DEFAULT_METRICS, { rel: flags.level });
	const names = metrics.map((metric) => metric.name);
	const evaluation = evaluateRun(run, qrels, metrics);
	const { scores, summary, unanswered, withoutQrels } = evaluation;
	if (terminal.json) {
		terminal.printJson({
			rules: 'recall-bench',
			queries: {
				scored: summary.overall.n,
				unanswered,
				unscored: summary.overall.unscored,
				without_qrels: withoutQrels,
			},
			metrics: summary.overall.metrics,
			...(flags.byQuery && {
				by_query: scores.map(({ queryId, relevant, metrics: values }) => ({
					query_id: queryId,
					relevant,
					metrics: values ?? null,
				})),
			}),
		});
		return;
	}
	const { evaluationNotes, renderEvaluation } = await import('../../harness/report/eval.ts');
	terminal.print(renderEvaluation(evaluation, names, flags.byQuery === true));
	for (const note of evaluationNotes(evaluation)) terminal.note(note);
}

async function printTrecEval(terminal: Terminal, run: string, qrels: string, flags: EvalFlags): Promise<void> {
	const set = TREC_SETS[flags.metrics ?? 'official'];
	const metrics = parseMetrics(set ?? flags.metrics ?? [], { rel: flags.level });
	requireOneLevel(metrics, flags.level);
	const { runId, queries, total } = evaluateAsTrecEval(run, qrels, metrics, {
		complete: flags.complete === true,
		level: flags.level,
	});
	const names = metrics.map((metric) => trecMeasureName(metric.name));
	if (terminal.json) {
		const named = (values: Float64Array) => Object.fromEntries(names.map((name, i) => [name, values[i]]));
		terminal.printJson({
			rules: 'trec_eval',
			run_id: runId,
			queries: { scored: queries.length },
			metrics: named(total.values),
			...(flags.byQuery && {
				by_query: queries.map(({ queryId, relevant, values }) => ({
					query_id: queryId,
					relevant,
					metrics: named(values),
				})),
			}),
		});
		return;
	}
	const { renderTrecEval } = await import('../../harness/report/trec-eval.ts');
	terminal.print(
		renderTrecEval({ runId, queries, total }, names, { byQuery: flags.byQuery === true, counts: set !== undefined }),
	);
}

/** trec_eval has one level for all measures, and its names don't show it. */
function requireOneLevel(metrics: readonly Metric[], level: number): void {
	for (const { name } of metrics) {
		const own = /\brel=(\d+)/.exec(name)?.[1];
		if (own !== undefined && Number(own) !== level)
			throw new BenchError('usage', `metric ${name}: trec_eval has one relevance level for all measures`, {
				hint: `Give it as --level ${own}.`,
			});
	}
}
