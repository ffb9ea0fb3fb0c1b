import type { Pipeline } from '../../../fusion/pipeline.ts';

/** The system had the leg never been there: nobody excludes its documents either. */
export function withoutLeg(pipeline: Pipeline, name: string): Pipeline {
	return {
		...pipeline,
		legs: pipeline.legs
			.filter((leg) => leg.name !== name)
			.map((leg) => ({ ...leg, exclude: leg.exclude.filter((other) => other !== name) })),
	};
}
