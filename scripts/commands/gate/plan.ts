import { AUTO, readDropLimit, readMaxDrop } from '../../../harness/compare/gate/limits.ts';
import { planGate } from '../../../harness/compare/gate/plan.ts';
import { BenchError } from '../../../harness/errors.ts';
import { gatePlanView } from '../../../harness/report/gate/gate-plan.ts';
import type { Terminal } from '../../terminal.ts';
import { type GateFlags, limitsOf, optionsOf } from './gate-flags.ts';
import type { GateBaseline } from './read-baseline.ts';

/** `bench gate --plan`: judges nothing, says what could be judged. */
export function plan({ baseline, against, limits }: GateBaseline, flags: GateFlags, terminal: Terminal): void {
	if (flags.candidate !== undefined)
		throw new BenchError('usage', '--plan judges no candidate', { hint: 'Leave out --candidate, or --plan.' });
	const named = [...limits.drops, ...limitsOf(flags, AUTO).drops];
	const wishes =
		named.length > 0
			? named
			: baseline.manifest.metrics.map((metric) =>
					readDropLimit(metric, flags.maxDrop === undefined ? AUTO : readMaxDrop(flags.maxDrop)),
				);
	const options = { ...optionsOf(flags), ...(flags.queries === undefined ? {} : { queries: flags.queries }) };
	terminal.printView(gatePlanView(planGate(baseline, wishes, options, against)));
}
