import type { Example } from '../leg-audit.ts';
import { shortNumber } from '../wording.ts';
import { whereOthers } from './agreements.ts';
import { example } from './example.ts';
import { newcomers, type ReachCase } from './reach.ts';
import { type StaticFacts, type StaticVerdict, starvedByFilter } from './static-facts.ts';
import { type AuditContext, layOut } from './synthetic-input.ts';
import { trial } from './trial.ts';

/** The rankings that show the verdict, or the nearest miss where none was found. */
export function staticExample(verdict: StaticVerdict, facts: StaticFacts): Example {
	const { context, thresholds, entry, reorder } = facts;
	if (starvedByFilter(facts)) return filteredExample(context);
	const where = (agreement: string): string => whereOthers(agreement, context.others.length, context.cutoff);
	if (verdict === 'reorder-only' && reorder?.up !== undefined && reorder.down !== undefined) {
		const { nameOf } = reorder.trial.input;
		return example(
			context,
			reorder.trial,
			true,
			`${where(reorder.agreement)}${context.leg.name} lifts ${nameOf(reorder.up)} over ${nameOf(reorder.down)}; no input of full lists lets a document of its own in (nearest miss: ${missOf(context, thresholds.easiestCase)})`,
		);
	}
	if (verdict === 'demote-only' && entry !== undefined) return demotingExample(context, entry);
	if (entry !== undefined) {
		const top = entry.trial.at(context.leg.weight, context.cutoff).docs;
		const rank = top.findIndex((docIndex) => entry.trial.input.isNewcomer(docIndex));
		const name = entry.trial.input.nameOf(top[rank] as number);
		return example(
			context,
			entry.trial,
			true,
			`${where(entry.agreement)}${name}, which only ${context.leg.name} returns, enters at rank ${rank + 1}`,
		);
	}
	return example(
		context,
		thresholds.easiestCase.trial,
		false,
		`no input of full lists lets a document of ${context.leg.name} in; nearest miss: ${where(thresholds.easiestCase.agreement)}${missOf(context, thresholds.easiestCase)}`,
	);
}

/** A document of the leg's own gets in and one of the others falls, which the leg can never lift. */
function demotingExample(context: AuditContext, { agreement, trial: shown }: ReachCase): Example {
	const { input, pool, at } = shown;
	const after = [...at(context.leg.weight, pool.docs.length).docs];
	// Without the leg: its documents have no weight, and all others stand as they do in its absence.
	const before = [...at(0, pool.docs.length).docs].filter((docIndex) => !input.isNewcomer(docIndex));
	const rank = after.findIndex((docIndex) => input.isNewcomer(docIndex));
	const fallen = before.find((docIndex, was) => after.indexOf(docIndex) > was) as number;
	return example(
		context,
		shown,
		true,
		`${whereOthers(agreement, context.others.length, context.cutoff)}${input.nameOf(after[rank] as number)}, which only ${context.leg.name} returns, enters at rank ${rank + 1} and ${input.nameOf(fallen)} falls from rank ${before.indexOf(fallen) + 1} to rank ${after.indexOf(fallen) + 1}; no input was found in which it lifts a document of the others`,
	);
}

function missOf(context: AuditContext, { trial: miss }: ReachCase): string {
	if (context.leg.weight === 0) return 'at weight 0 none of its documents is ranked';
	const all = miss.at(context.leg.weight, miss.pool.docs.length);
	const first = all.docs.findIndex((docIndex) => miss.input.isNewcomer(docIndex));
	if (first < 0) return 'none of its documents is ranked';
	const last = Math.min(context.cutoff, all.docs.length);
	return `its best scores ${shortNumber(all.scores[first] as number)} at rank ${first + 1}, rank ${last} scores ${shortNumber(all.scores[last - 1] as number)}`;
}

/** A list as deep as the leg, none of which passes the filter. */
function filteredExample(context: AuditContext): Example {
	const { failing } = context;
	const blind = failing === undefined ? context : { ...context, passing: failing };
	const own = layOut(blind, { own: newcomers(context.leg.depth), others: context.others.map(() => []) });
	return example(
		context,
		trial(context, own),
		true,
		`none of the first ${context.leg.depth} documents of ${context.leg.name} passes the filter: nothing is left, whatever stands at rank ${context.leg.depth + 1}`,
	);
}
