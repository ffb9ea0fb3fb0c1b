import type { OptionSpecs, RetrieverPlugin } from '../harness/contract.ts';
import type { Settings } from '../harness/options.ts';

/** All options of a plugin, given what the user set for it. */
export async function optionsOf(plugin: RetrieverPlugin, settings: Settings): Promise<OptionSpecs> {
	return plugin.optionsFor === undefined ? plugin.options : plugin.optionsFor(settings);
}
