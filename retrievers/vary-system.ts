import type { Options } from '../harness/contract.ts';
import type { System } from '../harness/run/experiment.ts';
import { optionsOf } from './options-of.ts';
import { systemOf } from './resolve-system.ts';

/**
 * A system with some options set otherwise, resolved and checked like the first time. Options that exist only under
 * another value of a changed one (those of another fusion) go.
 *
 * @throws BenchError `usage` for a value that an option can't take
 */
export async function variedSystem({ name, plugin, options }: System, changes: Options): Promise<System> {
	const wanted = { ...options, ...changes };
	const known = await optionsOf(plugin, wanted);
	const settings = Object.entries(wanted).filter(([key]) => Object.hasOwn(known, key) || Object.hasOwn(changes, key));
	return systemOf(plugin, Object.fromEntries(settings), { name });
}
