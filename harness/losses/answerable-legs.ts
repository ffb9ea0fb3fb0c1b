import type { MovedDocument, QueryChange } from './diff.ts';

/** What one leg has to answer for, among the relevant documents that entered and left the top K. */
export interface AnswerableLeg {
	/** Undefined: those that no leg moved that way, so that weights, fusion, stages or other documents did. */
	readonly leg: string | undefined;
	/** Relevant documents that entered and that it ranks higher than before, or has where it had them not. */
	readonly entered: number;
	/** Of these, how many it alone moved that way. */
	readonly enteredAlone: number;
	/** Relevant documents that left and that it ranks lower than before, or has no more. */
	readonly left: number;
	readonly leftAlone: number;
}

/**
 * Counts of `MovedDocument.answerable` over queries, by leg in order of the runs, and those that no leg answers for. A
 * document that several legs moved counts for each of them. Empty where neither run has legs.
 */
export function answerableLegs(queries: readonly QueryChange[]): readonly AnswerableLeg[] {
	const relevant = (moved: readonly MovedDocument[]): readonly MovedDocument[] =>
		moved.filter(({ grade = 0 }) => grade >= 1);
	const entered = queries.flatMap((query) => relevant(query.entered));
	const left = queries.flatMap((query) => relevant(query.left));
	const judged = [...entered, ...left].filter(({ answerable }) => answerable !== undefined);
	if (judged.length === 0) return [];
	const legs = [...new Set(judged.flatMap(({ legs: known }) => known.map(({ leg }) => leg)))];
	const countOf = (moved: readonly MovedDocument[], leg: string): number =>
		moved.filter(({ answerable }) => answerable?.includes(leg)).length;
	const aloneOf = (moved: readonly MovedDocument[], leg: string): number =>
		moved.filter(({ answerable }) => answerable?.length === 1 && answerable[0] === leg).length;
	const noneOf = (moved: readonly MovedDocument[]): number =>
		moved.filter(({ answerable }) => answerable?.length === 0).length;
	return [
		...legs.map((leg) => ({
			leg,
			entered: countOf(entered, leg),
			enteredAlone: aloneOf(entered, leg),
			left: countOf(left, leg),
			leftAlone: aloneOf(left, leg),
		})),
		{
			leg: undefined,
			entered: noneOf(entered),
			enteredAlone: noneOf(entered),
			left: noneOf(left),
			leftAlone: noneOf(left),
		},
	];
}
