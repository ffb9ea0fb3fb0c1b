import { agreementsAmong } from './agreements.ts';
import { favoursOf, newcomers, othersLists, ownShapesOf, shapesOf } from './reach.ts';
import { type AuditScene, layOut, type SyntheticLists } from './synthetic-input.ts';
import { smallestWeight, type Trial, trial } from './trial.ts';

/**
 * Whether the leg's order alone decides the top K: true only if none of the inputs that speak against it (others that
 * share nothing with it, that hold its list backwards, that put its document K + 1 first) moves its first K.
 */
export function dominates(scene: AuditScene): boolean {
	if (scene.leg.weight === 0 || scene.leg.depth < scene.cutoff) return false;
	for (const lists of opposingLists(scene)) if (!decidesAlone(scene, trial(scene, layOut(scene, lists)))) return false;
	return true;
}

/**
 * The weight from which the leg, all of whose documents are its own, puts every one of them over everything that the
 * others return, however they agree. For a leg that may not return its seeds it is where the seeds are gone.
 */
export function evictsFrom(scene: AuditScene): number | null {
	if (scene.others.length === 0) return null;
	let from = 0;
	for (const agreement of agreementsAmong(scene.others.length)) {
		const lists = { own: newcomers(scene.leg.depth), others: othersLists(scene, agreement) };
		const weight = smallestWeight(evictsAll(trial(scene, layOut(scene, lists))));
		if (weight === null) return null;
		from = Math.max(from, weight);
	}
	return from;
}

function evictsAll({ input, pool, at }: Trial): (weight: number) => boolean {
	return (weight) => {
		const newcomer = Array.from(at(weight, pool.docs.length).docs, (place) => input.isNewcomer(place));
		const firstOther = newcomer.indexOf(false);
		return newcomer.includes(true) && (firstOther < 0 || newcomer.lastIndexOf(true) < firstOther);
	};
}

function decidesAlone(scene: AuditScene, { pool, at }: Trial): boolean {
	const own = pool.legs.find((leg) => leg.name === scene.leg.name);
	const top = at(scene.leg.weight, scene.cutoff).docs;
	return (
		own !== undefined &&
		own.order.length >= scene.cutoff &&
		top.length === scene.cutoff &&
		top.every((place, rank) => place === pool.docs[own.order[rank] as number])
	);
}

function* opposingLists(scene: AuditScene): Iterable<SyntheticLists> {
	const own = newcomers(scene.leg.depth);
	const runnerUp = own[scene.cutoff] ?? -1 - scene.leg.depth;
	// What an excluded leg holds the audited one does not bring, so excluded legs are kept apart in the first two.
	const opposing = (lists: (depth: number) => readonly number[]): readonly (readonly number[])[] => {
		const apart = othersLists(scene, 'disjoint');
		return scene.others.map(({ name, depth }, i) =>
			scene.leg.exclude.includes(name) ? (apart[i] as readonly number[]) : lists(depth),
		);
	};
	const against = [
		opposing((depth) => [runnerUp, ...Array.from({ length: depth - 1 }, (_, rank) => rank)]),
		opposing((depth) => [...own].reverse().slice(0, depth)),
		...agreementsAmong(scene.others.length).map((agreement) => othersLists(scene, agreement)),
	];
	for (const others of against)
		for (const favour of favoursOf(scene))
			for (const othersShape of shapesOf(scene))
				for (const ownShape of ownShapesOf(scene)) yield { own, others, favour, othersShape, ownShape };
}
