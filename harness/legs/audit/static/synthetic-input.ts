import type { IndexedRanking } from '../../../contract.ts';
import type { Pipeline, PipelineLeg } from '../../../fusion/pipeline.ts';
import type { QueryFeatures } from '../../../fusion/stages/stage.ts';
import { SCORE_SHAPES } from './score-shapes.ts';
import type { Bias, FeatureRange, Passing } from './synthetic-features.ts';
import { syntheticFeatures } from './synthetic-features.ts';

/** The system, the leg at question and the cutoff. */
export interface AuditContext {
	readonly pipeline: Pipeline;
	readonly leg: PipelineLeg;
	/** The other legs of positive weight. */
	readonly others: readonly PipelineLeg[];
	readonly cutoff: number;
	/** The cutoff and the limits among the stages, each once: where a list decides who is cut. */
	readonly cutoffs: readonly number[];
	readonly range: FeatureRange;
	/** The values that make a document pass the system's filters. */
	readonly passing: readonly string[];
	/** Values with which it does not; undefined where no filter was found. */
	readonly failing: readonly string[] | undefined;
	/** Whether the fusion or a stage looks at scores. Where not, one shape of scores stands for all. */
	readonly readsScores: boolean;
}

/** An input in the abstract: documents of the others are 0 and up, those that only the leg returns -1, -2, ... */
export interface SyntheticLists {
	readonly own: readonly number[];
	readonly others: readonly (readonly number[])[];
	readonly ownShape?: string;
	readonly othersShape?: string;
	readonly bias?: Bias;
	readonly passing?: Passing;
	/** How many newcomers the corpus holds at least: inputs that are compared must number documents alike. */
	readonly reserve?: number;
	/** The cutoff that score shapes turn at; that of the context if absent. */
	readonly shapedAt?: number;
}

/** The same as the pipeline takes it. */
export interface SyntheticInput {
	readonly rankings: ReadonlyMap<string, IndexedRanking>;
	readonly features: QueryFeatures;
	isNewcomer(docIndex: number): boolean;
	/** The document in the abstract. */
	docAt(docIndex: number): number;
	/** n1, n2, ... for newcomers, d1, d2, ... for the others, in order of appearance. */
	nameOf(docIndex: number): string;
}

/** Numbers the documents as a corpus does, and gives every list its scores. */
export function layOut(context: AuditContext, lists: SyntheticLists): SyntheticInput {
	// Numbers depend on the set of documents alone where they can: turning the leg's list must change none.
	const reserved = Array.from({ length: lists.reserve ?? 0 }, (_, rank) => -1 - rank);
	const listed = [...lists.others.flat(), ...lists.own, ...reserved];
	const newcomers = indicesOf(listed.filter((doc) => doc < 0).sort((x, y) => y - x));
	const longest = Math.max(0, ...lists.others.map((list) => list.length));
	const byRank = Array.from({ length: longest }, (_, rank) => lists.others.map((list) => list[rank] ?? -1)).flat();
	const othersDocs = indicesOf([...byRank, ...lists.own].filter((doc) => doc >= 0));

	// Newcomers come first in the corpus: a tie counts for the leg, as it does for some corpus.
	const docs = [...newcomers.keys(), ...othersDocs.keys()];
	const indexOf = (doc: number): number =>
		doc < 0 ? (newcomers.get(doc) as number) : newcomers.size + (othersDocs.get(doc) as number);
	const isNewcomer = (docIndex: number): boolean => docIndex < newcomers.size;

	const ranked = (list: readonly number[], depth: number, shape: string): IndexedRanking => {
		const scoreAt = SCORE_SHAPES[shape] as (typeof SCORE_SHAPES)[string];
		return {
			docs: Int32Array.from(list, indexOf),
			scores: Float64Array.from(list, (_, rank) =>
				scoreAt(rank, Math.min(depth, list.length), lists.shapedAt ?? context.cutoff),
			),
		};
	};
	const rankings = new Map(
		context.others.map((leg, i) => [
			leg.name,
			ranked(lists.others[i] as readonly number[], leg.depth, lists.othersShape ?? 'even'),
		]),
	);
	rankings.set(context.leg.name, ranked(lists.own, context.leg.depth, lists.ownShape ?? 'even'));
	return {
		rankings,
		features: syntheticFeatures(
			newcomers.size + othersDocs.size,
			isNewcomer,
			lists.bias ?? 'nobody',
			context.range,
			fieldsOf(context, lists.passing ?? 'all', isNewcomer, newcomers.size + othersDocs.size),
		),
		isNewcomer,
		docAt: (docIndex) => docs[docIndex] as number,
		nameOf: (docIndex) => (isNewcomer(docIndex) ? `n${docIndex + 1}` : `d${docIndex - newcomers.size + 1}`),
	};
}

function fieldsOf(
	{ passing, failing }: AuditContext,
	who: Passing,
	isNewcomer: (index: number) => boolean,
	documents: number,
): (index: number) => readonly string[] {
	if (failing === undefined || who === 'all') return () => passing;
	// Ranks lie closest at the end of a list: there the smallest weight turns two documents that nothing stands before.
	const passes =
		who === 'newcomers'
			? isNewcomer
			: (index: number): boolean => (who === 'last two' ? index >= documents - 2 : index % 3 === 0);
	return (index) => (passes(index) ? passing : failing);
}

function indicesOf(docs: readonly number[]): ReadonlyMap<number, number> {
	return new Map([...new Set(docs)].map((doc, docIndex) => [doc, docIndex]));
}
