import type { Witness } from '../leg-audit.ts';
import { shortNumber } from '../wording.ts';
import { whereOthers } from './agreements.ts';
import { newcomers, type ReachCase } from './reach.ts';
import { type StaticFacts, type StaticVerdict, starvedByFilter } from './static-facts.ts';
import { type AuditScene, layOut } from './synthetic-input.ts';
import { trial } from './trial.ts';
import { witness } from './witness.ts';

/** The rankings that show the verdict, or the nearest miss where none was found. */
export function staticWitness(verdict: StaticVerdict, facts: StaticFacts): Witness {
	const { scene, thresholds, entry, reorder } = facts;
	if (starvedByFilter(facts)) return filteredWitness(scene);
	const where = (agreement: string): string => whereOthers(agreement, scene.others.length, scene.cutoff);
	if (verdict === 'reorder-only' && reorder !== undefined) {
		const { nameOf } = reorder.trial.input;
		return witness(
			scene,
			reorder.trial,
			true,
			`${where(reorder.agreement)}${scene.leg.name} lifts ${nameOf(reorder.up)} over ${nameOf(reorder.down)}; no input lets a document of its own in (nearest miss: ${missOf(scene, thresholds.easiestCase)})`,
		);
	}
	if (entry !== undefined) {
		const top = entry.trial.at(scene.leg.weight, scene.cutoff).docs;
		const rank = top.findIndex((place) => entry.trial.input.isNewcomer(place));
		const name = entry.trial.input.nameOf(top[rank] as number);
		return witness(
			scene,
			entry.trial,
			true,
			`${where(entry.agreement)}${name}, which only ${scene.leg.name} returns, enters at rank ${rank + 1}`,
		);
	}
	return witness(
		scene,
		thresholds.easiestCase.trial,
		false,
		`no input lets a document of ${scene.leg.name} in; nearest miss: ${where(thresholds.easiestCase.agreement)}${missOf(scene, thresholds.easiestCase)}`,
	);
}

function missOf(scene: AuditScene, { trial: miss }: ReachCase): string {
	if (scene.leg.weight === 0) return 'at weight 0 none of its documents is ranked';
	const all = miss.at(scene.leg.weight, miss.pool.docs.length);
	const first = all.docs.findIndex((place) => miss.input.isNewcomer(place));
	if (first < 0) return 'none of its documents is ranked';
	const last = Math.min(scene.cutoff, all.docs.length);
	return `its best scores ${shortNumber(all.scores[first] as number)} at rank ${first + 1}, rank ${last} scores ${shortNumber(all.scores[last - 1] as number)}`;
}

/** A list as deep as the leg, none of which passes the filter. */
function filteredWitness(scene: AuditScene): Witness {
	const { failing } = scene;
	const blind = failing === undefined ? scene : { ...scene, passing: failing };
	const own = layOut(blind, { own: newcomers(scene.leg.depth), others: scene.others.map(() => []) });
	return witness(
		scene,
		trial(scene, own),
		true,
		`none of the first ${scene.leg.depth} documents of ${scene.leg.name} passes the filter: nothing is left, whatever stands at rank ${scene.leg.depth + 1}`,
	);
}
