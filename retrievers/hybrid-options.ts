import type { Fusion, Options, OptionValue, RetrieverPlugin } from '../harness/contract.ts';
import { BenchError } from '../harness/errors.ts';
import { rrf } from '../harness/fusion/rrf.ts';
import { findStage } from '../harness/fusion/stages/index.ts';
import { resolveOptions, type Settings } from '../harness/options.ts';
import { type LegRequest, legDefaults, requestLegs } from './hybrid-legs.ts';
import { findFusionOrModule } from './user-fusion.ts';

export type HybridOptions = {
	readonly legs: readonly string[];
	readonly fusion: string;
	readonly depth: number;
	readonly exclude_base: boolean;
	readonly stages: readonly string[];
	readonly [option: string]: OptionValue;
};

/** What every hybrid has, whatever its legs, fusion and stages. */
export const COMMON = {
	legs: ['fts', 'dense', 'graph'] as readonly string[],
	fusion: 'rrf',
	depth: 50,
	exclude_base: false,
	stages: [] as readonly string[],
};

export const HELP: Readonly<Record<string, string>> = {
	...rrf.help,
	legs: 'retrievers to fuse: names, module paths, or name=retriever',
	fusion: 'how legs are fused; its own options stand beside it (k=60 ...)',
	depth: 'documents per leg; depth.<leg> for one of them',
	exclude_base: 'seeded legs may not return what the unseeded legs returned (reproduces an old mistake)',
	stages: 'steps after fusion, in order: importance, exact, sort, limit, filter',
	'weights.<leg>': 'weight of a leg (1); 0 is the same as no leg',
	'depth.<leg>': 'depth of one leg',
	'exclude.<leg>': 'legs whose documents this leg may not repeat',
	'<leg>.<option>': "an option of the leg's own retriever",
	'<stage>.<option>': 'an option of a stage, for example exact.weight=1',
};

/** What the options name, found. */
export interface HybridParts {
	readonly fusion: Fusion;
	readonly legs: readonly LegRequest[];
}

/** The plugins and the fusion that the settings name. */
export async function findParts(
	settings: Settings,
	find: (name: string) => Promise<RetrieverPlugin>,
): Promise<HybridParts> {
	const { legs, fusion, stages } = common(settings);
	const found = await findFusionOrModule(fusion);
	const reserved = new Set([...Object.keys(COMMON), 'weights', 'exclude', ...stages]);
	return { fusion: found, legs: await requestLegs(legs, reserved, find) };
}

/** Every option that a hybrid of these legs, this fusion and these stages has, with its default. */
export async function defaultsFor(settings: Settings, parts: HybridParts): Promise<HybridOptions> {
	const { legs, fusion, depth, exclude_base, stages } = common(settings);
	const defaults: Record<string, OptionValue> = { legs, fusion, depth, exclude_base, stages };
	for (const [name, value] of Object.entries(parts.fusion.defaults)) {
		if (Object.hasOwn(COMMON, name))
			throw new BenchError(
				'plugin',
				`fusion ${parts.fusion.name} has an option "${name}", which is a word of hybrid itself`,
			);
		// A concatenation has an order; without another wish it is that of the legs as listed.
		defaults[name] = name === 'order' ? parts.legs.map((leg) => leg.name) : value;
	}
	for (const { name, plugin } of parts.legs) {
		defaults[`weights.${name}`] = 1;
		defaults[`depth.${name}`] = depth;
		defaults[`exclude.${name}`] = [];
		for (const [option, value] of Object.entries(await legDefaults(plugin, settingsOf(settings, name))))
			defaults[`${name}.${option}`] = value;
	}
	for (const stage of stages)
		for (const [option, value] of Object.entries(findStage(stage).defaults)) defaults[`${stage}.${option}`] = value;
	return defaults as HybridOptions;
}

/** The settings below a word: `fts.k1=2` below `fts` is `k1=2`. */
export function settingsOf(settings: Settings, word: string): Settings {
	const prefix = `${word}.`;
	return Object.fromEntries(
		Object.entries(settings)
			.filter(([name]) => name.startsWith(prefix))
			.map(([name, value]) => [name.slice(prefix.length), value]),
	);
}

function common(settings: Settings): typeof COMMON {
	const given = Object.fromEntries(Object.entries(settings).filter(([name]) => Object.hasOwn(COMMON, name)));
	return resolveOptions<typeof COMMON & Options>('hybrid', COMMON, given);
}
