import { listed, shortNumber, shortWeight } from '../wording.ts';
import { nothingPasses, passesNothing } from './context.ts';
import { findEntry, newcomers, othersLists } from './reach.ts';
import { findReorder } from './reorder.ts';
import { expectedToPass, isNoLeg, type StaticFacts, type StaticVerdict, starvedByFilter } from './static-facts.ts';
import { type AuditContext, layOut } from './synthetic-input.ts';
import { trial } from './trial.ts';

/** Why the verdict was given, a sentence each, and from which weight the leg gets in. */
export function staticEvidence(verdict: StaticVerdict, facts: StaticFacts): readonly string[] {
	return [...EVIDENCE[verdict](facts), ...filterSentences(facts), ...reachSentences(facts)];
}

const EVIDENCE: Readonly<Record<StaticVerdict, (facts: StaticFacts) => readonly string[]>> = {
	starved: (facts) =>
		starvedByFilter(facts)
			? []
			: [
					`No document of ${facts.context.leg.name} enters the top ${facts.context.cutoff} and what it returns reorders none of the others, at any weight, while the other legs return full lists: ${whatCuts(facts.context)}.`,
				],
	'cannot-matter': ({ context, thresholds }) =>
		isNoLeg(context)
			? [`At ${context.leg.weight === 0 ? 'weight' : 'depth'} 0 ${context.leg.name} is no leg at all.`]
			: [
					`At weight ${context.leg.weight} ${context.leg.name} cannot change the top ${context.cutoff} ${whileFull(context)}: no document that only it returns enters${thresholds.fullLists === null ? '' : ` (that takes a weight above ${shortWeight(thresholds.fullLists)})`}, and it reorders nothing${context.leg.exclude.length > 0 ? `, for it may not return what ${listed(context.leg.exclude)} return` : ''}.`,
					...underTheWorst(context),
					...roomSentence(context, thresholds.anyLists),
				],
	'reorder-only': ({ context, thresholds }) => [
		`At weight ${context.leg.weight} no document that only ${context.leg.name} returns enters the top ${context.cutoff} ${whileFull(context)}; it can reorder what they return.`,
		...roomSentence(context, thresholds.anyLists),
	],
	'demote-only': ({ context, evictsFrom }) => [
		`${context.leg.name} may not return what ${listed(context.leg.exclude)} return: it can put documents of its own before theirs, and never lift one of theirs.`,
		...(typeof evictsFrom !== 'number'
			? []
			: [
					`Above weight ${shortWeight(evictsFrom)} its documents, where it finds ${context.leg.depth}, all stand before everything else.`,
				]),
	],
	'reorder-impossible': ({ context }) => [
		`${context.leg.name} decides which documents are there; their order does not depend on it${afterwards(context)}.`,
	],
	dominant: ({ context }) => [
		context.others.length === 0
			? `${context.leg.name} is the only leg.`
			: `The first ${context.cutoff} of ${context.leg.name} are the top ${context.cutoff}, in its order, whatever the others' order, while all lists are full.`,
	],
	live: ({ context, thresholds, entry, reorder }) => [
		...(entry === undefined || reorder === undefined
			? [
					`No input was found in which ${context.leg.name} ${entry === undefined ? `brings a document of its own into the top ${context.cutoff}` : 'reorders what the others return'}, but that is no proof for this system: it passes for possible.`,
				]
			: [
					`A document that only ${context.leg.name} returns can enter the top ${context.cutoff}, and ${context.leg.name} can reorder what the others return.`,
				]),
		...(thresholds.disjoint !== null && context.leg.weight > thresholds.disjoint
			? []
			: [
					`At weight ${context.leg.weight} it gets in only in special cases: not where the others return nothing in common and no stage prefers it.`,
				]),
	],
};

/** Under which condition the search found nothing. */
function whileFull(context: AuditContext): string {
	const lists = context.others.map(({ name, depth }) => `${name} ${depth}`);
	return `while the other legs return full lists, ${listed(lists)} documents`;
}

