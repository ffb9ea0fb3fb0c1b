import type { Command } from '@commander-js/extra-typings';
import { corpusFeatures } from '../../harness/fusion/features.ts';
import {
	auditKept,
	auditPipeline,
	auditStages,
	exactMatches,
	idleStages,
	queryMoments,
} from '../../harness/legs/audit/index.ts';
import { LEG_VERDICTS } from '../../harness/legs/audit/verdicts.ts';
import { parseMetrics } from '../../harness/metrics/parse.ts';
import { auditView } from '../../harness/report/audit/audit.ts';
import type { AuditReport } from '../../harness/report/audit/audit-data.ts';
import { rerankFacts } from '../../harness/run/folder/rerank-facts.ts';
import { indexFused } from '../../harness/run/index-fused.ts';
import { type KeepLegsOptions, keepLegs } from '../../harness/run/keep-legs.ts';
import { rerankReach } from '../../harness/run/rerank-reach.ts';
import { addDatasetFlags, addDirectoryFlags, addOutputFlags, addSystemFlags, positiveInteger } from '../flags.ts';
import type { Io } from '../io.ts';
import { indexContext, openDataset } from '../open-dataset.ts';
import { openOneSystem } from '../open-one-system.ts';
import { openTerminal } from '../terminal.ts';

/** How much deeper than usual the legs are retrieved for the control of the same size. */
const DEEPER = 4;

export function define(command: Command, io: Io): void {
	addOutputFlags(
		addDirectoryFlags(
			addSystemFlags(addDatasetFlags(command))
				.option('--cutoff <k>', 'the K of "top K"', positiveInteger, 10)
				.option('--static', 'only what can be said without retrieving'),
		),
	)
		.description(
			'Pushes extreme rankings through the fusion that runs and says for each leg whether its documents can enter the top K, from which weight, and whether it can reorder anything, with the rankings that show it. Then measures what each leg did on the dataset, beside a control of the same size, a placebo and the best possible order.',
		)
		.addHelpText('after', `\nVerdicts, the first that holds:\n${glossary()}`)
		.action(async (flags) => {
			const terminal = await openTerminal(flags, io);
			const system = await openOneSystem(flags, 'audit');
			const dataset = await openDataset(flags, terminal);
			const wanted: KeepLegsOptions = { dataset, system, context: indexContext(dataset, flags, terminal) };
			const found = await (flags.static === true ? auditBefore(wanted, flags) : auditAfter(wanted, flags));
			terminal.printView(auditView({ system: system.name, cutoff: flags.cutoff, ...found }));
		});
}

type Audited = Pick<AuditReport, 'legs' | 'stages' | 'rerank'>;

async function auditBefore(
	{ dataset, system, context }: KeepLegsOptions,
	{ cutoff }: { readonly cutoff: number },
): Promise<Audited> {
	const fused = await indexFused(dataset, system, context);
	try {
		const corpus = corpusFeatures(dataset.corpus);
		return {
			legs: auditPipeline(fused.pipeline, { cutoff, corpus }),
			stages: auditStages(fused.pipeline, { corpus, moments: queryMoments(dataset.queries) }),
		};
	} finally {
		fused.close?.();
	}
}

async function auditAfter(
	wanted: KeepLegsOptions,
	{ cutoff, seed }: { readonly cutoff: number; readonly seed: number },
): Promise<Audited> {
	const { kept } = await keepLegs(wanted);
	const reach = rerankReach(kept, parseMetrics([`recall@${cutoff}`, `nDCG@${cutoff}`, `RR@${cutoff}`]), cutoff);
	const { kept: deeper } = await keepLegs({ ...wanted, deeper: DEEPER, unscored: true });
	return {
		legs: auditKept(kept, { cutoff, seed, deeper }),
		stages: auditStages(kept.pipeline, {
			corpus: corpusFeatures(kept.corpus),
			exactMatch: exactMatches(kept),
			moments: queryMoments(kept.queries),
			idle: idleStages(kept),
		}),
		...(reach === undefined
			? {}
			: { rerank: { rerank: rerankFacts(reach), timings: { perQuery: reach.cost, pairs: reach.pairs } } }),
	};
}

function glossary(): string {
	return Object.entries(LEG_VERDICTS)
		.map(([verdict, meaning]) => `  ${verdict.padEnd(20)}${meaning}`)
		.join('\n');
}
