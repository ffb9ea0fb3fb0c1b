import { workerData } from 'node:worker_threads';
import { searchSlice } from './batch-slice.ts';
import { CONTROL, dotsOfSlice, KINDS, SCALE_AT } from './search-threads.ts';
import { type SharedMemory, type SimdLayout, simdFunctions } from './simd-matrix.ts';

// A thread of `search-threads.ts`: waits for a ticket, does its slice, and says so.

const { shared, memory, layout, thread } = workerData as {
	readonly shared: SharedArrayBuffer;
	readonly memory: SharedMemory;
	readonly layout: SimdLayout;
	readonly thread: number;
};
const control = new Int32Array(shared, 0, SCALE_AT / 4);
const scale = new Float64Array(shared, SCALE_AT, 1);
const functions = simdFunctions(memory);
let ticket = 0;
Atomics.store(control, CONTROL.ready, 1);
for (;;) {
	Atomics.wait(control, CONTROL.ticket, ticket);
	ticket = Atomics.load(control, CONTROL.ticket);
	const [kind, from, to] = [control[CONTROL.kind], control[CONTROL.from] as number, control[CONTROL.to] as number];
	if (kind === KINDS.stop) break;
	try {
		if (kind === KINDS.dots) dotsOfSlice({ layout, functions }, from, to);
		if (kind === KINDS.batch) {
			const [queries, depth] = [control[CONTROL.queries] as number, control[CONTROL.depth] as number];
			const job = { thread, from, to, queries, depth, scale: scale[0] as number };
			searchSlice(functions, memory.buffer, layout, job);
		}
	} catch {
		// Out of memory: the caller searches query by query, which needs none.
		control[CONTROL.kind] = KINDS.failed;
	}
	Atomics.store(control, CONTROL.done, ticket);
	Atomics.notify(control, CONTROL.done);
}
