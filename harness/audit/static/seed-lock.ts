import { agreementsAmong } from './agreements.ts';
import { enters, newcomers, othersLists } from './reach.ts';
import { type AuditScene, layOut } from './synthetic-input.ts';
import { smallestWeight, trial } from './trial.ts';

/**
 * The smallest weight at which the first newcomer enters the top K when the leg's list begins with this many of the
 * others' best documents, in their order; null: at no weight. With K seeds or more none does: every weight that lifts
 * the newcomer lifts the seeds before it.
 */
export function thresholdBehindSeeds(scene: AuditScene, seeds: number): number | null {
	let least: number | null = null;
	for (const agreement of agreementsAmong(scene.others.length)) {
		const others = othersLists(scene, agreement);
		const silent = trial(scene, layOut(scene, { own: [], others }));
		const best = Array.from(silent.at(scene.leg.weight, seeds).docs, (place) => silent.input.docAt(place));
		const own = [...best, ...newcomers(scene.leg.depth)].slice(0, scene.leg.depth);
		const locked = trial(scene, layOut(scene, { own, others }));
		const weight = smallestWeight((at) => enters(scene, locked, at));
		if (weight !== null && (least === null || weight < least)) least = weight;
	}
	return least;
}
