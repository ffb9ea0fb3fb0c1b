import type { Dataset, IndexContext, Options, PlannedSending, RetrieverPlugin } from '../harness/contract.ts';
import { isFused } from '../harness/fusion/fused-retriever.ts';
import type { System } from '../harness/run/experiment.ts';
import { indexPlugin } from '../harness/run/index-plugin.ts';
import { DEFAULT_MOST_TOKENS, DryRunEnd } from '../retrievers/hosted/sending.ts';
import { type ContextFlags, type DatasetFlags, indexContext, openDataset } from './open-dataset.ts';
import { openSystems, type SystemFlags } from './open-systems.ts';
import type { Terminal } from './terminal.ts';

/** What a run would embed, and the most tokens that would be sent unasked. */
export interface SendingPlan {
	readonly planned: readonly PlannedSending[];
	readonly mostTokens: number;
}

/** What the systems of the flags would embed for their dataset. */
export async function planRuns(
	flags: SystemFlags & DatasetFlags & ContextFlags,
	terminal: Terminal,
): Promise<SendingPlan> {
	const systems = await openSystems(flags);
	const dataset = await openDataset(flags, terminal);
	return planSending(dataset, systems, indexContext(dataset, flags, terminal));
}

/**
 * What these systems would embed for a dataset, beyond what the cache and the dataset's own vectors hold. Only legs
 * and systems that have an embedder are opened, nothing is retrieved, and nothing is embedded or sent.
 */
async function planSending(dataset: Dataset, systems: readonly System[], context: IndexContext): Promise<SendingPlan> {
	const planned = new Map<string, PlannedSending>();
	const mostTokens = context.sending?.mostTokens ?? DEFAULT_MOST_TOKENS;
	// What two systems would embed with one model is embedded once.
	const plan = (each: PlannedSending): void => void planned.set(JSON.stringify(each), each);
	for (const { plugin, options } of systems) {
		// Each system says it anew: what it shares with another falls out by being equal.
		const questions = [...(context.questions ?? [])];
		const dry: IndexContext = { ...context, questions, sending: { mostTokens, plan } };
		await openDry(plugin, dataset, options, dry);
	}
	return { planned: [...planned.values()], mostTokens };
}

async function openDry(
	plugin: RetrieverPlugin,
	dataset: Dataset,
	options: Options,
	context: IndexContext,
): Promise<void> {
	if (!Object.keys(options).some((name) => name === 'embedder' || name.endsWith('.embedder'))) return;
	await untilDryEnd(async () => {
		const retriever = await indexPlugin(plugin, dataset.corpus, options, context);
		if (isFused(retriever))
			for (const leg of retriever.legs)
				if (Object.hasOwn(leg.options, 'embedder')) await untilDryEnd(async () => (await leg.open()).close?.());
		retriever.close?.();
	});
}

async function untilDryEnd(work: () => Promise<void>): Promise<void> {
	try {
		await work();
	} catch (error) {
		if (!(error instanceof DryRunEnd)) throw error;
	}
}
