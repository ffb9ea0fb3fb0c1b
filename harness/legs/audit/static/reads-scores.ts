import type { Pool } from '../../../contract.ts';
import { type Pipeline, pipelinePool } from '../../../fusion/pipeline.ts';
import type { SyntheticInput } from './synthetic-input.ts';

/** Whether the fusion or a stage looks at the legs' scores, found by watching it do so. */
export function readsScores(pipeline: Pipeline, input: SyntheticInput): boolean {
	let read = false;
	const pool = pipelinePool(pipeline, input.rankings);
	const watched: Pool = {
		docs: pool.docs,
		legs: pool.legs.map((leg) => ({
			name: leg.name,
			order: leg.order,
			ranks: leg.ranks,
			get scores() {
				read = true;
				return leg.scores;
			},
		})),
	};
	const out = new Float64Array(pool.docs.length);
	pipeline.fusion.score(watched, new Float64Array(pool.legs.length).fill(1), pipeline.fusionOptions, out);
	for (const { stage, options } of pipeline.stages) stage.apply(watched, out, input.features, options);
	return read;
}
