import type { TextBytes } from './bytes.ts';

/** Docnos as they stand in a file: no string is made of them until someone needs one. */
export interface Docnos {
	readonly file: TextBytes;
	/** By line: where the docno starts and ends in the file, and its {@link hashDocno}. */
	readonly start: Uint32Array;
	readonly end: Uint32Array;
	readonly hash: Int32Array;
}

/** FNV-1a over the bytes, mixed so that its low bits can be a table's slot. */
export function hashDocno(buffer: Buffer, start: number, end: number): number {
	let hash = 0x811c9dc5 | 0;
	for (let at = start; at < end; at++) hash = Math.imul(hash ^ (buffer[at] as number), 0x01000193);
	return hash ^ (hash >>> 15);
}

/** The order of C's strcmp: by unsigned bytes. */
export function compareDocnos({ file: { buffer }, start, end }: Docnos, x: number, y: number): number {
	const xStart = start[x] as number;
	const yStart = start[y] as number;
	const xLength = (end[x] as number) - xStart;
	const yLength = (end[y] as number) - yStart;
	const shared = Math.min(xLength, yLength);
	for (let i = 0; i < shared; i++) {
		const difference = (buffer[xStart + i] as number) - (buffer[yStart + i] as number);
		if (difference !== 0) return difference;
	}
	return xLength - yLength;
}

function sameDocno(xs: Docnos, x: number, ys: Docnos, y: number): boolean {
	if (xs.hash[x] !== ys.hash[y]) return false;
	const xStart = xs.start[x] as number;
	const yStart = ys.start[y] as number;
	const length = (xs.end[x] as number) - xStart;
	if ((ys.end[y] as number) - yStart !== length) return false;
	const xBuffer = xs.file.buffer;
	const yBuffer = ys.file.buffer;
	for (let i = 0; i < length; i++) if (xBuffer[xStart + i] !== yBuffer[yStart + i]) return false;
	return true;
}

/** The docnos of one query at a time, to find one by its bytes. Open addressing, half empty. */
export class DocnoTable {
	readonly #docnos: Docnos;
	#slots = new Int32Array(0);
	#mask = 0;

	constructor(docnos: Docnos) {
		this.#docnos = docnos;
	}

	/** Empties the table and makes room. */
	reset(size: number): void {
		let capacity = 16;
		while (capacity < 2 * size) capacity *= 2;
		this.#mask = capacity - 1;
		if (this.#slots.length < capacity) this.#slots = new Int32Array(capacity);
		else this.#slots.fill(0, 0, capacity);
	}

	/** Adds a line's docno; gives the line that has the same one already, or -1. */
	add(line: number): number {
		const slot = this.#slotOf(this.#docnos, line);
		const taken = (this.#slots[slot] as number) - 1;
		if (taken === -1) this.#slots[slot] = line + 1;
		return taken;
	}

	/** The line with the same docno as a line of another file, or -1. */
	find(docnos: Docnos, line: number): number {
		return (this.#slots[this.#slotOf(docnos, line)] as number) - 1;
	}

	#slotOf(docnos: Docnos, line: number): number {
		let slot = (docnos.hash[line] as number) & this.#mask;
		for (;;) {
			const taken = this.#slots[slot] as number;
			if (taken === 0 || sameDocno(this.#docnos, taken - 1, docnos, line)) return slot;
			slot = (slot + 1) & this.#mask;
		}
	}
}
