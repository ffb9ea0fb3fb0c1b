import type { GateLimits } from '../../../harness/compare/gate/limits.ts';
import { readLimitsFile } from '../../../harness/compare/gate/limits-file.ts';
import { BenchError } from '../../../harness/errors.ts';
import { readRun } from '../../../harness/run/folder/read.ts';
import type { RunFolder } from '../../../harness/run/folder/run-folder.ts';
import type { GateFlags } from './gate-flags.ts';

/** The baseline that a gate holds a candidate against. */
export interface GateBaseline {
	readonly baseline: RunFolder;
	/** A second run that shows the noise between builds. */
	readonly against: RunFolder | undefined;
	/** The limits of the limits file. */
	readonly limits: GateLimits;
}

export function readBaseline(flags: GateFlags): GateBaseline {
	const file = readLimitsFile(flags.limits);
	const name = flags.baseline ?? file.baseline;
	if (name === undefined)
		throw new BenchError('usage', 'the gate has no baseline', {
			hint: 'Name a run: --baseline results/main, or "baseline" in bench.gate.json.',
		});
	return {
		baseline: readRun(name, flags.resultsDir),
		against: flags.against === undefined ? undefined : readRun(flags.against, flags.resultsDir),
		limits: file.limits,
	};
}
