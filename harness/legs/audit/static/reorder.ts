import { agreementsAmong, scatteredLists } from './agreements.ts';
import { neverReorders, reorderProven } from './proof.ts';
import { biasesOf, newcomers, othersLists, ownShapesOf, passingOf, shapesOf } from './reach.ts';
import { type AuditContext, layOut, type SyntheticLists } from './synthetic-input.ts';
import { type Trial, trial } from './trial.ts';

/** An input in which the leg turns the order of two documents that others return. */
export interface ReorderCase {
	readonly agreement: string;
	readonly trial: Trial;
	/** `order`: both are ranked with and without the leg; `replacement`: one of them stands where the other stood. */
	readonly kind: 'order' | 'replacement';
	/**
	 * `up` stands before `down` with the leg and behind it without; indices into the corpus. Where one replaces
	 * another, undefined: nothing was there before, or nothing is there after.
	 */
	readonly up: number | undefined;
	readonly down: number | undefined;
}

/**
 * Looks for an input in which the leg turns the order of two documents of the others, the better one in the top K; or
 * else for one in which it only replaces one by another, past a cut. Pushing documents down by adding others
 * is no reordering. The others return full lists, and stages may take out documents of theirs.
 */
export function findReorder(context: AuditContext, weight = context.leg.weight): ReorderCase | undefined {
	if (weight === 0 || context.leg.depth === 0) return undefined;
	const never = neverReorders(context);
	// Without a cut among the stages a document of the others replaces no other either: it is only pushed down.
	if (never && !context.pipeline.stages.some(({ stage }) => stage.name === 'limit')) return undefined;
	let replacement: ReorderCase | undefined;
	for (const found of reorderCases(context, weight)) {
		if (found.kind === 'order' || never) return found;
		replacement ??= found;
	}
	return replacement;
}

function* reorderCases(context: AuditContext, weight: number): Iterable<ReorderCase> {
	// A leg that may not repeat any of the others brings nothing of theirs to the pool.
	const barred = context.others.every(({ name }) => context.leg.exclude.includes(name));
	const reserve = context.leg.depth;
	const proven = reorderProven(context);
	let tries = proven ? Number.POSITIVE_INFINITY : ENOUGH;
	for (const passing of passingOf(context, ['all', 'every third', 'last two']))
		for (const bias of biasesOf(context).filter((whom) => whom === 'nobody' || whom === 'every second'))
			for (const othersShape of shapesOf(context).filter((shape) => CLOSE.has(shape)))
				for (const shapedAt of context.cutoffs)
					for (const { agreement, others } of waysToAgree(context, shapedAt, proven ? SCATTERED : FEW)) {
						const plain = { others, othersShape, bias, passing, shapedAt, reserve };
						const silent = trial(context, layOut(context, { ...plain, own: [] }));
						const before = scoresOf(silent, weight);
						const lists = [
							...(barred ? [] : turnedLists(wholeOrder(before, others), context)),
							newcomers(reserve),
							[-1],
						];
						for (const ownShape of ownShapesOf(context))
							for (const own of lists) {
								if (tries-- === 0) return;
								const found = turnedIn(context, { ...plain, own, ownShape }, before, weight);
								if (found !== undefined) yield { agreement, ...found };
							}
					}
}

function turnedIn(
	context: AuditContext,
	lists: SyntheticLists,
	before: ReadonlyMap<number, number>,
	weight: number,
): Omit<ReorderCase, 'agreement'> | undefined {
	const turned = trial(context, layOut(context, lists));
	const pair = turnedPair(before, scoresOf(turned, weight), context.cutoff, (doc) => doc >= 0);
	if (pair === undefined) return undefined;
	const indexOf = new Map(Array.from(turned.pool.docs, (index) => [turned.input.docAt(index), index]));
	return {
		kind: pair.kind,
		trial: turned,
		up: indexOf.get(pair.up ?? -Infinity),
		down: indexOf.get(pair.down ?? -Infinity),
	};
}

/** Shapes in which the others' documents come out close to each other, where a small weight can turn two of them. */
const CLOSE: ReadonlySet<string> = new Set(['even', 'flat', 'head']);

/** The fused ranking, best first: score by document. */
function scoresOf({ input, pool, at }: Trial, weight: number): ReadonlyMap<number, number> {
	const { docs, scores } = at(weight, pool.docs.length);
	return new Map(Array.from(docs, (index, rank) => [input.docAt(index), scores[rank] as number]));
}

