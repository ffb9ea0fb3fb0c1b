import type { EmbedRole, JsonObject } from '../../../harness/contract.ts';
import { fillMatrix, vectorSearch } from '../../dense/vector-search.ts';
import { asStored, type Storage } from './storage.ts';

/** More queries than this tell nothing more. */
const QUERIES = 300;
const CUTOFF = 10;

/**
 * What rounding vectors loses, on these documents and the folder's first queries: the share of the exact top 10 that is
 * still in the top 10 when documents and queries are rounded, and how far the cosine of a vector with itself rounded is
 * from 1, mean and most. The metric it costs is what a run with the rounded vectors says.
 *
 * @param whole - a vector of length 1, not rounded
 */
export function storageLoss(
	storage: Storage,
	documents: readonly string[],
	queries: readonly string[],
	whole: (role: EmbedRole, id: string) => Float32Array,
): JsonObject {
	const asked = queries.slice(0, QUERIES).map((id) => whole('query', id));
	const dimensions = asked[0]?.length ?? 0;
	let sum = 0;
	let most = 0;
	const depth = Math.min(CUTOFF, documents.length);
	const search = (rounded: boolean): readonly Int32Array[] => {
		const matrix = fillMatrix(documents.length, dimensions, (row) => {
			const vector = whole('document', documents[row] as string);
			if (!rounded) return vector;
			const kept = asStored(vector, storage);
			const off = 1 - vector.reduce((cosine, value, i) => cosine + value * (kept[i] as number), 0);
			sum += off;
			most = Math.max(most, off);
			return kept;
		});
		const wanted = rounded ? asked.map((vector) => asStored(vector, storage)) : asked;
		return vectorSearch(matrix, documents.length)
			.searchAll(wanted, depth)
			.map(({ docs }) => docs);
	};
	const exact = search(false);
	const kept = search(true);
	const overlaps = exact.map((docs, query) => {
		const own = new Set(kept[query]);
		return docs.filter((doc) => own.has(doc)).length / depth;
	});
	const figure = (value: number): number | null => (Number.isFinite(value) ? Number(value.toFixed(9)) : null);
	return {
		queries: asked.length,
		overlap_at_10: figure(overlaps.reduce((total, one) => total + one, 0) / overlaps.length),
		cosine_error_mean: figure(sum / documents.length),
		cosine_error_most: figure(most),
	};
}
