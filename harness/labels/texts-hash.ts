import type { Dataset } from '../contract.ts';
import { fingerprint } from '../datasets/fingerprint.ts';

/**
 * sha-256 (hex) of a dataset's documents and queries without its judgments: what a judge reads. It stays the same when
 * new judgments are merged in, which the dataset's own fingerprint does not.
 */
export function textsHash({ corpus, queries }: Pick<Dataset, 'corpus' | 'queries'>): string {
	return fingerprint({ corpus, queries, qrels: new Map() });
}
