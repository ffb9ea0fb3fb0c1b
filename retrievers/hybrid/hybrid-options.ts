import type { Fusion, OptionSpec, OptionSpecs, Options, OptionValue, RetrieverPlugin } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { findStage, stages as STAGES } from '../../harness/fusion/stages/index.ts';
import { option, resolveOptions, type Settings } from '../../harness/options.ts';
import { optionsOf } from '../options-of.ts';
import { findFusionOrModule } from '../user/user-fusion.ts';
import { type LegRequest, requestLegs } from './hybrid-legs.ts';

/** The options that every hybrid has, whatever its legs, fusion and stages. */
export const HYBRID_OPTIONS = {
	legs: option.list(['fts', 'dense', 'graph'], {
		minItems: 1,
		help: 'retrievers to fuse: names, module paths, or name=retriever',
	}),
	fusion: option.text('rrf', 'how legs are fused; its own options stand beside it (k=60 ...)'),
	depth: option.integer(50, { min: 1, help: 'documents per leg; depth.<leg> for one of them' }),
	exclude_base: option.flag(
		false,
		'seeded legs may not return what the unseeded legs returned (reproduces an old mistake)',
	),
	stages: option.list([], { choices: Object.keys(STAGES), help: 'steps after fusion, in order' }),
};

export type HybridOptions = Options & {
	readonly legs: readonly string[];
	readonly fusion: string;
	readonly depth: number;
	readonly exclude_base: boolean;
	readonly stages: readonly string[];
};

const WEIGHT = option.number(1, { min: 0, help: 'weight of a leg; 0 is the same as no leg' });
const EXCLUDE = option.list([], { help: 'legs whose documents this leg may not repeat' });
const depthOfLeg = (depth: number): OptionSpec => option.integer(depth, { min: 1, help: 'depth of one leg' });

/** A named hybrid: what its options are where nobody sets them. */
export interface HybridPreset {
	readonly name: string;
	readonly summary: string;
	readonly legs?: readonly string[];
	readonly fusion?: string;
	/** Defaults of options that its legs bring, such as `weights.graph`; names of legs that are not there are ignored. */
	readonly ofLegs?: Options;
	/**
	 * Whether the preset holds only for its own legs: where the user names legs, they are fused by the plain rule, RRF at
	 * equal weights, for weights and a fusion of scores that were chosen for certain legs say nothing about others.
	 */
	readonly onlyItsLegs?: boolean;
}

/** The preset that the settings leave standing: its legs, its fusion and what it says of its legs go together. */
export function presetFor(preset: HybridPreset, settings: Settings): HybridPreset {
	const { name, summary, onlyItsLegs = false } = preset;
	return onlyItsLegs && settings.legs !== undefined ? { name, summary } : preset;
}

/** The options of a named hybrid. */
export function presetOptions({ legs, fusion, onlyItsLegs = false }: HybridPreset): typeof HYBRID_OPTIONS {
	const otherwise = onlyItsLegs ? '; rrf where you name the legs' : '';
	return {
		...HYBRID_OPTIONS,
		...(legs === undefined ? {} : { legs: { ...HYBRID_OPTIONS.legs, default: legs } }),
		...(fusion === undefined
			? {}
			: { fusion: { ...HYBRID_OPTIONS.fusion, default: fusion, help: `${HYBRID_OPTIONS.fusion.help}${otherwise}` } }),
	};
}

/** The options whose names hold the name of a leg or stage. */
export const HYBRID_PATTERNS = {
	'weights.<leg>': WEIGHT,
	'depth.<leg>': depthOfLeg(HYBRID_OPTIONS.depth.default),
	'exclude.<leg>': EXCLUDE,
	'<leg>.<option>': { help: "an option of the leg's own retriever" },
	'<stage>.<option>': { help: 'an option of a stage, for example exact.weight=1' },
};

/** The fusion and the legs that the options name, found. */
export interface HybridParts {
	readonly fusion: Fusion;
	readonly legs: readonly LegRequest[];
}

/** The plugins and the fusion that the settings name. Throws `usage` for a name that is none. */
export async function findParts(
	own: typeof HYBRID_OPTIONS,
	settings: Settings,
	find: (name: string) => Promise<RetrieverPlugin>,
): Promise<HybridParts> {
	const { legs, fusion, stages } = common(own, settings);
	const found = await findFusionOrModule(fusion);
	const reserved = new Set([...Object.keys(HYBRID_OPTIONS), 'weights', 'exclude', ...stages]);
	return { fusion: found, legs: await requestLegs(legs, reserved, find) };
}

/** Every option that a hybrid of these legs, this fusion and these stages has; `ofLegs` are defaults by name. */
export async function optionsFor(
	own: typeof HYBRID_OPTIONS,
	settings: Settings,
	parts: HybridParts,
	ofLegs: Options = {},
): Promise<OptionSpecs> {
	const { depth, stages } = common(own, settings);
	const specs = new Map<string, OptionSpec>(Object.entries(own));
	for (const [name, spec] of Object.entries(parts.fusion.options)) {
		if (Object.hasOwn(HYBRID_OPTIONS, name))
			throw new BenchError(
				'plugin',
				`fusion ${parts.fusion.name} has an option "${name}", which is a word of hybrid itself`,
			);
		// A concatenation has an order; without another wish it is that of the legs as listed.
		const ordered = name === 'order' && spec.type === 'list';
		specs.set(name, ordered ? { ...spec, default: parts.legs.map((leg) => leg.name) } : spec);
	}
	for (const { name, plugin } of parts.legs) {
		specs.set(`weights.${name}`, WEIGHT);
		specs.set(`depth.${name}`, depthOfLeg(depth));
		specs.set(`exclude.${name}`, EXCLUDE);
		for (const [own, spec] of Object.entries(await optionsOf(plugin, settingsOf(settings, name))))
			specs.set(`${name}.${own}`, spec);
	}
	for (const stage of stages)
		for (const [own, spec] of Object.entries(findStage(stage).options)) specs.set(`${stage}.${own}`, spec);
	for (const [name, value] of Object.entries(ofLegs)) {
		const spec = specs.get(name);
		if (spec !== undefined) specs.set(name, { ...spec, default: value } as OptionSpec);
	}
	return Object.fromEntries(specs);
}

/** The settings below a word: `fts.k1=2` below `fts` is `k1=2`. */
export function settingsOf(settings: Settings, word: string): Settings {
	const prefix = `${word}.`;
	return Object.fromEntries(
		Object.entries(settings)
			.filter(([name]) => name.startsWith(prefix))
			.map(([name, value]): [string, OptionValue] => [name.slice(prefix.length), value]),
	);
}

function common(
	own: typeof HYBRID_OPTIONS,
	settings: Settings,
): {
	readonly [Name in keyof typeof HYBRID_OPTIONS]: (typeof HYBRID_OPTIONS)[Name]['default'];
} {
	const given = Object.fromEntries(Object.entries(settings).filter(([name]) => Object.hasOwn(HYBRID_OPTIONS, name)));
	return resolveOptions('hybrid', own, given);
}
