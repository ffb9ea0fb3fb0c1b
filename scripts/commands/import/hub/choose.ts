import { BenchError } from '../../../../harness/errors.ts';
import type { HubFile } from './repository.ts';

/** The files of a dataset: parts of the corpus, parts of the queries, and the judgments of every split. */
export interface ChosenFiles {
	readonly corpus: readonly HubFile[];
	readonly queries: readonly HubFile[];
	readonly qrels: ReadonlyMap<string, readonly HubFile[]>;
}

/** In the order of preference: where a repository has several, one kind is read. */
const ROW_KINDS = ['jsonl', 'jsonl.gz', 'parquet'];
const QREL_KINDS = ['tsv', 'tsv.gz', ...ROW_KINDS];
const SPLITS = ['train', 'dev', 'validation', 'val', 'test'];

/**
 * Picks the files by the layouts in use: `corpus.jsonl.gz` beside `queries.jsonl.gz` (BeIR), folders `corpus/` and
 * `queries/` of parquet or jsonl (BeIR, MTEB), judgments as `<split>.tsv` in the repository `<name>-qrels` (BeIR), or as
 * `qrels/<split>.*`, `data/<split>-*` or `default/<split>-*` beside them (MTEB).
 */
export function chooseFiles(
	repository: string,
	files: readonly HubFile[],
	sibling: readonly HubFile[] | undefined,
): ChosenFiles {
	const corpus = partsOf('corpus', files);
	const queries = partsOf('queries', files);
	const beside = qrelsIn(sibling ?? [], /^(?:(?:qrels|default|data)\/)?/);
	const qrels = beside.size > 0 ? beside : qrelsIn(files, /^(?:(?:qrels|default|data)\/)/);
	const missing = [
		...(corpus.length === 0 ? ['corpus'] : []),
		...(queries.length === 0 ? ['queries'] : []),
		...(qrels.size === 0 ? [`judgments (nor has ${repository}-qrels)`] : []),
	];
	if (missing.length > 0)
		throw new BenchError('data', `${repository} has no ${missing.join(', no ')}`, {
			hint: 'Datasets of the form of BEIR can be read: corpus and queries as jsonl, jsonl.gz or parquet, judgments by split.',
		});
	return { corpus, queries, qrels };
}

function partsOf(role: string, files: readonly HubFile[]): readonly HubFile[] {
	for (const kind of ROW_KINDS) {
		const pattern = new RegExp(`^(?:${role}/[^/]+|(?:data/)?${role}(?:-[^/]*)?)\\.${kind.replaceAll('.', '\\.')}$`);
		const found = files.filter(({ path }) => pattern.test(path));
		if (found.length > 0) return found.toSorted((x, y) => (x.path < y.path ? -1 : 1));
	}
	return [];
}

function qrelsIn(files: readonly HubFile[], folder: RegExp): ReadonlyMap<string, readonly HubFile[]> {
	for (const kind of QREL_KINDS) {
		const pattern = new RegExp(`${folder.source}(${SPLITS.join('|')})(?:-[^/]*)?\\.${kind.replaceAll('.', '\\.')}$`);
		const bySplit = new Map<string, HubFile[]>();
		for (const file of files) {
			const split = pattern.exec(file.path)?.[1];
			if (split !== undefined) bySplit.set(split, [...(bySplit.get(split) ?? []), file]);
		}
		if (bySplit.size > 0) return bySplit;
	}
	return new Map();
}
