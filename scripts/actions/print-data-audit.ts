import { join } from 'node:path';
import type { JsonObject } from '../../harness/contract.ts';
import { problemsOf } from '../../harness/datasets/problems.ts';
import { readQueries } from '../../harness/datasets/read-queries.ts';
import { auditData } from '../../harness/labels/audit/audit-data.ts';
import type { Weight } from '../../harness/labels/audit/finding.ts';
import { parseMetrics } from '../../harness/metrics/index.ts';
import { renderDataAudit } from '../../harness/report/data-audit.ts';
import { openRuns } from '../open-runs.ts';
import { type OutputFlags, openTerminal, type Terminal } from '../terminal.ts';

export interface AuditDataFlags extends OutputFlags {
	readonly cutoff: number;
	readonly poolDepth: number;
	readonly metrics?: string;
	readonly data?: string;
	readonly resultsDir: string;
}

/** `bench audit-data`. */
export async function printDataAudit(names: readonly string[], flags: AuditDataFlags): Promise<void> {
	const terminal = await openTerminal(flags);
	const metrics = parseMetrics(flags.metrics ?? `nDCG@${flags.cutoff},recall@${flags.cutoff}`);
	const { dataset, runs } = await openRuns(names, flags, terminal);
	const shallow = runs.filter(({ run }) => run.manifest.depth < Math.max(flags.cutoff, flags.poolDepth));
	for (const { label, run } of shallow)
		terminal.warn(`warning: ${label} returned only ${run.manifest.depth} documents per query: below that it has none`);
	const audit = auditData({
		dataset,
		provenance: await provenanceOf(dataset.directory),
		runs: runs.map(({ label, rankings }) => ({ label, rankings })),
		cutoff: flags.cutoff,
		poolDepth: flags.poolDepth,
		metrics,
	});
	if (terminal.json) {
		const { baseline, others, headline, checks } = audit;
		terminal.printJson({
			dataset: { name: dataset.name, fingerprint: dataset.fingerprint },
			baseline,
			others,
			headline,
			checks: checks.map(({ name, title, findings }) => ({ check: name, title, findings })),
		});
		return;
	}
	terminal.print(`dataset   ${dataset.name} (${dataset.fingerprint.slice(0, 12)})`);
	terminal.print(renderDataAudit(audit, (weight, text) => terminal.style(COLOURS[weight], text)));
}

const COLOURS = { fine: 'dim', caution: 'yellow', limit: 'red' } as const satisfies Record<
	Weight,
	Parameters<Terminal['style']>[0]
>;

/** The `_` keys of the queries, which take no part in scoring and are not kept with the dataset. */
async function provenanceOf(directory: string): Promise<ReadonlyMap<string, JsonObject>> {
	const { records } = await readQueries(join(directory, 'queries.jsonl'), problemsOf('queries.jsonl', []));
	return new Map(records.map(({ query, provenance }) => [query.id, provenance]));
}
