/**
 * The rows that can be among the best `depth` by a product that is known to within a bound: those that are less than two
 * bounds below the `depth`-th largest. Rows come in any number and order; few are held at any time.
 */
export interface Candidates {
	/** Rows of a smaller product need not be added. */
	readonly least: number;
	add(row: number, product: number): void;
	/** The rows, in the order in which they came; undefined where they became more than `most`. */
	rows(): Int32Array | undefined;
}

/** @param slack twice the bound of the products' errors */
export function createCandidates(depth: number, slack: number, most = Number.POSITIVE_INFINITY): Candidates {
	let rows = new Int32Array(Math.max(1024, 4 * depth));
	let products = new Float64Array(rows.length);
	let count = 0;
	let overflown = false;

	function compact(): void {
		if (count >= depth) {
			const kth = products.slice(0, count).sort()[count - depth] as number;
			candidates.least = kth - slack;
			let kept = 0;
			for (let i = 0; i < count; i++) {
				if ((products[i] as number) < candidates.least) continue;
				rows[kept] = rows[i] as number;
				products[kept++] = products[i] as number;
			}
			count = kept;
		}
		if (count > most) {
			overflown = true;
			count = 0;
			candidates.least = Number.POSITIVE_INFINITY;
		} else if (count > rows.length / 2) {
			// Many rows tie.
			const [oldRows, oldProducts] = [rows, products];
			rows = new Int32Array(2 * oldRows.length);
			products = new Float64Array(rows.length);
			rows.set(oldRows);
			products.set(oldProducts);
		}
	}

	const candidates = {
		least: Number.NEGATIVE_INFINITY,
		add(row: number, product: number): void {
			rows[count] = row;
			products[count++] = product;
			if (count === rows.length) compact();
		},
		rows(): Int32Array | undefined {
			if (!overflown) compact();
			return overflown ? undefined : rows.slice(0, count);
		},
	};
	return candidates;
}
