import { corpusFeatures } from '../../harness/fusion/features.ts';
import { type AuditReport, auditToJson } from '../../harness/legs/audit/audit-json.ts';
import { auditKept, auditPipeline, auditStages, exactMatches } from '../../harness/legs/audit/index.ts';
import { renderAudit } from '../../harness/report/audit.ts';
import { indexFused } from '../../harness/run/index-fused.ts';
import { type KeepLegsOptions, keepLegs } from '../../harness/run/keep-legs.ts';
import { type DatasetFlags, indexContext, openDataset, type PlaceFlags } from '../open-dataset.ts';
import { openOneSystem } from '../open-one-system.ts';
import type { SystemFlags } from '../open-systems.ts';
import { type OutputFlags, openTerminal } from '../terminal.ts';

export interface AuditFlags extends OutputFlags, DatasetFlags, PlaceFlags, SystemFlags {
	readonly cutoff: number;
	readonly static?: boolean;
}

/** How much deeper than usual the legs are retrieved for the control of the same size. */
const DEEPER = 4;

/** `bench audit`: every leg and stage of one fused system. */
export async function auditSystem(flags: AuditFlags): Promise<void> {
	const terminal = await openTerminal(flags);
	const system = await openOneSystem(flags, 'audit');
	const dataset = await openDataset(flags, terminal);
	const wanted: KeepLegsOptions = { dataset, system, context: indexContext(dataset, flags, terminal) };
	const audit = flags.static === true ? auditBefore : auditAfter;
	const report: AuditReport = { system: system.name, cutoff: flags.cutoff, ...(await audit(wanted, flags)) };
	if (terminal.json) terminal.printJson(auditToJson(report));
	else terminal.print(renderAudit(report));
}

type Audited = Pick<AuditReport, 'legs' | 'stages'>;

async function auditBefore({ dataset, system, context }: KeepLegsOptions, { cutoff }: AuditFlags): Promise<Audited> {
	const fused = await indexFused(dataset, system, context);
	try {
		const corpus = corpusFeatures(dataset.corpus);
		return {
			legs: auditPipeline(fused.pipeline, { cutoff, corpus }),
			stages: auditStages(fused.pipeline, { corpus }),
		};
	} finally {
		fused.close?.();
	}
}

async function auditAfter(wanted: KeepLegsOptions, { cutoff, seed }: AuditFlags): Promise<Audited> {
	const { kept } = await keepLegs(wanted);
	const { kept: deeper } = await keepLegs({ ...wanted, deeper: DEEPER });
	return {
		legs: auditKept(kept, { cutoff, seed, deeper }),
		stages: auditStages(kept.pipeline, { corpus: corpusFeatures(kept.corpus), exactMatch: exactMatches(kept) }),
	};
}
