import type { OptionValue } from '../../contract.ts';
import type { KeptLegs } from '../../fusion/kept-legs.ts';
import type { Pipeline } from '../../fusion/pipeline.ts';
import { rerankStageOf } from '../../fusion/rerank-head.ts';
import { resolveStage } from '../../fusion/resolve.ts';
import { type RerankReach, rerankReach } from '../../run/rerank-reach.ts';
import type { Axis } from '../grid/axis.ts';

/**
 * What the reranker of a system costs, and how many queries miss its budget, at every value of `rerank.top` and
 * `rerank.deadline_ms` that a sweep tries, for every model in it, all else as set. Empty for a system without a reranker.
 */
export function rerankBudgets(
	variants: readonly { readonly kept: KeptLegs }[],
	axes: readonly Axis[],
): readonly RerankReach[] {
	const byModel = new Map<string, KeptLegs>();
	for (const { kept } of variants) {
		const model = rerankStageOf(kept.pipeline)?.model;
		if (model !== undefined && !byModel.has(model)) byModel.set(model, kept);
	}
	return [...byModel.values()].flatMap((kept) => budgetsOf(kept, axes));
}

function budgetsOf(kept: KeptLegs, axes: readonly Axis[]): readonly RerankReach[] {
	const stage = rerankStageOf(kept.pipeline);
	if (stage === undefined) return [];
	const valuesOf = (option: string, asSet: number): readonly OptionValue[] =>
		axes.find(({ name }) => name === `rerank.${option}`)?.values ?? [asSet];
	return valuesOf('top', stage.top).flatMap((top) =>
		valuesOf('deadline_ms', stage.deadlineMs).flatMap((deadline) => {
			const pipeline = withOptions(kept.pipeline, { top, deadline_ms: deadline });
			return rerankReach({ ...kept, pipeline }, [], 1) ?? [];
		}),
	);
}

function withOptions(pipeline: Pipeline, options: Readonly<Record<string, OptionValue>>): Pipeline {
	return {
		...pipeline,
		stages: pipeline.stages.map((entry) =>
			entry.stage.name === 'rerank' ? resolveStage(entry.stage, { ...entry.options, ...options }) : entry,
		),
	};
}
