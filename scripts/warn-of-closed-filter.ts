import { corpusFeatures } from '../harness/fusion/features.ts';
import { auditStages, filterReach, nothingPasses, passesNothing, queryMoments } from '../harness/legs/audit/index.ts';
import type { RunRecord } from '../harness/run/run-record.ts';
import type { Terminal } from './terminal.ts';

/** Scores of 0 for want of any document that passes a filter, a misspelt value as a rule, must not look like a finding. */
export function warnOfClosedFilter({ dataset, system, pipeline }: RunRecord, terminal: Terminal): void {
	if (pipeline === undefined) return;
	const reach = filterReach(pipeline, corpusFeatures(dataset.corpus));
	const corpus = corpusFeatures(dataset.corpus);
	for (const { evidence } of auditStages(pipeline, { corpus, moments: queryMoments(dataset.queries) }))
		for (const untested of evidence.slice(1)) terminal.warn(`${system.name}: ${untested}`);
	if (passesNothing(reach)) terminal.warn(`warning: ${system.name}: ${nothingPasses(reach)}`);
}
