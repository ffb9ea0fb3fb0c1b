import seedrandom from 'seedrandom';

/**
 * A stream of pseudo-random numbers. `next()` is uniform in [0, 1) with 32 bits of resolution, `below(n)` a uniform
 * integer in [0, n) for n up to 2^31 without modulo bias worth naming (n / 2^32).
 */
export interface RandomStream {
	next(): number;
	below(n: number): number;
	/** A uniform unsigned 32-bit integer. */
	uint32(): number;
	/** Fills `out` with the numbers that `uint32()` would return, in order, several times as fast. */
	fillUint32(out: Uint32Array): void;
	/** Fills `out` with the numbers that `below(n)` would return, in order, several times as fast. */
	fillBelow(n: number, out: Int32Array): void;
}

/**
 * The named substream of a seed. Streams of different names are independent, so adding a draw to one stream moves no
 * number drawn in another: name a stream after what it is for (`bootstrap/recall@10/paraphrase`).
 *
 * The generator is xoshiro128** (Blackman & Vigna, "Scrambled linear pseudorandom number generators", 2021), its
 * state seeded through seedrandom (ARC4); drawing from seedrandom itself is 17 times slower.
 */
export function randomStream(seed: number, name: string): RandomStream {
	const source = seedrandom(`${seed}/${name}`);
	let a = source.int32() | 0;
	let b = source.int32() | 0;
	let c = source.int32() | 0;
	// The all-zero state is the one fixed point; the low bit keeps the state off it.
	let d = source.int32() | 1;

	function uint32(): number {
		const scrambled = Math.imul(b, 5);
		const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9) >>> 0;
		const t = b << 9;
		c ^= a;
		d ^= b;
		b ^= c;
		a ^= d;
		c ^= t;
		d = (d << 11) | (d >>> 21);
		return result;
	}

	// The bulk forms keep the state in locals: a closure's variables live on the heap, where each draw writes six.
	function fillUint32(out: Uint32Array): void {
		let [w, x, y, z] = [a, b, c, d];
		for (let i = 0; i < out.length; i++) {
			const scrambled = Math.imul(x, 5);
			out[i] = Math.imul((scrambled << 7) | (scrambled >>> 25), 9);
			const t = x << 9;
			y ^= w;
			z ^= x;
			x ^= y;
			w ^= z;
			y ^= t;
			z = (z << 11) | (z >>> 21);
		}
		[a, b, c, d] = [w, x, y, z];
	}

	function fillBelow(n: number, out: Int32Array): void {
		let [w, x, y, z] = [a, b, c, d];
		for (let i = 0; i < out.length; i++) {
			const scrambled = Math.imul(x, 5);
			out[i] = ((Math.imul((scrambled << 7) | (scrambled >>> 25), 9) >>> 0) / 4294967296) * n;
			const t = x << 9;
			y ^= w;
			z ^= x;
			x ^= y;
			w ^= z;
			y ^= t;
			z = (z << 11) | (z >>> 21);
		}
		[a, b, c, d] = [w, x, y, z];
	}

	return {
		uint32,
		fillUint32,
		fillBelow,
		next: () => uint32() / 4294967296,
		below: (n) => Math.floor((uint32() / 4294967296) * n),
	};
}

/** A shuffled copy (Fisher-Yates). */
export function shuffled<T>(items: readonly T[], stream: RandomStream): T[] {
	const copy = [...items];
	for (let i = copy.length - 1; i > 0; i--) {
		const j = stream.below(i + 1);
		[copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
	}
	return copy;
}
