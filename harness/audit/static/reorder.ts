import type { IndexedRanking } from '../../contract.ts';
import { agreementsAmong, scatteredLists } from './agreements.ts';
import { favoursOf, newcomers, othersLists, ownShapesOf, shapesOf } from './reach.ts';
import { type AuditScene, layOut } from './synthetic-input.ts';
import { type Trial, trial } from './trial.ts';

/** An input in which the leg turns the order of two documents that others return. */
export interface ReorderCase {
	readonly agreement: string;
	readonly trial: Trial;
	/** `up` stands before `down` with the leg and behind it without; corpus places. */
	readonly up: number;
	readonly down: number;
}

/**
 * Looks for an input in which the leg, returning nothing but documents of the others, turns the order of two of them,
 * the better one in the top K. Pushing documents down by adding others is no reordering.
 */
export function findReorder(scene: AuditScene, weight = scene.leg.weight): ReorderCase | undefined {
	// A leg that may not repeat any of the others brings nothing of theirs to the pool: the search would find nothing.
	const barred = scene.others.every(({ name }) => scene.leg.exclude.includes(name));
	if (weight === 0 || barred) return undefined;
	for (const favour of favoursOf(scene).filter((whom) => whom === 'nobody' || whom === 'every second'))
		for (const othersShape of shapesOf(scene))
			for (const { agreement, others } of waysToAgree(scene)) {
				const plain = { others, othersShape, favour };
				const silent = trial(scene, layOut(scene, { ...plain, own: [] }));
				const before = silent.at(weight, silent.pool.docs.length);
				const order = Array.from(before.docs, (place) => silent.input.docAt(place));
				for (const ownShape of ownShapesOf(scene))
					for (const own of turnedLists(order, scene)) {
						const turned = trial(scene, layOut(scene, { ...plain, own, ownShape }));
						const after = turned.at(weight, turned.pool.docs.length);
						const pair = turnedPair(before, after, scene.cutoff);
						if (pair !== undefined) return { agreement, trial: turned, ...pair };
					}
			}
	return undefined;
}

/** How many scattered inputs are tried beside the tidy ones. */
const SCATTERED = 3;

function waysToAgree(
	scene: AuditScene,
): readonly { readonly agreement: string; readonly others: readonly (readonly number[])[] }[] {
	const tidy = agreementsAmong(scene.others.length).map((agreement) => ({
		agreement,
		others: othersLists(scene, agreement),
	}));
	if (scene.others.length < 2) return tidy;
	const depths = scene.others.map(({ depth }) => depth);
	const scattered = Array.from({ length: SCATTERED }, (_, draw) => ({
		agreement: 'scattered',
		others: scatteredLists(depths, draw),
	}));
	return [...tidy, ...scattered];
}

/** For the only leg of a system: whether turning its list turns the result. */
export function ownOrderCounts(scene: AuditScene): ReorderCase | undefined {
	if (scene.leg.weight === 0) return undefined;
	const list = newcomers(scene.leg.depth);
	const straight = trial(scene, layOut(scene, { own: list, others: [] }));
	const turned = trial(scene, layOut(scene, { own: [...list].reverse(), others: [] }));
	const [before, after] = [straight, turned].map(({ at, pool }) => at(scene.leg.weight, pool.docs.length)) as [
		IndexedRanking,
		IndexedRanking,
	];
	const pair = turnedPair(before, after, scene.cutoff);
	return pair === undefined ? undefined : { agreement: 'disjoint', trial: turned, ...pair };
}

/** Lists that go against the order in which the others' documents stand without the leg; the smallest first. */
function turnedLists(order: readonly number[], { cutoff, leg }: AuditScene): readonly (readonly number[])[] {
	const lifted = order.slice(1, cutoff + 1).map((doc) => [doc]);
	const lists = [
		...lifted,
		order.slice(0, cutoff).reverse(),
		order.slice(0, leg.depth).reverse(),
		order.slice(-leg.depth).reverse(),
	];
	return lists.map((list) => list.slice(0, leg.depth)).filter((list) => list.length > 0);
}

function turnedPair(
	before: IndexedRanking,
	after: IndexedRanking,
	cutoff: number,
): { readonly up: number; readonly down: number } | undefined {
	const rankBefore = new Map(Array.from(before.docs, (place, rank) => [place, rank]));
	for (let rank = 0; rank < Math.min(cutoff, after.docs.length); rank++) {
		const up = after.docs[rank] as number;
		const upBefore = rankBefore.get(up);
		if (upBefore === undefined) continue;
		for (let lower = rank + 1; lower < after.docs.length; lower++) {
			const down = after.docs[lower] as number;
			const downBefore = rankBefore.get(down);
			if (downBefore !== undefined && downBefore < upBefore) return { up, down };
		}
	}
	return undefined;
}
