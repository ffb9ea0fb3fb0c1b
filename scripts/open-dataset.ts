import type { Dataset, IndexContext, ScopeMode, SensitivePolicy } from '../harness/contract.ts';
import { loadDataset } from '../harness/datasets/load.ts';
import { resolveDataset } from '../harness/datasets/resolve.ts';
import { BenchError } from '../harness/errors.ts';
import { formatCount } from '../harness/report/numbers.ts';
import type { Terminal } from './terminal.ts';

export interface DatasetFlags {
	readonly data?: string;
	readonly strata?: readonly string[];
	readonly sensitive: string;
	readonly scopes?: ScopeMode;
	readonly asOf?: boolean;
}

export interface ContextFlags {
	readonly cacheDir: string;
	readonly resultsDir: string;
	readonly modelDir?: string;
	readonly seed: number;
	/** Tokens that may be sent to hosted models unasked. */
	readonly sendLimit?: number;
	/** Whether to send whatever they need. */
	readonly yes?: true | undefined;
	/** commander's `--no-query-cache` sets it to false. */
	readonly queryCache?: boolean;
}

const POLICIES: readonly SensitivePolicy[] = ['leave-out', 'lexical-only'];

/** Loads what `--data` names and says which dataset it is. */
export async function openDataset(flags: DatasetFlags, terminal: Terminal): Promise<Dataset> {
	const sensitive = POLICIES.find((policy) => policy === flags.sensitive);
	if (sensitive === undefined)
		throw new BenchError('usage', `--sensitive takes ${POLICIES.join(' or ')}, not "${flags.sensitive}"`);
	const resolved = resolveDataset(flags.data);
	const dataset = await loadDataset(resolved.directory, {
		sensitive,
		note: terminal.note,
		...(flags.scopes === undefined ? {} : { scopes: flags.scopes }),
		asOf: flags.asOf ?? false,
		...(flags.strata === undefined ? {} : { strata: flags.strata }),
	});
	const why =
		resolved.chosen === 'sample' && flags.data === undefined ? ', the sample: data/ holds no corpus here' : '';
	terminal.note(
		`dataset ${dataset.name} (${resolved.directory}${why}): ${formatCount(dataset.corpus.length)} documents, ${formatCount(dataset.queries.length)} queries`,
	);
	if (dataset.scopes !== undefined) terminal.note(scopeNote(dataset, flags.scopes === undefined));
	if (dataset.sensitiveLeftOut > 0)
		terminal.note(`${dataset.sensitiveLeftOut} sensitive documents are left out (--sensitive lexical-only keeps them)`);
	return dataset;
}

function scopeNote({ queries, scopes }: Dataset, byDefault: boolean): string {
	const count = new Set(queries.flatMap(({ scope }) => (scope === undefined ? [] : [scope]))).size;
	const asOf = scopes?.as_of === true ? '; documents newer than a query are not there for it' : '';
	const said = {
		separate: `every scope is a store of its own: ${formatCount(count)} stores${byDefault ? ' (--scopes separate, the default)' : ''}`,
		filtered: `one index, results filtered to the scope of each query (${formatCount(count)} scopes)`,
		shared:
			count === 0
				? 'queries have no scopes'
				: `WARNING: --scopes shared: ${formatCount(count)} scopes are searched as one corpus, which no user's store is; figures can't be set beside published ones`,
	};
	return said[scopes?.mode ?? 'shared'] + asOf;
}

export function indexContext(dataset: Dataset, flags: ContextFlags, terminal: Terminal): IndexContext {
	return {
		datasetDirectory: dataset.directory,
		cacheDirectory: flags.cacheDir,
		...(flags.modelDir === undefined ? {} : { modelDirectory: flags.modelDir }),
		queryCache: flags.queryCache !== false,
		...(dataset.scopes === undefined ? {} : { scopes: dataset.scopes.mode }),
		...sendingOf(flags),
		questions: dataset.queries.map(({ text }) => text),
		seed: flags.seed,
		progress: terminal.progress,
		note: terminal.note,
	};
}

/** The amount that the flags allow to be sent to hosted models; by default the default limit. */
function sendingOf({ yes, sendLimit }: ContextFlags): Pick<IndexContext, 'sending'> {
	if (yes === true) return { sending: { mostTokens: Number.POSITIVE_INFINITY } };
	return sendLimit === undefined ? {} : { sending: { mostTokens: sendLimit } };
}
