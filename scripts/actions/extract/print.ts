import type { JsonObject } from '../../../harness/contract.ts';
import { formatCount } from '../../../harness/report/numbers.ts';
import { renderTable } from '../../../harness/report/table.ts';
import type { Usage } from '../../llm/chat.ts';
import type { Prices } from '../../llm/cost.ts';
import type { Terminal } from '../../terminal.ts';
import type { ExtractionOutcome } from './extract.ts';
import { type ExtractionPlan, estimate } from './plan.ts';
import { extractionRequest, SYNTHETIC_DOC } from './prompt.ts';

/** What an extraction came to, and every document that it could not read. */
export function printExtraction(
	path: string,
	counts: Readonly<Record<string, number>>,
	{ setAside, repairs }: ExtractionOutcome,
	usage: Usage,
	terminal: Terminal,
): void {
	if (terminal.json) {
		terminal.printJson({ triples: path, counts, repairs, set_aside: setAside, usage: usageToJson(usage) });
		return;
	}
	const rows = [
		...Object.entries(counts),
		...Object.entries(repairs).map(([name, count]) => [`answers mended: ${name}`, count] as const),
		...Object.entries(usage.retries).map(([name, count]) => [`tried again: ${name}`, count] as const),
		['calls', usage.calls] as const,
		['prompt tokens', usage.promptTokens] as const,
		['answer tokens', usage.completionTokens] as const,
	];
	terminal.print(
		renderTable(
			[{ header: 'extraction' }, { header: 'count', align: 'right' }],
			rows.map(([name, count]) => [name.replaceAll('_', ' '), formatCount(count)]),
		),
	);
	terminal.print(`\n${path}`);
	for (const { id, reason } of setAside) terminal.warn(`set aside: document ${id}: ${reason}`);
	if (setAside.length > 0) terminal.warn('the same command asks for those again');
}

export function usageToJson(usage: Usage): JsonObject {
	return {
		calls: usage.calls,
		attempts: usage.attempts,
		retries: usage.retries,
		prompt_tokens: usage.promptTokens,
		completion_tokens: usage.completionTokens,
	};
}

/** Nothing is sent, and the prompt shown is that of a document of nobody. */
export function printDryRun(plan: ExtractionPlan, prices: Prices, terminal: Terminal): void {
	const { calls, promptTokens, completionTokens, cost } = estimate(plan, prices);
	const { system, user } = extractionRequest([{ doc: SYNTHETIC_DOC, text: SYNTHETIC_DOC.content }], 0);
	if (terminal.json) {
		terminal.printJson({
			dry_run: true,
			documents: plan.docs.length,
			known_before: plan.docs.filter(({ known }) => known !== undefined).length,
			calls,
			estimated_prompt_tokens: promptTokens,
			estimated_completion_tokens: completionTokens,
			estimated_cost: cost ?? null,
			prompt: { system, user },
		});
		return;
	}
	terminal.print(
		renderTable(
			[{ header: 'would be asked' }, { header: '', align: 'right' }],
			[
				['documents', formatCount(plan.batches.reduce((sum, batch) => sum + batch.length, 0))],
				['calls', formatCount(calls)],
				['prompt tokens, about', formatCount(promptTokens)],
				['answer tokens, about', formatCount(completionTokens)],
				['cost, about', cost === undefined ? 'give --price-in and --price-out' : cost.toFixed(2)],
			],
		),
	);
	terminal.print(`\nThe prompt, with an invented document:\n\n${system}\n\n${user}`);
}
