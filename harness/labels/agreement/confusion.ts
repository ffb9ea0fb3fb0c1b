/** How two judges graded the same items: `counts[i][j]` items that got grade `i` from the first and `j` from the second. */
export interface Confusion {
	/** Every grade that either judge gave, ascending: the order of rows and columns. */
	readonly grades: readonly number[];
	readonly counts: readonly (readonly number[])[];
	readonly n: number;
}

export function confusionOf(pairs: readonly (readonly [number, number])[]): Confusion {
	const grades = [...new Set(pairs.flat())].sort((x, y) => x - y);
	const indexOf = new Map(grades.map((grade, index) => [grade, index]));
	const counts = grades.map(() => new Array<number>(grades.length).fill(0));
	for (const [first, second] of pairs) {
		const row = counts[indexOf.get(first) as number] as number[];
		const column = indexOf.get(second) as number;
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

/** All items of several tables over the same grades; at least one table. */
export function sumOfTables(tables: readonly Confusion[]): Confusion {
	const grades = tables[0]?.grades ?? [];
	const counts = grades.map((_, i) =>
		grades.map((_, j) => tables.reduce((sum, table) => sum + (table.counts[i]?.[j] ?? 0), 0)),
	);
	return { grades, counts, n: tables.reduce((sum, { n }) => sum + n, 0) };
}

/** The items of `whole` that are not in `part`, over the same grades. */
export function withoutTable(whole: Confusion, part: Confusion): Confusion {
	return {
		grades: whole.grades,
		counts: whole.counts.map((row, i) => row.map((count, j) => count - (part.counts[i]?.[j] ?? 0))),
		n: whole.n - part.n,
	};
}
