import { countCell } from '../../../harness/report/cells.ts';
import { receiptView } from '../../../harness/report/receipt.ts';
import { toJsonObject } from '../../../harness/report/snake-case.ts';
import { type Cell, type View, viewTable } from '../../../harness/report/view.ts';
import type { Usage } from '../../llm/chat.ts';
import type { Prices } from '../../llm/cost.ts';
import type { ExtractionOutcome } from './extract.ts';
import { type ExtractionPlan, estimate } from './plan.ts';
import { extractionRequest, SYNTHETIC_DOC } from './prompt.ts';

/** The outcome of an extraction, and every document that it could not read. */
export function extractionView(
	path: string,
	counts: Readonly<Record<string, number>>,
	{ setAside, repairs }: ExtractionOutcome,
	usage: Usage,
): View {
	return receiptView({
		kind: 'extraction',
		title: `Extraction to ${path}`,
		answer: [path],
		counts: [
			...Object.entries(counts).map(([name, count]) => [name.replaceAll('_', ' '), count] as const),
			...Object.entries(repairs).map(([name, count]) => [`answers mended: ${name}`, count] as const),
			...Object.entries(usage.retries).map(([name, count]) => [`tried again: ${name}`, count] as const),
			['calls', usage.calls],
			['prompt tokens', usage.promptTokens],
			['answer tokens', usage.completionTokens],
		],
		data: toJsonObject({
			triples: path,
			counts,
			repairs: new Map(Object.entries(repairs)),
			setAside,
			usage: { ...usage, retries: new Map(Object.entries(usage.retries)) },
		}),
	});
}

/** Nothing is sent, and the prompt shown is that of a document of nobody. */
export function dryRunView(plan: ExtractionPlan, prices: Prices): View {
	const { calls, promptTokens, completionTokens, cost } = estimate(plan, prices);
	const { system, user } = extractionRequest([{ doc: SYNTHETIC_DOC, text: SYNTHETIC_DOC.content }], 0);
	const documents = plan.batches.reduce((sum, batch) => sum + batch.length, 0);
	return {
		kind: 'extraction_plan',
		title: 'What would be asked',
		answer: [],
		warnings: [],
		sections: [
			{
				name: 'plan',
				table: viewTable<readonly [string, Cell]>(
					[
						{ key: 'what', header: 'would be asked', identifies: true, cell: ([what]) => what },
						{ key: 'count', header: '', align: 'right', cell: ([, cell]) => cell },
					],
					[
						['documents', countCell(documents)],
						['calls', countCell(calls)],
						['prompt tokens, about', countCell(promptTokens)],
						['answer tokens, about', countCell(completionTokens)],
						['cost, about', costCell(cost)],
					],
				),
			},
			{
				name: 'prompt',
				title: 'The prompt, with an invented document:',
				findings: [...system.split('\n'), '', ...user.split('\n')],
			},
		],
		notes: [],
		data: toJsonObject({
			dry_run: true,
			documents: plan.docs.length,
			known_before: plan.docs.filter(({ known }) => known !== undefined).length,
			calls,
			estimated_prompt_tokens: promptTokens,
			estimated_completion_tokens: completionTokens,
			estimated_cost: cost ?? null,
			prompt: { system, user },
		}),
	};
}

function costCell(cost: number | undefined): Cell {
	if (cost === undefined) return { text: 'give --price-in and --price-out', value: null };
	return { text: cost.toFixed(2), value: cost };
}
