import type { IndexedRanking, Query } from '../../contract.ts';
import { BenchError } from '../../errors.ts';
import type { PairScores } from '../../fusion/pair-scores.ts';
import type { Pipeline, PipelineStage } from '../../fusion/pipeline.ts';
import { buildPool } from '../../fusion/pool.ts';
import type { DocFeatures, QueryFeatures } from '../../fusion/stages/stage.ts';
import { topCandidates } from '../../ranking.ts';
import type { StageAudit } from './leg-audit.ts';
import type { AuditOptions } from './static/context.ts';
import { ANY_CORPUS, namedValues, syntheticFeatures } from './static/synthetic-features.ts';
import type { StageVerdict } from './verdicts.ts';

/** The fields of a query that stages read: its own date and filter. */
export type QueryMoment = Pick<QueryFeatures, 'askedAt' | 'filter'>;

/** The distinct dates and filters of queries, at most {@link MOST_MOMENTS}, spread over all of them. */
export function queryMoments(queries: readonly Query[]): readonly QueryMoment[] {
	const distinct = new Map(
		queries.map(({ askedAt, filter }) => [
			JSON.stringify([askedAt ?? null, filter ?? null]),
			{
				...(askedAt === undefined ? {} : { askedAt: askedAt.getTime() }),
				...(filter === undefined ? {} : { filter }),
			},
		]),
	);
	const all = [...distinct.values()];
	const step = Math.max(1, Math.ceil(all.length / MOST_MOMENTS));
	return all.filter((_, i) => i % step === 0);
}

const MOST_MOMENTS = 64;

/**
 * The reach of each post-fusion stage, found by applying it to scored documents: those of the corpus where it is given,
 * otherwise to synthetic ones that differ in all that stages read. `exactMatch` tells, of a document, whether any
 * query finds itself in it as a phrase; without it every second one does. `moments` are the dates and filters of the
 * queries: a stage that does something for any of them does something.
 */
export function auditStages(
	pipeline: Pipeline,
	options: Pick<AuditOptions, 'corpus'> & {
		readonly exactMatch?: (docIndex: number) => boolean;
		readonly moments?: readonly QueryMoment[];
		/** By stage: why it changed nothing for any query, where that could not have been otherwise. */
		readonly idle?: ReadonlyMap<string, string>;
	},
): readonly StageAudit[] {
	const features = stageFeatures(pipeline.stages, options);
	return pipeline.stages.map((entry, index) => {
		const reason = options.idle?.get(entry.stage.name);
		if (reason !== undefined) {
			const { name } = entry.stage;
			const evidence = [`${name} changed nothing: ${reason}.`, `This is not a test of ${name}: ${reason}.`];
			return { position: index, stage: name, verdict: 'constant', evidence };
		}
		const moments = entry.stage.readsQuery?.(entry.options) === true ? (options.moments ?? []) : [];
		const verdicts = (moments.length === 0 ? [{}] : moments).map((moment) =>
			stageVerdict(entry, { ...features, ...moment }),
		);
		const verdict = STRONGEST.find((one) => verdicts.includes(one)) as StageVerdict;
		const of = options.corpus === undefined ? 'documents' : `the ${features.importance.length} documents of the corpus`;
		const untested =
			verdict === 'constant' && entry.stage.outside !== undefined && options.corpus !== undefined
				? [`This is not a test of ${entry.stage.name}: ${entry.stage.outside}.`]
				: [];
		const evidence = [EVIDENCE[verdict](entry.stage.name, of), ...untested];
		return { position: index, stage: entry.stage.name, verdict, evidence };
	});
}

/** A stage can do whatever it can do for some query. */
const STRONGEST: readonly StageVerdict[] = ['live', 'dominant', 'cut', 'constant'];