/** How many scattered inputs are tried beside the tidy ones. */
const SCATTERED = 16;
/** And how many where finding nothing is no proof, so that nothing is claimed. */
const FEW = 2;
/** Nor are more inputs tried there: what has not been found by then passes for possible all the same. */
const ENOUGH = 150;

function waysToAgree(
	context: AuditContext,
	cutoff: number,
	draws: number,
): readonly { readonly agreement: string; readonly others: readonly (readonly number[])[] }[] {
	const tidy = agreementsAmong(context.others.length).map((agreement) => ({
		agreement,
		others: othersLists(context, agreement, cutoff),
	}));
	if (context.others.length < 2) return tidy;
	const depths = context.others.map(({ depth }) => depth);
	const scattered = Array.from({ length: draws }, (_, draw) => ({
		agreement: 'scattered',
		others: scatteredLists(depths, draw),
	}));
	return [...tidy, ...scattered];
}

/** For the only leg of a system: whether turning its list turns the result. */
export function ownOrderCounts(context: AuditContext): ReorderCase | undefined {
	if (context.leg.weight === 0) return undefined;
	const list = newcomers(context.leg.depth);
	const straight = trial(context, layOut(context, { own: list, others: [] }));
	const turned = trial(context, layOut(context, { own: [...list].reverse(), others: [] }));
	const { weight } = context.leg;
	const pair = turnedPair(scoresOf(straight, weight), scoresOf(turned, weight), context.cutoff, () => true);
	// Newcomers alone: document -1 is at index 0.
	return pair === undefined
		? undefined
		: { agreement: 'disjoint', trial: turned, kind: pair.kind, up: -1 - (pair.up ?? 0), down: -1 - (pair.down ?? 0) };
}

/** The fused order, and behind it what a stage took out: the leg may lift it past the cut. */
function wholeOrder(before: ReadonlyMap<number, number>, others: readonly (readonly number[])[]): readonly number[] {
	return [...new Set([...before.keys(), ...others.flat()])];
}

/** Lists that go against the order in which the others' documents stand without the leg; the smallest first. */
function turnedLists(order: readonly number[], { cutoff, cutoffs, leg }: AuditContext): readonly (readonly number[])[] {
	// Past the widest cut, for a document that gets through a limit may come before others afterwards.
	const lifted = order.slice(1, Math.max(...cutoffs) + 1).map((doc) => [doc]);
	const lists = [
		...lifted,
		order.slice(0, cutoff).reverse(),
		order.slice(0, leg.depth).reverse(),
		order.slice(-leg.depth).reverse(),
	];
	return lists.map((list) => list.slice(0, leg.depth)).filter((list) => list.length > 0);
}

/**
 * Two documents whose order is turned, the upper one in the top K of `after`: of two that both rankings hold, or else
 * of which one replaces the other, which a cut then leaves out.
 */
export function turnedPair(
	before: ReadonlyMap<number, number>,
	after: ReadonlyMap<number, number>,
	cutoff: number,
	counts: (doc: number) => boolean,
): Pick<ReorderCase, 'kind' | 'up' | 'down'> | undefined {
	const [was, is] = [before, after].map((scores) => [...scores.keys()]) as [number[], number[]];
	const rankAfter = new Map(is.map((doc, rank) => [doc, rank]));
	const rankBefore = new Map(was.map((doc, rank) => [doc, rank]));
	const top = is.slice(0, cutoff).filter(counts);
	for (const up of top)
		for (const down of was.slice(0, rankBefore.get(up) ?? 0))
			if (counts(down) && (rankAfter.get(down) ?? -1) > (rankAfter.get(up) as number) && apart(before, after, up, down))
				return { kind: 'order', up, down };
	const head = was.slice(0, cutoff);
	const up = top.find((doc) => !head.includes(doc));
	const down = head.find((doc) => counts(doc) && !is.slice(0, cutoff).includes(doc));
	// A document that gives way to one that does not count was only pushed down.
	if (up === undefined && (down === undefined || top.length < Math.min(cutoff, is.length))) return undefined;
	return { kind: 'replacement', up, down };
}

/** Two scores that differ by no more than this share of their size differ by a rounding. */
const ROUNDING = 1e-12;

/** Whether two documents stand apart by more than roundings, before or after. */
function apart(
	before: ReadonlyMap<number, number>,
	after: ReadonlyMap<number, number>,
	up: number,
	down: number,
): boolean {
	return [before, after].some((scores) => {
		const [one, other] = [scores.get(up) as number, scores.get(down) as number];
		return Math.abs(one - other) > ROUNDING * Math.max(Math.abs(one), Math.abs(other));
	});
}
