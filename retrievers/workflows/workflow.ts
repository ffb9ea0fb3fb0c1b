import type { OptionSpec, OptionSpecs, Options, OptionValue, RetrieverPlugin } from '../../harness/contract.ts';
import { option, type Settings } from '../../harness/options.ts';

/** The values of hybrid's options that make a workflow. */
export type Preset = Readonly<Record<string, OptionValue>>;

const FALLBACK = option.choice(
	'error',
	['error', 'fts5'],
	"where Chroma can't be reached: an error, or FTS5 answers (counted and said); the same as semantic.fallback",
);
/** The option of the leg that `fallback` stands for. */
const LEG_FALLBACK = 'semantic.fallback';

/**
 * A system by name: a hybrid whose options have other defaults. Every option can still be set, and audit, ablate and
 * sweep take it apart as any hybrid.
 */
export function createWorkflow(
	hybrid: RetrieverPlugin,
	name: string,
	summary: string,
	preset: Preset,
): RetrieverPlugin<OptionSpecs> {
	async function optionsFor(settings: Settings): Promise<OptionSpecs> {
		const specs = (await hybrid.optionsFor?.({ ...preset, ...settings })) ?? hybrid.options;
		const own = withDefaults(specs, preset);
		const ofLeg = own[LEG_FALLBACK];
		if (ofLeg === undefined) return own;
		const wanted = settings.fallback === 'fts5' ? 'fts5' : FALLBACK.default;
		return { ...own, fallback: FALLBACK, [LEG_FALLBACK]: { ...ofLeg, default: wanted } as OptionSpec };
	}
	return {
		...hybrid,
		name,
		summary,
		options: withDefaults(hybrid.options, preset),
		optionsFor,
		index: (corpus, options, context) => hybrid.index(corpus, withoutAlias(options), context),
	};
}

function withDefaults(specs: OptionSpecs, preset: Preset): OptionSpecs {
	return Object.fromEntries(
		Object.entries(specs).map(([name, spec]) => [
			name,
			Object.hasOwn(preset, name) ? ({ ...spec, default: preset[name] } as OptionSpec) : spec,
		]),
	);
}

function withoutAlias({ fallback: _, ...options }: Options): Options {
	return options;
}
