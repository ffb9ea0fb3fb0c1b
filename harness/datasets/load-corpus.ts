import { join } from 'node:path';
import type { Doc } from '../contract.ts';
import { markCopies } from './mark-copies.ts';
import { datasetError, type Problem, problemsOf } from './problems.ts';
import { readCorpus } from './read-corpus.ts';

/** The documents of a corpus that may be shown to a model or a person elsewhere. */
export interface OpenCorpus {
	/** In file order. */
	readonly corpus: readonly Doc[];
	readonly sensitiveLeftOut: number;
	/** Documents that are not marked, but hold the text of one that is, or nearly that: left out as well. */
	readonly copiesLeftOut: number;
}

/**
 * Loads corpus.jsonl alone, without what is sensitive: for work that comes before there are queries.
 *
 * @throws BenchError `data` with the problems at file:line
 */
export async function loadOpenCorpus(directory: string): Promise<OpenCorpus> {
	const problems: Problem[] = [];
	const { records } = await readCorpus(join(directory, 'corpus.jsonl'), problemsOf('corpus.jsonl', problems));
	const errors = problems.filter(({ severity }) => severity === 'error');
	if (errors.length > 0) throw datasetError(directory, errors);
	const docs = records.map(({ doc }) => doc);
	const { docs: marked, copies } = markCopies(docs);
	const corpus = marked.filter((doc) => !doc.sensitive);
	return { corpus, sensitiveLeftOut: docs.length - corpus.length - copies, copiesLeftOut: copies };
}
