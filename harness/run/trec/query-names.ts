import type { QueryId } from '../../contract.ts';

/** Query ids by their bytes; lines of one query mostly follow each other. */
export class QueryNames {
	readonly ids: QueryId[] = [];
	readonly #indices = new Map<QueryId, number>();
	readonly #buffer: Buffer;
	#start = 0;
	#end = 0;
	#index = -1;

	constructor(buffer: Buffer) {
		this.#buffer = buffer;
	}

	indexOf(start: number, end: number): number {
		if (this.#index !== -1 && this.#sameAsBefore(start, end)) return this.#index;
		const id = this.#buffer.toString('utf8', start, end);
		let index = this.#indices.get(id);
		if (index === undefined) {
			index = this.ids.push(id) - 1;
			this.#indices.set(id, index);
		}
		this.#start = start;
		this.#end = end;
		this.#index = index;
		return index;
	}

	#sameAsBefore(start: number, end: number): boolean {
		const length = end - start;
		if (length !== this.#end - this.#start) return false;
		for (let i = 0; i < length; i++) if (this.#buffer[start + i] !== this.#buffer[this.#start + i]) return false;
		return true;
	}
}
