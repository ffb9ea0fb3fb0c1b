/** How two judges graded the same items: `counts[i][j]` items that got grade `i` from the first and `j` from the second. */
export interface Confusion {
	/** Every grade that either judge gave, ascending: the order of rows and columns. */
	readonly grades: readonly number[];
	readonly counts: readonly (readonly number[])[];
	readonly n: number;
}

export function confusionOf(pairs: readonly (readonly [number, number])[]): Confusion {
	const grades = [...new Set(pairs.flat())].sort((x, y) => x - y);
	const places = new Map(grades.map((grade, place) => [grade, place]));
	const counts = grades.map(() => new Array<number>(grades.length).fill(0));
	for (const [first, second] of pairs) {
		const row = counts[places.get(first) as number] as number[];
		const column = places.get(second) as number;
		row[column] = (row[column] as number) + 1;
	}
	return { grades, counts, n: pairs.length };
}

/** The table of two sides: the grades that are upper, and the rest. */
export function splitBy({ grades, counts, n }: Confusion, isUpper: (grade: number) => boolean): Confusion {
	const cells = [
		[0, 0],
		[0, 0],
	];
	counts.forEach((row, i) => {
		row.forEach((count, j) => {
			const into = cells[isUpper(grades[i] as number) ? 1 : 0] as number[];
			const column = isUpper(grades[j] as number) ? 1 : 0;
			into[column] = (into[column] as number) + count;
		});
	});
	return { grades: [0, 1], counts: cells, n };
}
