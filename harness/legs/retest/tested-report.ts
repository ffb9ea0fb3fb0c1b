import type { Pipeline } from '../../fusion/pipeline.ts';
import { measureLeg } from '../audit/measured/measure-leg.ts';
import { reachAt } from '../sweep/reach.ts';
import type { Fairness } from './fairness.ts';
import type { PoolRecall } from './pool-recall.ts';
import type { TestedVariant, WeightStep } from './report.ts';
import { meanOf, type TunedSystem, tunedFigures } from './tune.ts';
import type { RetestOptions, RetestVariant } from './variant.ts';

/** A variant and the copies of its placebos, tuned alike. */
export interface TunedVariant {
	readonly system: TunedSystem;
	readonly sources: readonly TunedSystem[];
	/** Empty where no list of the leg has an order. */
	readonly orders: readonly TunedSystem[];
}

/** A variant after audit and, where it is tested, tuning. */
export interface Prepared {
	readonly variant: RetestVariant;
	readonly fairness: Fairness;
	readonly pool: PoolRecall;
	readonly tested: TunedVariant | undefined;
}

/** The reported figures of a variant that was tested. */
export function testedReport(
	{ variant, fairness, tested }: Prepared,
	leg: string,
	{ cutoff, seed }: RetestOptions,
	rows: Pick<TestedVariant, 'againstBase' | 'againstControl' | 'againstSource' | 'againstOrder'>,
): TestedVariant | undefined {
	if (tested === undefined) return undefined;
	const { system, sources, orders } = tested;
	const pipeline = system.grid.pipelines[system.best] as Pipeline;
	const weightAt = (point: number): number => weightOf(system.grid.pipelines[point] as Pipeline, leg);
	const choices = [...system.heldOut.chosen];
	const total = choices.reduce((sum, [, count]) => sum + count, 0);
	const out = choices.reduce((sum, [point, count]) => sum + (weightAt(point) === 0 ? count : 0), 0);
	return {
		tuned: tunedFigures(system),
		leftOut: out / total,
		switchedOff: weightOf(pipeline, leg) === 0 || out === total,
		curve: curveOf(system, leg, fairness),
		fate: measureLeg({ ...variant.kept, pipeline }, leg, { cutoff, seed }).relevant,
		...rows,
		placebos: { source: meanOfAll(sources), order: orders.length === 0 ? undefined : meanOfAll(orders) },
	};
}

/** At every weight of the leg, the first setting that has it: the base legs as set. */
function curveOf({ grid, means }: TunedSystem, leg: string, { audit }: Fairness): readonly WeightStep[] {
	const { fullLists, disjoint } = audit.thresholds;
	const steps = new Map<number, WeightStep>();
	grid.pipelines.forEach((pipeline, point) => {
		const weight = weightOf(pipeline, leg);
		if (steps.has(weight)) return;
		const reach = weight === 0 ? null : reachAt({ leg, axis: `weights.${leg}`, fullLists, disjoint }, weight);
		steps.set(weight, { weight, mean: means[point] as number, reach });
	});
	return [...steps.values()];
}

function meanOfAll(systems: readonly TunedSystem[]): number {
	return meanOf(systems.flatMap(({ heldOut }) => heldOut.values));
}

function weightOf(pipeline: Pipeline, leg: string): number {
	return pipeline.legs.find(({ name }) => name === leg)?.weight ?? 0;
}
