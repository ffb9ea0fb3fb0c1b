import { BenchError } from '../harness/errors.ts';
import type { System } from '../harness/run/experiment.ts';
import { openSystems, type SystemFlags } from './open-systems.ts';

/** The one system that a command works on; `--retriever` given twice is an error. */
export async function openOneSystem(flags: SystemFlags, command: string): Promise<System> {
	const [system, ...others] = await openSystems(flags);
	if (system === undefined || others.length > 0)
		throw new BenchError('usage', `bench ${command} takes one system, not ${others.length + 1}`);
	return system;
}
