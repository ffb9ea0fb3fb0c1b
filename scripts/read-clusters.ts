import type { Command, OptionValues } from '@commander-js/extra-typings';
import type { ClusterChoice } from '../harness/compare/align.ts';
import { readDataset } from '../harness/datasets/read-dataset.ts';
import { resolveDataset } from '../harness/datasets/resolve.ts';
import { BenchError } from '../harness/errors.ts';
import { own, unknownName } from '../harness/names.ts';
import type { RunFolder } from '../harness/run/folder/run-folder.ts';

// biome-ignore lint/suspicious/noExplicitAny: commander's own bound of argument types
type Arguments = any[];

export function addClusterFlag<A extends Arguments, F extends OptionValues, G extends OptionValues>(
	command: Command<A, F, G>,
) {
	return command.option(
		'--cluster <field>',
		'what makes queries belong together: scope, a field of queries.jsonl, or none (default: scope, where there is one)',
	);
}

/**
 * Reads the grouping of `--cluster`. A field other than `scope` is read from the queries of the run's dataset (`data`: where it
 * stands now); one that no query has is a BenchError.
 */
export async function readClusters(
	field: string | undefined,
	run: RunFolder,
	data?: string,
): Promise<ClusterChoice | undefined> {
	if (field === 'none') return 'none';
	const scoped = run.scores.some(({ scope }) => scope !== undefined);
	if (field === undefined) return undefined;
	if (field === 'scope') {
		if (scoped) return undefined;
		throw new BenchError('usage', `--cluster scope: the queries of ${run.path} have no scope`, {
			hint: 'Name a field of queries.jsonl, or leave the flag out.',
		});
	}
	if (field === 'stratum') return { field, of: new Map(run.scores.map(({ queryId, stratum }) => [queryId, stratum])) };
	const { directory } = resolveDataset(data ?? run.manifest.dataset.directory);
	const { queryRecords } = await readDataset(directory, 'leave-out');
	const of = new Map(
		queryRecords.flatMap(({ query, provenance }) => {
			const value = own(provenance, field) ?? own(provenance, `_${field}`);
			return value === undefined || value === null ? [] : [[query.id, JSON.stringify(value)] as const];
		}),
	);
	if (of.size > 0) return { field, of };
	const known = [...new Set(queryRecords.flatMap(({ provenance }) => Object.keys(provenance)))];
	throw unknownName('field', field, ['stratum', ...known], {
		message: `--cluster ${field}: no query of ${directory} has this field`,
	});
}
