import type { Options, OptionValue, RetrieverPlugin } from '../harness/contract.ts';
import type { System } from '../harness/experiment.ts';
import { resolveOptions, type Settings } from '../harness/options.ts';
import { findRetriever } from './index.ts';

export interface SystemRequest {
	/** A built-in's name, or a module path with an optional export: `./mine.ts#Mine`. */
	readonly retriever: string;
	/** What tables call it; default: the plugin's name. */
	readonly name?: string;
	readonly settings?: Settings;
	/** An embedding model for every option that names one and is not set otherwise. */
	readonly embedder?: string;
}

/**
 * A system with every option resolved. Unknown retrievers and options are errors that name the near ones.
 *
 * @example
 * const system = await resolveSystem({ retriever: 'hybrid', settings: { 'weights.graph': 0.5 } });
 */
export async function resolveSystem(request: SystemRequest): Promise<System> {
	return systemOf(await findRetriever(request.retriever), request.settings ?? {}, request);
}

/** As {@link resolveSystem}, for a plugin that is already at hand. */
export async function systemOf(
	plugin: RetrieverPlugin,
	settings: Settings,
	{ name = plugin.name, embedder }: { readonly name?: string; readonly embedder?: string } = {},
): Promise<System> {
	const defaults = await optionsOf(plugin, settings);
	const embedding = embedder === undefined ? {} : embedderSettings(defaults, embedder);
	return { name, plugin, options: resolveOptions(plugin.name, defaults, { ...embedding, ...settings }) };
}

/** Every option that a plugin has under these settings, with its default. */
export async function optionsOf(plugin: RetrieverPlugin, settings: Settings): Promise<Options> {
	return plugin.optionsFor === undefined ? plugin.defaults : plugin.optionsFor(settings);
}

function embedderSettings(defaults: Readonly<Record<string, OptionValue>>, embedder: string): Settings {
	const names = Object.keys(defaults).filter((name) => name === 'embedder' || name.endsWith('.embedder'));
	return Object.fromEntries(names.map((name) => [name, embedder]));
}
