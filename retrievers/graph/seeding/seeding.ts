import type { Query, RetrieveContext } from '../../../harness/contract.ts';
import type { CompactGraph } from '../csr.ts';
import type { Fact } from '../facts.ts';
import type { Seed } from '../seeds.ts';
import type { TextVectors } from '../text-vectors.ts';
import type { TypedOptions } from '../typed-options.ts';
import type { Vocabulary } from '../vocabulary.ts';
import type { Start } from '../walk.ts';

/** The graph and the settings that a seeding may use. */
export interface SeedingContext {
	readonly docs: number;
	readonly graph: CompactGraph;
	readonly vocabulary: Vocabulary;
	/** By concept of the vocabulary; -1 where it has no node. */
	readonly nodeOf: Int32Array;
	/** By node: how many documents mention the concept. */
	readonly docFrequency: Int32Array;
	readonly facts: readonly Fact[];
	readonly options: TypedOptions;
	/** Vectors of texts; loads the embedder at the first call. */
	vectors(): Promise<TextVectors>;
}

/** Finds the starts of the walk for one query; none where the query names nothing that the graph knows. */
export type FindStarts = (
	query: Query,
	passages: readonly Seed[],
	context: RetrieveContext,
) => Promise<readonly Start[]> | readonly Start[];

/** A way to seed the walk. */
export interface Seeding {
	readonly summary: string;
	/**
	 * Whether it starts from documents themselves. Else from concepts, and the documents that other legs found are added
	 * with a small weight.
	 */
	readonly startsFromPassages: boolean;
	prepare(context: SeedingContext): Promise<FindStarts> | FindStarts;
}

/** Sums the weights of starts at the same node, and keeps the strongest `howMany`, the first named first among equals. */
export function strongest(starts: readonly Start[], howMany: number): readonly Start[] {
	const byNode = new Map<number, number>();
	for (const { node, weight } of starts) byNode.set(node, (byNode.get(node) ?? 0) + weight);
	return [...byNode]
		.map(([node, weight]) => ({ node, weight }))
		.sort((x, y) => y.weight - x.weight)
		.slice(0, howMany);
}
