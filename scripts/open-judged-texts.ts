import type { Dataset } from '../harness/contract.ts';
import { loadDataset } from '../harness/datasets/load.ts';
import { resolveDataset } from '../harness/datasets/resolve.ts';
import { BenchError } from '../harness/errors.ts';
import type { JudgedTexts } from '../harness/labels/pool-file.ts';
import { textsHash } from '../harness/labels/texts-hash.ts';

/**
 * The dataset whose documents and queries a judging file names, from where it says or from `--data`.
 *
 * @throws BenchError `data` where the texts there are others: the ids would stand for something else than was judged.
 */
export async function openJudgedTexts(texts: JudgedTexts, data: string | undefined): Promise<Dataset> {
	const { directory } = resolveDataset(data ?? texts.directory);
	const dataset = await loadDataset(directory, { sensitive: texts.sensitive });
	if (textsHash(dataset) === texts.texts_sha256) return dataset;
	throw new BenchError('data', `the texts in ${directory} are not those that the file's ids belong to`, {
		hint: 'Documents or queries changed since, or it is another dataset: name the right one with --data, or pool again.',
	});
}
