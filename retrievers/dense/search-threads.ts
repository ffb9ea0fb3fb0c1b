import { Worker } from 'node:worker_threads';
import { type BatchJob, searchSlice } from './batch-slice.ts';
import { BATCH_ROWS, type SimdMatrix } from './simd-matrix.ts';

/** Places of the numbers by which a thread is told what to do, and tells that it is done. */
export const CONTROL = { ready: 0, ticket: 1, done: 2, kind: 3, from: 4, to: 5, queries: 6, depth: 7 } as const;
export const KINDS = { stop: 0, dots: 1, batch: 2, failed: 3 } as const;
/** Bytes of those numbers, then the scale as float64. */
export const CONTROL_BYTES = 40;
export const SCALE_AT = 32;

/** Threads that multiply slices of a matrix; the caller is one of them, and waits for the others. */
export interface SearchThreads {
	/** How many work now: a thread that is still starting is not waited for. */
	readonly working: () => number;
	/** Fills the products of all rows with the vector. */
	dots(): void;
	/** Finds the candidates of the placed queries; returns the threads that left them, or undefined where one failed. */
	batch(job: Pick<BatchJob, 'queries' | 'depth' | 'scale'>): readonly number[] | undefined;
	close(): void;
}

interface Helper {
	readonly thread: number;
	readonly worker: Worker;
	readonly control: Int32Array;
	readonly scale: Float64Array;
}

/** @param threads how many, the caller included; one starts none */
export function createSearchThreads(simd: SimdMatrix, threads: number): SearchThreads {
	const { layout, memory, functions } = simd;
	const helpers = Array.from({ length: threads - 1 }, (_, i) => startHelper(simd, i + 1));
	const ready = (): readonly Helper[] => helpers.filter(({ control }) => Atomics.load(control, CONTROL.ready) === 1);

	/** Every thread its slice, the caller's last. */
	function share(
		kind: number,
		job: Pick<BatchJob, 'queries' | 'depth' | 'scale'> | undefined,
		own: Slice,
	): readonly Helper[] {
		const used = ready();
		const blocks = Math.ceil(layout.rows / BATCH_ROWS);
		const cut = (part: number): number =>
			Math.min(layout.rows, BATCH_ROWS * Math.floor((blocks * part) / (used.length + 1)));
		used.forEach(({ control, scale }, i) => {
			control[CONTROL.kind] = kind;
			control[CONTROL.from] = cut(i + 1);
			control[CONTROL.to] = i + 1 === used.length ? layout.rows : cut(i + 2);
			control[CONTROL.queries] = job?.queries ?? 0;
			control[CONTROL.depth] = job?.depth ?? 0;
			scale[0] = job?.scale ?? 0;
			Atomics.add(control, CONTROL.ticket, 1);
			Atomics.notify(control, CONTROL.ticket);
		});
		own(0, used.length === 0 ? layout.rows : cut(1));
		for (const { control } of used) {
			const ticket = Atomics.load(control, CONTROL.ticket);
			for (;;) {
				const done = Atomics.load(control, CONTROL.done);
				if (done === ticket) break;
				Atomics.wait(control, CONTROL.done, done);
			}
		}
		return used;
	}

	return {
		working: () => ready().length + 1,
		dots() {
			share(KINDS.dots, undefined, (from, to) => dotsOfSlice(simd, from, to));
		},
		batch(job) {
			const used = share(KINDS.batch, job, (from, to) =>
				searchSlice(functions, memory.buffer, layout, { ...job, thread: 0, from, to }),
			);
			const failed = used.some(({ control }) => control[CONTROL.kind] === KINDS.failed);
			return failed ? undefined : [0, ...used.map(({ thread }) => thread)];
		},
		close() {
			for (const { worker, control } of helpers) {
				control[CONTROL.kind] = KINDS.stop;
				Atomics.add(control, CONTROL.ticket, 1);
				Atomics.notify(control, CONTROL.ticket);
				void worker.terminate();
			}
		},
	};
}

type Slice = (from: number, to: number) => void;

export function dotsOfSlice(
	{ layout, functions }: Pick<SimdMatrix, 'layout' | 'functions'>,
	from: number,
	to: number,
): void {
	if (to <= from) return;
	const rowBytes = 4 * layout.stride;
	functions.dots(from * rowBytes, layout.vectorAt, layout.productsAt + 4 * from, to - from, rowBytes);
}

function startHelper({ layout, memory }: SimdMatrix, thread: number): Helper {
	const shared = new SharedArrayBuffer(CONTROL_BYTES);
	const workerData = { shared, memory, layout, thread };
	const worker = import.meta.url.endsWith('.js')
		? new Worker(new URL('./search-worker.js', import.meta.url), { workerData })
		: new Worker(FROM_SOURCE, { eval: true, workerData: { ...workerData, ...sources() } });
	// It keeps no process alive, and where it can't start the caller does its work.
	worker.unref();
	worker.on('error', () => undefined);
	return {
		thread,
		worker,
		control: new Int32Array(shared, 0, SCALE_AT / 4),
		scale: new Float64Array(shared, SCALE_AT, 1),
	};
}

/** A thread of a program that runs from its source has to be taught TypeScript first. */
const FROM_SOURCE = `const { loader, file } = require('node:worker_threads').workerData;
import(loader).then(({ register }) => { register(); return import(file); });`;

function sources(): { readonly loader: string; readonly file: string } {
	return {
		loader: import.meta.resolve('tsx/esm/api'),
		file: new URL('./search-worker.ts', import.meta.url).href,
	};
}
