import type { Dataset } from '../../../harness/contract.ts';
import { loadDataset } from '../../../harness/datasets/load.ts';
import { BenchError } from '../../../harness/errors.ts';
import { type JudgmentsFile, standingJudgments } from '../../../harness/labels/judgments-file.ts';
import type { KnownPolicy } from '../../../harness/labels/merge.ts';
import { openJudgedTexts } from '../../open-judged-texts.ts';

/** The dataset that all of the files judged. */
export async function openTexts(files: readonly JudgmentsFile[], data: string | undefined): Promise<Dataset> {
	const [first] = files;
	if (first === undefined) throw new BenchError('usage', 'no judgments file was named');
	for (const { path, header } of files)
		if (header.dataset.texts_sha256 !== first.header.dataset.texts_sha256)
			throw new BenchError('data', `${path} and ${first.path} are judgments of different texts`);
	const dataset = await openJudgedTexts(first.header.dataset, data);
	const queries = new Set(dataset.queries.map(({ id }) => id));
	const docs = new Set(dataset.corpus.map(({ id }) => id));
	for (const { path, entries } of files)
		for (const { queryId, docId } of entries)
			if (!queries.has(queryId) || !docs.has(docId))
				throw new BenchError('data', `${path} judges document ${docId} for query ${queryId}, which the dataset lacks`);
	// Judgments of sensitive documents were left out for judging; what is written must not lose them.
	return dataset.sensitiveLeftOut === 0 ? dataset : loadDataset(dataset.directory, { sensitive: 'lexical-only' });
}

/** Why the grades that are brought together may not mean the same. */
export function mergeWarnings(
	files: readonly JudgmentsFile[],
	{ qrels }: Dataset,
	known: KnownPolicy,
): readonly string[] {
	const rubrics = new Map(files.map(({ header }) => [header.rubric.sha256, header.rubric.name]));
	const highest = (grades: Iterable<number>): number => [...grades].reduce((most, grade) => Math.max(most, grade), 0);
	const before = highest([...qrels.values()].flatMap((grades) => [...grades.values()]));
	const now = highest(files.flatMap(({ entries }) => standingJudgments(entries).map(({ grade }) => grade)));
	return [
		...(rubrics.size > 1
			? [
					`the files were judged by different rubrics (${[...rubrics.values()].join(', ')}): their grades may not mean the same`,
				]
			: []),
		...(known !== 'leave-out' && before > 0 && before !== now
			? [
					`the dataset's grades go up to ${before}, those of the files to ${now}: graded metrics (nDCG) will weigh them differently`,
				]
			: []),
	];
}
