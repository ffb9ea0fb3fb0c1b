import type { Command } from 'commander';
import type { EvalFlags } from '../actions/print-evaluation.ts';
import { addOutputFlags, positiveInteger } from '../flags.ts';

export function registerEval(program: Command): void {
	const command = program
		.command('eval')
		.summary('score a TREC run against TREC qrels')
		.description(
			'Scores a TREC run file against TREC qrels, without a dataset. Ties rank as in trec_eval. Queries that the run leaves unanswered score 0 and count; queries without relevant documents are left out and shown.',
		)
		.argument('<run.trec>', 'lines of: query Q0 doc rank score tag (plain or gzip)')
		.argument('<qrels>', 'lines of: query iteration doc grade')
		.option(
			'--metrics <names>',
			'comma-separated, also by the names of ir_measures and trec_eval, or official or all_trec\n(default: recall@5,recall@10,nDCG@10,MRR; with --trec-compat: official)',
		)
		.option('--level <grade>', 'the grade from which a document is relevant (-l of trec_eval)', positiveInteger, 1)
		.option('--by-query', 'a line per query too (-q of trec_eval)')
		.option('--trec-compat', 'rules and output of trec_eval')
		.option('--complete', 'with --trec-compat: unanswered queries count as 0 (-c of trec_eval)');
	addOutputFlags(command).action(async (run: string, qrels: string, flags: EvalFlags) => {
		const { printEvaluation } = await import('../actions/print-evaluation.ts');
		await printEvaluation(run, qrels, flags);
	});
}
