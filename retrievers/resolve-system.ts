import type { OptionSpecs, RetrieverPlugin } from '../harness/contract.ts';
import { resolveOptions, type Settings } from '../harness/options.ts';
import type { System } from '../harness/run/experiment.ts';
import { checkEmbedder } from './embedders/index.ts';
import { findRetriever } from './index.ts';
import { optionsOf } from './options-of.ts';

export interface SystemRequest {
	/** A built-in's name, or a module path with an optional export: `./mine.ts#Mine`. */
	readonly retriever: string;
	/** Its name in tables; default: the plugin's name. */
	readonly name?: string;
	readonly settings?: Settings;
	/** An embedding model for every option that names one and is not set otherwise. */
	readonly embedder?: string;
}

/**
 * A system with every option resolved and checked: what passes here fails later only for its data or its
 * surroundings. Unknown names are errors that name the near ones.
 *
 * @example
 * const system = await resolveSystem({ retriever: 'hybrid', settings: { 'weights.graph': 0.5 } });
 */
export async function resolveSystem(request: SystemRequest): Promise<System> {
	return systemOf(await findRetriever(request.retriever), request.settings ?? {}, request);
}

/** Like {@link resolveSystem}, for a plugin that is already at hand. */
export async function systemOf(
	plugin: RetrieverPlugin,
	settings: Settings,
	{ name = plugin.shortName ?? plugin.name, embedder }: { readonly name?: string; readonly embedder?: string } = {},
): Promise<System> {
	const specs = await optionsOf(plugin, settings);
	const embedding = embedder === undefined ? {} : embedderSettings(specs, embedder);
	if (embedder !== undefined) checkEmbedder(embedder);
	const options = resolveOptions(plugin.name, specs, { ...embedding, ...settings });
	await plugin.validate?.(options);
	return { name, plugin, options };
}

function embedderSettings(specs: OptionSpecs, embedder: string): Settings {
	const names = Object.keys(specs).filter((name) => name === 'embedder' || name.endsWith('.embedder'));
	return Object.fromEntries(names.map((name) => [name, embedder]));
}
