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
	if (verdict === 'demote-only' && entry !== undefined) return demotingWitness(scene, entry);
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

/** A document of the leg's own gets in and one of the others falls, which the leg can never lift. */
function demotingWitness(scene: AuditScene, { agreement, trial: shown }: ReachCase): Witness {
	const { input, pool, at } = shown;
	const after = [...at(scene.leg.weight, pool.docs.length).docs];
	// Without the leg: its documents have no weight, and all others stand as they do in its absence.
	const before = [...at(0, pool.docs.length).docs].filter((place) => !input.isNewcomer(place));
	const rank = after.findIndex((place) => input.isNewcomer(place));
	const fallen = before.find((place, was) => after.indexOf(place) > was) as number;
	return witness(
		scene,
		shown,
		true,
		`${whereOthers(agreement, scene.others.length, scene.cutoff)}${input.nameOf(after[rank] as number)}, which only ${scene.leg.name} returns, enters at rank ${rank + 1} and ${input.nameOf(fallen)} falls from rank ${before.indexOf(fallen) + 1} to rank ${after.indexOf(fallen) + 1}; no input was found in which it lifts a document of the others`,
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
