import type { Json, JsonObject } from '../../contract.ts';
import { canonicalJson } from '../../files/json.ts';
import type { Pipeline } from '../../fusion/pipeline.ts';
import type { Manifest } from '../../run/folder/run-folder.ts';

/** The differences between two systems. */
export interface SystemDifference {
	/** Legs that are in one of them only, or enter or are built otherwise there. */
	readonly legs: readonly string[];
	/** Whether anything else differs: the fusion, a stage, the depth of the run. */
	readonly elsewhere: boolean;
}

/**
 * How the systems of two runs differ. A leg that stands alone is not fused, so that its weight, its depth and the fusion
 * count only where both sides fuse. Whatever a manifest does not record is not compared.
 */
export function differenceOf(baseline: Manifest, challenger: Manifest): SystemDifference {
	const [before, after] = [legsOf(baseline), legsOf(challenger)];
	const bothFuse = before.size > 1 && after.size > 1;
	const legs = [...new Set([...before.keys(), ...after.keys()])].filter((name) => {
		const [then, now] = [before.get(name), after.get(name)];
		if (then === undefined || now === undefined) return true;
		const inBoth = (exclude: readonly string[]): string =>
			exclude.filter((other) => before.has(other) && after.has(other)).join();
		return (
			unlike(then.retriever, now.retriever) ||
			(bothFuse && (unlike(then.entry, now.entry) || inBoth(then.exclude) !== inBoth(now.exclude)))
		);
	});
	return {
		legs,
		elsewhere:
			baseline.depth !== challenger.depth ||
			unlike(stagesOf(baseline), stagesOf(challenger)) ||
			(bothFuse && unlike(fusionOf(baseline), fusionOf(challenger))),
	};
}

/** The legs that count in the fusion that a manifest records; none for a single retriever. */
export function activeLegs({ pipeline }: Manifest['system']): Pipeline['legs'] {
	const legs = (pipeline?.legs ?? []) as unknown as Pipeline['legs'];
	return legs.filter((leg) => leg.weight > 0);
}

/** A leg as its manifest records it, as text that can be compared; undefined where nothing is recorded. */
interface LegEntry {
	readonly retriever: string | undefined;
	readonly entry: string | undefined;
	readonly exclude: readonly string[];
}

function legsOf({ system }: Manifest): ReadonlyMap<string, LegEntry> {
	const active = activeLegs(system);
	if (system.pipeline === undefined) {
		// A user's module is recorded by its path, and goes by its name as a leg.
		const name = system.facts.code_sha256 === undefined ? system.plugin : system.name;
		return new Map([[name, { retriever: retrieverOf(system), entry: undefined, exclude: [] }]]);
	}
	return new Map(
		active.map(({ name, weight, depth, exclude }) => {
			const recorded = system.legs?.find((leg) => leg.name === name);
			const retriever = recorded === undefined ? undefined : retrieverOf(recorded);
			return [name, { retriever, entry: `${weight} ${depth}`, exclude }];
		}),
	);
}

function retrieverOf({ plugin, options, facts }: { plugin: string; options: JsonObject; facts: JsonObject }): string {
	return canonicalJson({ plugin, options, facts });
}

function stagesOf({ system }: Manifest): string {
	return canonicalJson((system.pipeline?.stages ?? []) as Json);
}

function fusionOf({ system }: Manifest): string {
	return canonicalJson([system.pipeline?.fusion ?? null, system.pipeline?.fusion_options ?? null]);
}

function unlike(one: string | undefined, other: string | undefined): boolean {
	return one !== undefined && other !== undefined && one !== other;
}