const EVIDENCE: Readonly<Record<StageVerdict, (stage: string, of: string) => string>> = {
	constant: (stage, of) => `${stage} treats all of ${of} alike: switched on or off, the order is the same.`,
	dominant: (stage, of) => `${stage} puts ${of} into the same order whatever the fusion says.`,
	cut: (stage) => `${stage} takes documents out and reorders none.`,
	live: (stage, of) => `${stage} changes the order of ${of}, and the order of the fusion still counts.`,
};

function stageVerdict(entry: PipelineStage, features: QueryFeatures): StageVerdict {
	const documents = features.importance.length;
	const falling = Float64Array.from({ length: documents }, (_, docIndex) => 1 / (60 + docIndex + 1));
	const rising = Float64Array.from(falling).reverse();
	// All but equal, in both directions: a small prior shows only where the scores are close.
	const level = Float64Array.from(falling, (_, docIndex) => 1 - 1e-9 * docIndex);
	const orders = [falling, rising, level].map((scores) => ({
		before: [...topCandidates(scores, documents)],
		after: order(entry, scores, features),
	}));
	const moved = orders.some(({ before, after }) => {
		const left = new Set(after);
		return before.filter((docIndex) => left.has(docIndex)).some((docIndex, rank) => docIndex !== after[rank]);
	});
	if (!moved) return orders.some(({ before, after }) => after.length < before.length) ? 'cut' : 'constant';
	const [first, second] = orders as [(typeof orders)[number], (typeof orders)[number]];
	return documents > 1 && first.after.every((docIndex, rank) => docIndex === second.after[rank]) ? 'dominant' : 'live';
}

function order({ stage, options }: PipelineStage, scores: Float64Array, features: QueryFeatures): readonly number[] {
	const docs = Int32Array.from(scores, (_, docIndex) => docIndex);
	const leg = { depth: docs.length, exclude: [] };
	const pool = buildPool([
		{ ...leg, name: 'all', ranking: { docs, scores } },
		// A leg that the stage goes by has an order of its own, and returns every second document.
		...(typeof options.leg === 'string' ? [{ ...leg, name: options.leg, ranking: scattered(docs) }] : []),
	]);
	const out = Float64Array.from(scores);
	stage.apply(pool, out, features, options);
	if (out.some((score) => Number.isNaN(score)))
		throw new BenchError('plugin', `stage ${stage.name} gave a document a score that is no number`);
	return [...topCandidates(out, out.length)];
}

/** Every second document, in an order that follows neither theirs nor its reverse. */
function scattered(docs: Int32Array): IndexedRanking {
	const own = [...docs].filter((docIndex) => docIndex % 2 === 0);
	own.sort((x, y) => scatter(x) - scatter(y));
	return { docs: Int32Array.from(own), scores: Float64Array.from(own, (_, rank) => -rank) };
}

function stageFeatures(
	stages: readonly PipelineStage[],
	{ corpus, exactMatch }: { readonly corpus?: DocFeatures; readonly exactMatch?: (docIndex: number) => boolean },
): QueryFeatures {
	if (corpus !== undefined && corpus.importance.length > 0)
		return {
			importance: corpus.importance,
			createdAt: corpus.createdAt,
			field: (docIndex, name) => corpus.field(docIndex, name),
			exactMatch: exactMatch ?? everySecond,
			pairScores: SCATTERED_PAIRS,
		};
	const named = namedValues(stages);
	const features = syntheticFeatures(SYNTHETIC_DOCUMENTS, everySecond, 'newcomers', ANY_CORPUS, () => named);
	return { ...features, pairScores: SCATTERED_PAIRS, field: (docIndex) => (everySecond(docIndex) ? named : []) };
}

/** A reranker's scores, in no order that follows that of the documents. */
const SCATTERED_PAIRS: PairScores = { model: '', of: (docIndex) => ({ score: scatter(docIndex), milliseconds: 0 }) };

function scatter(docIndex: number): number {
	return (docIndex * 7919) % 2 ** 20;
}

const SYNTHETIC_DOCUMENTS = 100;

function everySecond(docIndex: number): boolean {
	return docIndex % 2 === 1;
}
