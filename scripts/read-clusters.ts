import type { Command, OptionValues } from '@commander-js/extra-typings';
import type { ClusterChoice } from '../harness/compare/cluster-choice.ts';
import type { Dataset, QueryId } from '../harness/contract.ts';
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

/** The queries that `--cluster` groups, and where the other fields of them are. */
export interface ClusterSource {
	/** What errors call it: a run or a dataset. */
	readonly name: string;
	/** The dataset's folder. */
	readonly directory: string;
	readonly queries: readonly {
		readonly queryId: QueryId;
		readonly stratum: string;
		readonly scope?: string | undefined;
	}[];
}

/** `data`: where the run's dataset stands now; default: where its manifest says. */
export function runAsClusterSource({ path, manifest, scores }: RunFolder, data?: string): ClusterSource {
	return { name: path, directory: data ?? manifest.dataset.directory, queries: scores };
}

export function datasetAsClusterSource({ directory, queries }: Pick<Dataset, 'directory' | 'queries'>): ClusterSource {
	return {
		name: directory,
		directory,
		queries: queries.map(({ id, stratum, scope }) => ({ queryId: id, stratum, scope })),
	};
}

/**
 * Reads the grouping of `--cluster`. A field other than `scope` and `stratum` is read from the dataset's queries.jsonl; one that
 * no query has is a BenchError.
 */
export async function readClusters(
	field: string | undefined,
	source: ClusterSource,
): Promise<ClusterChoice | undefined> {
	if (field === undefined) return undefined;
	if (field === 'none') return 'none';
	const { name, queries } = source;
	if (field === 'scope') {
		if (queries.some(({ scope }) => scope !== undefined)) return undefined;
		throw new BenchError('usage', `--cluster scope: the queries of ${name} have no scope`, {
			hint: 'Name a field of queries.jsonl, or leave the flag out.',
		});
	}
	if (field === 'stratum') return { field, of: new Map(queries.map(({ queryId, stratum }) => [queryId, stratum])) };
	const { directory } = resolveDataset(source.directory);
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
