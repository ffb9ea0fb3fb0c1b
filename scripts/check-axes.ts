import { isFused } from '../harness/fusion/fused-retriever.ts';
import type { Axis } from '../harness/legs/grid/axis.ts';
import { findSetting } from '../harness/legs/grid/setting.ts';
import type { System } from '../harness/run/experiment.ts';
import { indexPlugin } from '../harness/run/index-plugin.ts';
import { RETRIEVERS } from '../retrievers/index.ts';
import { silentContext } from './silent-context.ts';

/**
 * Checks the names and every value of a grid before the dataset is opened: a built-in fusion of an empty corpus has its
 * pipeline, and opens no leg. A fused system of the user's own may do work on its corpus, so its axes are checked when
 * it has been retrieved.
 *
 * @throws BenchError `usage` for a setting that the system does not have, or a value that it can't take
 */
export async function checkAxes(axes: readonly Axis[], { plugin, options }: System): Promise<void> {
	if (!Object.values(RETRIEVERS).includes(plugin) || !Object.hasOwn(plugin.options, 'legs')) return;
	const fused = await indexPlugin(plugin, [], options, silentContext({ directory: '.' }));
	try {
		if (!isFused(fused)) return;
		for (const { name, values } of axes) {
			const setting = findSetting(name, fused);
			for (const value of values) setting.write(fused.pipeline, value);
		}
	} finally {
		fused.close?.();
	}
}
