import type { QueryId } from '../../contract.ts';

/** Query ids by their bytes; lines of one query mostly follow each other. */
export class QueryNames {
	readonly ids: QueryId[] = [];
	readonly #places = new Map<QueryId, number>();
	readonly #buffer: Buffer;
	#start = 0;
	#end = 0;
	#place = -1;

	constructor(buffer: Buffer) {
		this.#buffer = buffer;
	}

	placeOf(start: number, end: number): number {
		if (this.#place !== -1 && this.#sameAsBefore(start, end)) return this.#place;
		const id = this.#buffer.toString('utf8', start, end);
		let place = this.#places.get(id);
		if (place === undefined) {
			place = this.ids.push(id) - 1;
			this.#places.set(id, place);
		}
		this.#start = start;
		this.#end = end;
		this.#place = place;
		return place;
	}

	#sameAsBefore(start: number, end: number): boolean {
		const length = end - start;
		if (length !== this.#end - this.#start) return false;
		for (let i = 0; i < length; i++) if (this.#buffer[start + i] !== this.#buffer[this.#start + i]) return false;
		return true;
	}
}
