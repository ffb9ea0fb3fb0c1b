import type { Fusion } from '../contract.ts';
import { resolveOptions, type Settings } from '../options.ts';
import type { PipelineStage } from './pipeline.ts';
import type { Stage } from './stages/stage.ts';

/** A fusion's options under these settings, checked for a system of these legs. Throws `usage`. */
export function resolveFusionOptions(
	fusion: Fusion,
	settings: Settings,
	legs: readonly string[],
): ReturnType<typeof resolveOptions> {
	const options = resolveOptions(fusion.name, fusion.options, settings);
	fusion.validate?.(options, legs);
	return options;
}

/** A stage with its options under these settings, checked, for a system of these legs where they are known. Throws `usage`. */
export function resolveStage(stage: Stage, settings: Settings, legs?: readonly string[]): PipelineStage {
	const options = resolveOptions(stage.name, stage.options, settings);
	stage.validate?.(options, legs);
	return { stage, options };
}
