import { randomStream, shuffled } from '../../harness/random.ts';

/** Whether relevant documents can be told from the rest by their degree alone. */
export interface Leakage {
	readonly relevant: number;
	readonly rest: number;
	/**
	 * The probability that a relevant document has a higher degree than one of the rest, ties half: 0.5 is no difference
	 * (the area under the ROC curve; Mann & Whitney's U over the number of pairs).
	 */
	readonly auc: number;
	/** Two-sided, by permutation of which documents are relevant: (as far from 0.5 + 1) / (draws + 1). */
	readonly p: number;
}

const DRAWS = 2000;

/**
 * A graph in which relevant documents are better connected than the rest ranks them higher before any query is read: what a
 * benchmark made from the graph itself would look like.
 */
export function leakage(degrees: readonly number[], relevant: ReadonlySet<number>, seed: number): Leakage | undefined {
	const rest = degrees.length - relevant.size;
	if (relevant.size === 0 || rest === 0) return undefined;
	const ranks = midranks(degrees);
	const pairs = relevant.size * rest;
	const least = (relevant.size * (relevant.size + 1)) / 2;
	const auc = (chosen: Iterable<number>): number => {
		let sum = 0;
		for (const docIndex of chosen) sum += ranks[docIndex] as number;
		return (sum - least) / pairs;
	};
	const observed = auc(relevant);
	const stream = randomStream(seed, 'graph/leakage');
	const docIndices = degrees.map((_, docIndex) => docIndex);
	let asFar = 0;
	for (let draw = 0; draw < DRAWS; draw++) {
		const drawn = auc(shuffled(docIndices, stream).slice(0, relevant.size));
		if (Math.abs(drawn - 0.5) >= Math.abs(observed - 0.5) - 1e-12) asFar++;
	}
	return { relevant: relevant.size, rest, auc: observed, p: (asFar + 1) / (DRAWS + 1) };
}

/** Ranks from 1, ascending; equal values share the mean of theirs. */
function midranks(values: readonly number[]): Float64Array {
	const order = values.map((_, docIndex) => docIndex).sort((x, y) => (values[x] as number) - (values[y] as number));
	const ranks = new Float64Array(values.length);
	for (let from = 0; from < order.length; ) {
		let to = from;
		while (to + 1 < order.length && values[order[to + 1] as number] === values[order[from] as number]) to++;
		for (let i = from; i <= to; i++) ranks[order[i] as number] = (from + to) / 2 + 1;
		from = to + 1;
	}
	return ranks;
}
