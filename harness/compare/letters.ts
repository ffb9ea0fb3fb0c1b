/** Two systems, by their index, that a comparison tells apart. */
export type DifferentPair = readonly [number, number];

/**
 * The largest groups of systems no two of which are told apart, by insertion and absorption (Piepho 2004, "An algorithm
 * for a letter-based representation of all-pairwise comparisons"): every difference splits each group that holds both
 * systems, and a group inside another is dropped. Two systems share a group if and only if they are not told apart.
 *
 * Systems are numbered from 0, best first; groups come in the order of their first members.
 */
export function groupsNotToldApart(
	systems: number,
	different: readonly DifferentPair[],
): readonly (readonly number[])[] {
	let groups: readonly (readonly number[])[] = [Array.from({ length: systems }, (_, system) => system)];
	for (const [one, other] of different) {
		const split = groups.flatMap((group) =>
			group.includes(one) && group.includes(other)
				? [group.filter((system) => system !== one), group.filter((system) => system !== other)]
				: [group],
		);
		groups = split.filter(
			(group, i) =>
				!split.some(
					(larger, j) =>
						j !== i && group.every((system) => larger.includes(system)) && (larger.length > group.length || j < i),
				),
		);
	}
	return [...groups].sort(byMembers);
}

/** Each system's letters: `a` for the first group, `b` for the next ..., `z`, `aa`. */
export function lettersOf(systems: number, groups: readonly (readonly number[])[]): readonly string[] {
	return Array.from({ length: systems }, (_, system) =>
		groups.flatMap((group, i) => (group.includes(system) ? [letter(i)] : [])).join(groups.length > 26 ? ' ' : ''),
	);
}

function letter(group: number): string {
	const last = String.fromCharCode(97 + (group % 26));
	return group < 26 ? last : `${letter(Math.floor(group / 26) - 1)}${last}`;
}

function byMembers(one: readonly number[], other: readonly number[]): number {
	for (let i = 0; i < Math.min(one.length, other.length); i++)
		if (one[i] !== other[i]) return (one[i] as number) - (other[i] as number);
	return one.length - other.length;
}
