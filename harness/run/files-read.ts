import type { Options, RetrieverPlugin } from '../contract.ts';

/** The files that a plugin reads under these options; undefined where it reads none, as in identities of before. */
export function filesRead(plugin: RetrieverPlugin, options: Options): readonly string[] | undefined {
	const further = plugin.readsFor?.(options) ?? [];
	if (plugin.reads === undefined && further.length === 0) return undefined;
	return [...(plugin.reads ?? []), ...further];
}
