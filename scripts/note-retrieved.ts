import type { KeptSystem } from '../harness/run/keep-legs.ts';
import type { Terminal } from './terminal.ts';

/** Says which legs were retrieved now, and which came from before. */
export function noteRetrieved({ retrieved }: KeptSystem, terminal: Terminal): void {
	terminal.note(
		retrieved.length > 0 ? `retrieved ${retrieved.join(', ')}` : 'every leg was kept from before: nothing retrieved',
	);
}