function roomSentence({ leg, cutoff }: AuditContext, anyLists: number | null): readonly string[] {
	if (anyLists === null || leg.weight <= anyLists) return [];
	return [`Where a query leaves the others with fewer than ${cutoff} documents, its own documents fill the room.`];
}

/** The plainest form of being out of reach: the leg's best stands under the worst of all the others. */
function underTheWorst(context: AuditContext): readonly string[] {
	const lists = { own: newcomers(context.leg.depth), others: othersLists(context, 'disjoint') };
	const { input, pool, at } = trial(context, layOut(context, lists));
	const { docs, scores } = at(context.leg.weight, pool.docs.length);
	const best = docs.findIndex((docIndex) => input.isNewcomer(docIndex));
	const worst = docs.findLastIndex((docIndex) => !input.isNewcomer(docIndex));
	if (best < worst) return [];
	return [
		`Its best possible score is ${shortNumber(scores[best] as number)}; where the others return nothing in common the worst of their documents scores ${shortNumber(scores[worst] as number)}.`,
	];
}

/** The thresholds in a sentence. */
function reachSentences({ context, thresholds }: StaticFacts): readonly string[] {
	if (context.others.length === 0) return [];
	const { disjoint, fullLists, hardest, byAgreement } = thresholds;
	if (fullLists === null)
		return [`Against full lists its first document enters the top ${context.cutoff} at no weight.`];
	const where = context.others.length === 1 ? 'against the other leg' : 'where the others return nothing in common';
	const identical = byAgreement.identical;
	const same = identical === undefined ? '' : `, ${above(identical)} where they return the same list`;
	const range =
		fullLists === hardest
			? ''
			: ` Over all full lists tried: ${above(fullLists)} in the easiest case, ${above(hardest)} in the hardest.`;
	return [
		`Against full lists a first document that no other leg returns enters ${above(disjoint)} ${where}${same}.${range}`,
	];
}

function filterSentences(facts: StaticFacts): readonly string[] {
	const { context, filter } = facts;
	if (context.failing === undefined && (filter === undefined || filter.passing === filter.documents)) return [];
	if (filter !== undefined && passesNothing(filter)) return [nothingPasses(filter)];
	const expected = expectedToPass(facts);
	if (filter === undefined || expected === undefined)
		return [
			`A filter runs after ${context.leg.name} is cut at ${context.leg.depth}: where fewer than ${context.cutoff} in ${context.leg.depth} documents pass it, the top ${context.cutoff} is not filled.`,
		];
	return [
		`${filter.passing} of ${filter.documents} documents pass the filter, which runs after ${context.leg.name} is cut at ${context.leg.depth}: of its list ${shortNumber(expected)} are expected to pass, the rest of them never compete.`,
	];
}

function above(weight: number | null): string {
	return weight === null ? 'at no weight' : weight === 0 ? 'at any weight' : `above weight ${shortWeight(weight)}`;
}

function afterwards({ pipeline }: AuditContext): string {
	const last = pipeline.stages.at(-1)?.stage.name;
	return last === undefined ? '' : `, for ${last} comes after`;
}

/** Names what stands in the way: the first stage without which the leg would count, or else the fusion. */
function whatCuts(context: AuditContext): string {
	const { pipeline } = context;
	const { stages } = pipeline;
	const culprit = stages.find((_, index) => {
		const without = { ...context, pipeline: { ...pipeline, stages: stages.filter((__, other) => other !== index) } };
		return findEntry(without) !== undefined || findReorder(without) !== undefined;
	});
	if (culprit !== undefined) return `the stage ${culprit.stage.name} cuts them`;
	const limited = stages.some(({ stage }) => stage.name === 'limit') ? ', and the limit cuts what stands behind' : '';
	return `${pipeline.fusion.name} puts them behind those of ${listed(context.others.map((other) => other.name))}${limited}`;
}
