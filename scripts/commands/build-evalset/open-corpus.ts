import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Doc, DocId, IndexContext } from '../../../harness/contract.ts';
import { loadOpenCorpus } from '../../../harness/datasets/load-corpus.ts';
import { BenchError } from '../../../harness/errors.ts';
import { type CorpusWords, corpusWords } from '../../../harness/labels/evalset/corpus-words.ts';
import { findNearDuplicates, type NearDuplicates } from '../../../harness/labels/evalset/near-duplicates.ts';
import { lexicalNeighbours, type Neighbours } from '../../../harness/labels/evalset/neighbours.ts';
import { type SharedEntities, sharedEntities } from '../../../harness/labels/evalset/shared-entities.ts';
import { openEmbedder } from '../../../retrievers/embedders/index.ts';
import { DEFAULT_EMBEDDER } from '../../../retrievers/embedders/model-catalogue.ts';
import { readTriples, TRIPLES_FILE } from '../../../retrievers/graph/triples.ts';
import { embeddingNeighbours } from './embedding-neighbours.ts';

/** How near is measured: by embeddings, by words, or by words where no embedding model can be had. */
export const NEAR_BY = ['auto', 'embedding', 'words'] as const;
export type NearBy = (typeof NEAR_BY)[number];

export interface CorpusFlags {
	readonly nearDuplicateThreshold: number;
	readonly near: number;
	readonly nearBy: NearBy;
	/** Undefined is the default model, and then words may stand in for it. */
	readonly embedder?: string | undefined;
}

/** Everything of a corpus that queries are made from. */
export interface QueryGround {
	readonly corpus: readonly Doc[];
	readonly words: CorpusWords;
	readonly nearDuplicates: NearDuplicates;
}

export async function openGround(
	directory: string,
	{ nearDuplicateThreshold }: CorpusFlags,
	say: { note(message: string): void; warn(message: string): void },
): Promise<QueryGround> {
	const { corpus, sensitiveLeftOut, copiesLeftOut } = await loadOpenCorpus(directory);
	if (sensitiveLeftOut > 0) say.note(`${sensitiveLeftOut} sensitive documents are left out`);
	if (copiesLeftOut > 0)
		say.warn(
			`${copiesLeftOut} documents hold the text of a sensitive one, or nearly that, without its mark: left out as well`,
		);
	return { corpus, words: corpusWords(corpus), nearDuplicates: findNearDuplicates(corpus, nearDuplicateThreshold) };
}

export async function openNeighbours(
	{ corpus, words }: QueryGround,
	flags: CorpusFlags,
	context: IndexContext,
	warn: (message: string) => void,
): Promise<Neighbours> {
	if (flags.nearBy === 'words') return lexicalNeighbours(words, flags.near);
	try {
		const embedder = await openEmbedder(flags.embedder ?? DEFAULT_EMBEDDER, context);
		return await embeddingNeighbours(corpus, embedder, context, flags.near);
	} catch (error) {
		const insisted = flags.nearBy === 'embedding' || flags.embedder !== undefined;
		if (insisted || !(error instanceof BenchError)) throw error;
		warn(
			`no embeddings (${error.message}): words stand in for them where nearness is measured, and the queries say so`,
		);
		return lexicalNeighbours(words, flags.near);
	}
}

/**
 * Entities out of triples.jsonl where the dataset has one. Of a document without a list of entities, the subjects and
 * objects of its triples stand for it; where there is a list, they would only add common nouns.
 */
export async function openEntities(directory: string, corpus: readonly Doc[]): Promise<SharedEntities> {
	if (!existsSync(join(directory, TRIPLES_FILE))) return sharedEntities(corpus, undefined);
	const extracted = new Map<DocId, readonly string[]>();
	for (const { docId, entities, triples } of await readTriples(directory))
		extracted.set(docId, entities.length > 0 ? entities : triples.flatMap(({ subject, object }) => [subject, object]));
	return sharedEntities(corpus, extracted);
}
