import type { Doc, IndexContext, Leg, Retriever, RetrieverPlugin } from '../../harness/contract.ts';
import { corpusFeatures, queryFeatures } from '../../harness/fusion/features.ts';
import type { FusedRetriever } from '../../harness/fusion/fused-retriever.ts';
import { fuse, type Pipeline } from '../../harness/fusion/pipeline.ts';
import { rerankStageOf } from '../../harness/fusion/rerank-head.ts';
import { corpusOrder, toRanking } from '../../harness/ranking.ts';
import { filesRead } from '../../harness/run/files-read.ts';
import { indexPlugin } from '../../harness/run/index-plugin.ts';
import { type OpenRerank, openRerank, rerankQuery, withPairScores } from '../../harness/run/rerank-query.ts';
import { retrieveLegs } from '../../harness/run/retrieve.ts';
import { StageClock } from '../../harness/run/stage-clock.ts';
import { once } from '../embedders/load-once.ts';
import { checkReranker } from '../rerankers/index.ts';
import { openPairScorer } from '../rerankers/pair-scorer.ts';
import { type ResolvedLeg, resolveLegs } from './hybrid-legs.ts';
import {
	findParts,
	type HYBRID_OPTIONS,
	HYBRID_PATTERNS,
	type HybridOptions,
	type HybridPreset,
	optionsFor,
	presetFor,
	presetOptions,
	settingsOf,
} from './hybrid-options.ts';
import { hybridPipeline } from './hybrid-pipeline.ts';
import { DEFAULT_HYBRID } from './presets.ts';

/**
 * Any legs, fused: the system that audits, ablations and sweeps take apart. `find` looks a leg's retriever up by name
 * or module path.
 *
 * A leg that is seeded competes in the same pool as the others. With `exclude_base=true weights.graph=0.35` it may
 * bring only what the others did not, at a weight that keeps all of it out of the top: the mistake that the audit was
 * made for, kept reproducible.
 */
export function createHybrid(
	find: (name: string) => Promise<RetrieverPlugin>,
	preset: HybridPreset = DEFAULT_HYBRID,
): RetrieverPlugin<typeof HYBRID_OPTIONS> {
	const own = presetOptions(preset);
	async function resolved(options: HybridOptions, note: (message: string) => void): Promise<ResolvedHybrid> {
		const { legs: requests, fusion } = await findParts(own, options, find);
		const legs = await resolveLegs(requests, (leg) => settingsOf(options, leg), note);
		return { legs, pipeline: hybridPipeline(options, fusion, legs) };
	}
	return {
		name: preset.name,
		summary: preset.summary,
		options: own,
		optionPatterns: HYBRID_PATTERNS,
		stage: 'hybrid',
		// It passes every leg through `indexPlugin`, where sensitive docs are kept from the legs that may not have them.
		keepsSensitiveLocal: true,
		async optionsFor(settings) {
			const standing = presetFor(preset, settings);
			const open = presetOptions(standing);
			return optionsFor(open, settings, await findParts(open, settings, find), standing.ofLegs);
		},
		async validate(options: HybridOptions) {
			const { legs, pipeline } = await resolved(options, () => undefined);
			for (const leg of legs) await leg.plugin.validate?.(leg.options);
			const rerank = rerankStageOf(pipeline);
			if (rerank !== undefined) checkReranker(rerank.model);
		},
		async index(corpus, options: HybridOptions, context): Promise<FusedRetriever> {
			const { legs, pipeline } = await resolved(options, context.note);
			return fusedRetriever(
				corpus,
				legs.map((leg) => lazyLeg(leg, options, corpus, context)),
				pipeline,
				context,
			);
		},
	};
}

interface ResolvedHybrid {
	readonly legs: readonly ResolvedLeg[];
	readonly pipeline: Pipeline;
}

function lazyLeg(leg: ResolvedLeg, options: HybridOptions, corpus: readonly Doc[], context: IndexContext): Leg {
	let opened: Promise<Retriever> | undefined;
	const reads = filesRead(leg.plugin, leg.options);
	const surroundings = leg.plugin.surroundings?.(leg.options);
	const { cutsQuery } = leg.plugin;
	return {
		name: leg.name,
		stage: leg.plugin.stage ?? leg.plugin.name,
		plugin: leg.written,
		...(leg.plugin.codeHash === undefined ? {} : { codeHash: leg.plugin.codeHash }),
		...(leg.plugin.module === undefined ? {} : { module: leg.plugin.module }),
		...(leg.plugin.unhashedCode === undefined ? {} : { unhashedCode: leg.plugin.unhashedCode }),
		...(reads === undefined ? {} : { reads }),
		...(surroundings === undefined ? {} : { surroundings }),
		...(cutsQuery === undefined ? {} : { cutsQuery: (query) => cutsQuery.call(leg.plugin, query, leg.options) }),
		options: leg.options,
		depth: options[`depth.${leg.name}`] as number,
		seededBy: leg.seededBy,
		open() {
			opened ??= indexPlugin(leg.plugin, corpus, leg.options, context);
			return opened;
		},
	};
}

function fusedRetriever(
	corpus: readonly Doc[],
	legs: readonly Leg[],
	pipeline: Pipeline,
	context: IndexContext,
): FusedRetriever {
	const rerank = rerankStageOf(pipeline);
	const openScorer = rerank === undefined ? undefined : once(() => openPairScorer(rerank.model, context));
	// A reranker that the harness opened is the harness's to close.
	let scorer: OpenRerank | undefined;
	const order = corpusOrder(corpus);
	const features = corpusFeatures(corpus);
	// Legs that the harness opened are the harness's to close.
	const openedHere = new Set<Retriever>();
	const ownLegs = legs.map((leg) => ({
		...leg,
		async open() {
			const retriever = await leg.open();
			openedHere.add(retriever);
			return retriever;
		},
	}));
	return {
		legs,
		pipeline,
		...(openScorer === undefined ? {} : { openScorer }),
		async retrieve(query, depth) {
			const clock = new StageClock();
			const byLeg = await retrieveLegs(ownLegs, query, { corpus, order, clock });
			const rankings = new Map([...byLeg].map(([name, { ranking }]) => [name, ranking]));
			const plain = queryFeatures(features, corpus, query);
			if (openScorer !== undefined) scorer ??= await openRerank({ pipeline, openScorer }, corpus);
			const forQuery =
				scorer === undefined
					? plain
					: withPairScores(plain, scorer.stage.model, await rerankQuery(scorer, query, rankings, plain, clock));
			return toRanking(fuse(pipeline, rankings, forQuery, depth), corpus);
		},
		indexSizeBytes: () => [...openedHere].reduce((sum, retriever) => sum + (retriever.indexSizeBytes?.() ?? 0), 0),
		close() {
			for (const retriever of openedHere) retriever.close?.();
			openedHere.clear();
			scorer?.scorer.close();
		},
	};
}
