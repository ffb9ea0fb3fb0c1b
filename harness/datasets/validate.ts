import type { SensitivePolicy } from '../contract.ts';
import { fingerprint } from './fingerprint.ts';
import type { Problem } from './problems.ts';
import { readDataset } from './read-dataset.ts';

/** The result of `bench data validate`. */
export interface Validation {
	readonly directory: string;
	readonly docs: number;
	readonly queries: number;
	/** Queries with at least one judgment. */
	readonly judgedQueries: number;
	readonly sensitiveLeftOut: number;
	readonly errors: readonly Problem[];
	readonly warnings: readonly Problem[];
	/** Only where there is no error. */
	readonly fingerprint?: string;
}

/**
 * Checks a dataset and collects every problem.
 *
 * @throws BenchError `data` when there is no such folder or a file can't be read at all.
 */
export async function validateDataset(
	directory: string,
	sensitive: SensitivePolicy = 'leave-out',
): Promise<Validation> {
	const read = await readDataset(directory, sensitive);
	const errors = read.problems.filter(({ severity }) => severity === 'error');
	return {
		directory,
		docs: read.corpus.length,
		queries: read.queries.length,
		judgedQueries: read.qrels.size,
		sensitiveLeftOut: read.sensitiveLeftOut,
		errors,
		warnings: read.problems.filter(({ severity }) => severity === 'warning'),
		...(errors.length === 0 ? { fingerprint: fingerprint(read) } : {}),
	};
}
