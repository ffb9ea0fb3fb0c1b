import type { Dataset, JsonObject } from '../contract.ts';
import { identityHash } from '../files/json.ts';
import { filesRead } from './files-read.ts';
import { legIdentity } from './leg-store.ts';
import type { OpenSystem, System } from './open-system.ts';

/**
 * The hash of everything that the rankings of a run depend on: dataset, queries, system with its options and what it says of itself,
 * depth, seed, and the code as far as it is known.
 */
export function runIdentity(
	open: OpenSystem,
	system: System,
	dataset: Dataset,
	asked: { readonly depth: number; readonly seed: number; readonly unknownIds: string },
): string {
	const { plugin, options } = system;
	const { codeHash } = plugin;
	const reads = filesRead(plugin, options);
	const surroundings = plugin.surroundings?.(options);
	const whole = {
		name: system.name,
		stage: plugin.stage ?? plugin.name,
		plugin: plugin.name,
		...(codeHash === undefined ? {} : { codeHash }),
		...(reads === undefined ? {} : { reads }),
		...(surroundings === undefined ? {} : { surroundings }),
		options,
		depth: asked.depth,
		seededBy: [],
		open: async () => open.retriever,
	};
	const legs = open.fused?.legs ?? [];
	return identityHash({
		system: legIdentity(whole, [], dataset, asked.seed),
		...(open.scorerId === undefined ? {} : { scorer: open.scorerId }),
		facts: open.retriever.facts?.() ?? ({} as JsonObject),
		legs: legs.map((leg) => legIdentity(leg, legs, dataset, asked.seed)),
		unknown_ids: asked.unknownIds,
	});
}
