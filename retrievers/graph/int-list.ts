/** Whole numbers in a typed array that grows: four bytes each, where an array of numbers takes eight and boxes some. */
export interface IntList {
	readonly length: number;
	push(value: number): void;
	get(index: number): number;
	set(index: number, value: number): void;
	/** Its content; the same memory until it grows. */
	values(): Int32Array;
}

export function createIntList(): IntList {
	let held = new Int32Array(1024);
	let length = 0;
	return {
		get length() {
			return length;
		},
		push(value) {
			if (length === held.length) {
				const larger = new Int32Array(2 * length);
				larger.set(held);
				held = larger;
			}
			held[length++] = value;
		},
		get: (index) => held[index] as number,
		set(index, value) {
			held[index] = value;
		},
		values: () => held.subarray(0, length),
	};
}
