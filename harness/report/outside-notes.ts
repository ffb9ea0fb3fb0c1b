/** What tables say of strata that are no part of their overall rows. */
export function outsideNotes(strata: readonly string[]): readonly string[] {
	if (strata.length === 0) return [];
	return [`overall leaves out ${strata.join(', ')}: scored in a row of its own (outside_overall).`];
}
