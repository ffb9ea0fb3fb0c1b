import type { Fusion, JsonObject, Options } from '../contract.ts';
import { BenchError } from '../errors.ts';
import { findFusion } from './index.ts';
import type { Pipeline } from './pipeline.ts';
import { resolveFusionOptions, resolveStage } from './resolve.ts';
import { findStage } from './stages/index.ts';

/** A pipeline as the manifest records it: everything between the legs' rankings and the fused ranking. */
export function pipelineToJson(pipeline: Pipeline): JsonObject {
	return {
		fusion: pipeline.fusion.name,
		...(pipeline.fusion.codeHash === undefined ? {} : { fusion_code_sha256: pipeline.fusion.codeHash }),
		fusion_options: pipeline.fusionOptions as JsonObject,
		legs: pipeline.legs.map(({ name, weight, depth, exclude }) => ({ name, weight, depth, exclude })),
		stages: pipeline.stages.map(({ stage, options }) => ({ stage: stage.name, options: options as JsonObject })),
	};
}

interface RecordedPipeline {
	readonly fusion: string;
	readonly fusion_options: Options;
	readonly legs: Pipeline['legs'];
	readonly stages: readonly { readonly stage: string; readonly options: Options }[];
}

/**
 * The pipeline that a manifest records. `ownFusions` are the user's, which no name of ours can find; a fusion or stage
 * that is not there is a BenchError.
 */
export function pipelineFromJson(json: JsonObject, ownFusions: Readonly<Record<string, Fusion>> = {}): Pipeline {
	const recorded = json as unknown as RecordedPipeline;
	if (typeof recorded.fusion !== 'string' || !Array.isArray(recorded.legs) || !Array.isArray(recorded.stages))
		throw new BenchError('results', 'the manifest records no pipeline that can be read', {
			hint: 'It needs fusion, fusion_options, legs and stages; run the system again with this version.',
		});
	const own = Object.hasOwn(ownFusions, recorded.fusion) ? ownFusions[recorded.fusion] : undefined;
	const fusion = own ?? findFusion(recorded.fusion);
	const legs = recorded.legs.map(({ name }) => name);
	return {
		legs: recorded.legs,
		fusion,
		fusionOptions: resolveFusionOptions(fusion, recorded.fusion_options, legs),
		stages: recorded.stages.map(({ stage, options }) => resolveStage(findStage(stage), options, legs)),
	};
}
