import type { Command } from '@commander-js/extra-typings';
import type { Metric } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { DEFAULT_METRICS } from '../../harness/metrics/index.ts';
import { evaluationView, trecEvaluationView } from '../../harness/report/runs/eval.ts';
import { renderTrecEval } from '../../harness/report/runs/trec-eval.ts';
import { evaluateAsTrecEval, evaluateRun } from '../../harness/run/eval.ts';
import { TREC_SETS, trecMeasureName } from '../../harness/run/trec/measures.ts';
import { loadMetrics } from '../../retrievers/user/user-metric.ts';
import { addMetricsFlag, addOutputFlags, positiveInteger } from '../flags.ts';
import type { Io } from '../io.ts';
import { readReportRequests } from '../report-requests.ts';
import { type OutputFlags, openTerminal, type Terminal } from '../terminal.ts';

export function define(command: Command, io: Io): void {
	addOutputFlags(
		addMetricsFlag(command, `${DEFAULT_METRICS.join(',')}; with --trec-compat: official`)
			.option('--level <grade>', 'the grade from which a document is relevant (-l of trec_eval)', positiveInteger, 1)
			.option('--by-query', 'a line per query too (-q of trec_eval)')
			.option('--trec-compat', 'rules and output of trec_eval; other formats of the same numbers with --format')
			.option('--complete', 'with --trec-compat: unanswered queries count as 0 (-c of trec_eval)'),
	)
		.description(
			'Scores a TREC run file against TREC qrels, without a dataset. Ties rank as in trec_eval. Queries that the run leaves unanswered score 0 and count; queries without relevant documents are left out and shown. Metrics may also have the names of ir_measures and trec_eval; official and all_trec are whole sets.',
		)
		.argument('<run.trec>', 'lines of: query Q0 doc rank score tag (plain or gzip)')
		.argument('<qrels>', 'lines of: query iteration doc grade')
		.action(async (run, qrels, flags) => {
			if (flags.complete && !flags.trecCompat)
				throw new BenchError('usage', '--complete goes with --trec-compat', {
					hint: 'Without it, unanswered queries count as 0 anyway.',
				});
			if (flags.level > 127) throw new BenchError('usage', `--level ${flags.level}: grades go up to 127`);
			const terminal = await openTerminal(flags, io);
			if (flags.trecCompat) await printTrecEval(terminal, run, qrels, flags);
			else {
				const metrics = await loadMetrics(flags.metrics ?? DEFAULT_METRICS, { rel: flags.level });
				const names = metrics.map((metric) => metric.name);
				terminal.printView(evaluationView(evaluateRun(run, qrels, metrics), names, flags.byQuery === true));
			}
		});
}

interface TrecFlags extends OutputFlags {
	readonly metrics?: readonly string[];
	readonly level: number;
	readonly byQuery?: true;
	readonly complete?: true;
}

async function printTrecEval(terminal: Terminal, run: string, qrels: string, flags: TrecFlags): Promise<void> {
	const { metrics: asked = ['official'], level } = flags;
	const set = asked.length === 1 ? TREC_SETS[asked[0] as string] : undefined;
	const metrics = await loadMetrics(set ?? asked, { rel: level });
	requireOneLevel(metrics, level);
	const byQuery = flags.byQuery === true;
	const evaluation = evaluateAsTrecEval(run, qrels, metrics, { complete: flags.complete === true, level });
	const names = metrics.map((metric) => trecMeasureName(metric.name));
	const requests = readReportRequests(flags);
	// trec_eval's own text stands where a table would.
	const plain = requests.every(({ format, file }) => format === 'table' && file === undefined);
	if (plain) terminal.print(renderTrecEval(evaluation, names, { byQuery, counts: set !== undefined }));
	else terminal.printView(trecEvaluationView(evaluation, names, byQuery));
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
