import { join } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import type { JsonObject } from '../../harness/contract.ts';
import { problemsOf } from '../../harness/datasets/problems.ts';
import { readQueries } from '../../harness/datasets/read-queries.ts';
import { auditData } from '../../harness/labels/audit/audit-data.ts';
import { parseMetrics } from '../../harness/metrics/index.ts';
import { dataAuditView } from '../../harness/report/labels/data-audit.ts';
import { addMetricsFlag, addOutputFlags, addResultsFlag, positiveInteger } from '../flags.ts';
import type { Io } from '../io.ts';
import { openRuns } from '../open-runs.ts';
import { openTerminal } from '../terminal.ts';

export function define(command: Command, io: Io): void {
	addOutputFlags(
		addResultsFlag(
			addMetricsFlag(
				command
					.argument('<runs...>', 'run folders, or their names under results/; the first one is the baseline')
					.option('--cutoff <k>', 'how deep to look: the top k', positiveInteger, 10)
					.option('--pool-depth <n>', 'depth of the pool that the pool-bias check imagines', positiveInteger, 20),
				'nDCG@k,recall@k; the first one is the headline',
			).option('--data <dir-or-name>', 'dataset (default: the one that the runs name)'),
		),
	)
		.description(
			'Looks at the labels under these runs: documents that nobody judged, what judged documents alone say, what a system that was not pooled would lose, near duplicates of relevant documents, labels that a system may have defined, shared words, queries that tell no system apart. One line each on what it means.',
		)
		.action(async (names, flags) => {
			const terminal = await openTerminal(flags, io);
			const metrics = parseMetrics(flags.metrics ?? [`nDCG@${flags.cutoff}`, `recall@${flags.cutoff}`]);
			const { dataset, runs } = await openRuns(names, flags, terminal);
			const shallow = runs.filter(({ run }) => run.manifest.depth < Math.max(flags.cutoff, flags.poolDepth));
			const audit = auditData({
				dataset,
				provenance: await provenanceOf(dataset.directory),
				runs: runs.map(({ label, rankings }) => ({ label, rankings })),
				cutoff: flags.cutoff,
				poolDepth: flags.poolDepth,
				metrics,
			});
			const warnings = shallow.map(
				({ label, run }) => `${label} returned only ${run.manifest.depth} documents per query: below that it has none`,
			);
			terminal.printView(dataAuditView(audit, { name: dataset.name, fingerprint: dataset.fingerprint }, warnings));
		});
}

/** The `_` keys of the queries, which take no part in scoring and are not kept with the dataset. */
async function provenanceOf(directory: string): Promise<ReadonlyMap<string, JsonObject>> {
	const { records } = await readQueries(join(directory, 'queries.jsonl'), problemsOf('queries.jsonl', []));
	return new Map(records.map(({ query, provenance }) => [query.id, provenance]));
}
