import { agreementsAmong } from './agreements.ts';
import { enters, newcomers, othersLists } from './reach.ts';
import { type AuditContext, layOut } from './synthetic-input.ts';
import { smallestWeight, trial } from './trial.ts';

/**
 * The smallest weight at which the first newcomer enters the top K when the leg's list begins with this many of the
 * others' best documents, in their order; null: at no weight. With K seeds or more none does: every weight that lifts
 * the newcomer lifts the seeds before it.
 */
export function thresholdBehindSeeds(context: AuditContext, seeds: number): number | null {
	let least: number | null = null;
	for (const agreement of agreementsAmong(context.others.length)) {
		const others = othersLists(context, agreement);
		const silent = trial(context, layOut(context, { own: [], others }));
		const best = Array.from(silent.at(context.leg.weight, seeds).docs, (docIndex) => silent.input.docAt(docIndex));
		const own = [...best, ...newcomers(context.leg.depth)].slice(0, context.leg.depth);
		const locked = trial(context, layOut(context, { own, others }));
		const weight = smallestWeight((at) => enters(context, locked, at));
		if (weight !== null && (least === null || weight < least)) least = weight;
	}
	return least;
}
