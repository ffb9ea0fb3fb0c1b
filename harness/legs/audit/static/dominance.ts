import { agreementsAmong } from './agreements.ts';
import { biasesOf, newcomers, othersLists, ownShapesOf, passingOf, shapesOf } from './reach.ts';
import { type AuditContext, layOut, type SyntheticLists } from './synthetic-input.ts';
import { smallestWeight, type Trial, trial } from './trial.ts';

/**
 * Whether the leg's order alone decides the top K: true only if none of the inputs that speak against it (others that
 * share nothing with it, that hold its list backwards, that put its document K + 1 first) moves its first K.
 */
export function dominates(context: AuditContext): boolean {
	if (context.leg.weight === 0 || context.leg.depth < context.cutoff) return false;
	for (const lists of opposingLists(context)) {
		const made = trial(context, layOut(context, lists));
		if (!decidesAlone(context, made, context.leg.weight * BARELY_LESS)) return false;
	}
	return true;
}

/**
 * The weight from which the leg, all of whose documents are its own, puts every one of them over everything that the
 * others return, however they agree and whatever stages prefer; null: no weight does so always. For a leg that may not return its seeds it is where the seeds are gone.
 */
export function evictsFrom(context: AuditContext): number | null {
	if (context.others.length === 0) return null;
	let from = 0;
	for (const agreement of agreementsAmong(context.others.length))
		for (const bias of biasesOf(context))
			for (const othersShape of shapesOf(context))
				for (const ownShape of ownShapesOf(context)) {
					const lists = { own: newcomers(context.leg.depth), others: othersLists(context, agreement) };
					const made = trial(context, layOut(context, { ...lists, bias, othersShape, ownShape }));
					const weight = smallestWeight(evictsAll(made));
					if (weight === null) return null;
					from = Math.max(from, weight);
				}
	return from;
}

function evictsAll({ input, pool, at }: Trial): (weight: number) => boolean {
	return (weight) => {
		const newcomer = Array.from(at(weight, pool.docs.length).docs, (docIndex) => input.isNewcomer(docIndex));
		const firstOther = newcomer.indexOf(false);
		return newcomer.includes(true) && (firstOther < 0 || newcomer.lastIndexOf(true) < firstOther);
	};
}

/** Turns a tie, which the order of the corpus would decide, against the leg. */
const BARELY_LESS = 1 - 1e-9;

/** Whether the top K are the first K of the leg's list, in its order. */
function decidesAlone(context: AuditContext, { pool, at }: Trial, weight: number): boolean {
	const own = pool.legs.find((leg) => leg.name === context.leg.name);
	const top = at(weight, context.cutoff).docs;
	return (
		own !== undefined &&
		own.order.length >= context.cutoff &&
		top.length === context.cutoff &&
		top.every((index, rank) => index === pool.docs[own.order[rank] as number])
	);
}

/** Inputs that speak against the leg's order as much as they can. */
function* opposingLists(context: AuditContext): Iterable<SyntheticLists> {
	const { cutoff, leg } = context;
	const own = newcomers(leg.depth);
	// The audited leg brings nothing of a leg that it excludes, so their lists are kept apart.
	const opposing = (lists: (depth: number) => readonly number[]): readonly (readonly number[])[] => {
		const apart = othersLists(context, 'disjoint');
		return context.others.map(({ name, depth }, i) =>
			leg.exclude.includes(name) ? (apart[i] as readonly number[]) : lists(depth),
		);
	};
	const filler = (depth: number): readonly number[] => Array.from({ length: depth }, (_, rank) => rank);
	const lifting = own.slice(1, cutoff + 1).map((doc) => opposing((depth) => [doc, ...filler(depth)].slice(0, depth)));
	const against = [
		...lifting,
		opposing((depth) => [...own].reverse().concat(filler(depth)).slice(0, depth)),
		...agreementsAmong(context.others.length).map((agreement) => othersLists(context, agreement)),
	];
	for (const passing of passingOf(context, ['all', 'every third']))
		for (const others of against)
			for (const bias of biasesOf(context))
				for (const othersShape of shapesOf(context))
					for (const ownShape of [...ownShapesOf(context), ...(context.readsScores ? ['flat'] : [])])
						yield { own, others, bias, othersShape, ownShape, passing };
}
