import { listed, shortNumber, shortWeight } from '../wording.ts';
import { findEntry, newcomers, othersLists } from './reach.ts';
import { findReorder } from './reorder.ts';
import { nothingPasses, passesNothing } from './scene.ts';
import { SCORE_SHAPES } from './score-shapes.ts';
import { expectedToPass, type StaticFacts, type StaticVerdict, starvedByFilter } from './static-facts.ts';
import { type AuditScene, layOut } from './synthetic-input.ts';
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
					`No document of ${facts.scene.leg.name} enters the top ${facts.scene.cutoff} and what it returns reorders none of the others, at any weight: ${whatCuts(facts.scene)}.`,
				],
	unreachable: ({ scene, thresholds }) =>
		scene.leg.weight === 0
			? [`At weight 0 ${scene.leg.name} is no leg at all.`]
			: [
					`At weight ${scene.leg.weight} no document that only ${scene.leg.name} returns can enter the top ${scene.cutoff}, ${whatever(scene)}${thresholds.easiest === null ? '' : `: that takes more than ${shortWeight(thresholds.easiest)}`}.`,
					...underTheWorst(scene),
					scene.leg.exclude.length > 0
						? `It may not return what ${listed(scene.leg.exclude)} return, so it cannot reorder anything either.`
						: 'It cannot reorder what the others return either.',
				],
	'reorder-only': ({ scene }) => [
		`At weight ${scene.leg.weight} no document that only ${scene.leg.name} returns can enter the top ${scene.cutoff}, ${whatever(scene)}; it can still reorder what the others return.`,
	],
	'demote-only': ({ scene, evictsFrom }) => [
		`${scene.leg.name} may not return what ${listed(scene.leg.exclude)} return: it can put documents of its own before theirs, and never lift one of theirs.`,
		...(evictsFrom === null
			? []
			: [
					`Above weight ${shortWeight(evictsFrom)} its documents, where it finds ${scene.leg.depth}, all stand before everything else.`,
				]),
	],
	'reorder-impossible': ({ scene }) => [
		`${scene.leg.name} decides which documents are there; their order does not depend on it${afterwards(scene)}.`,
	],
	dominant: ({ scene }) => [
		scene.others.length === 0
			? `${scene.leg.name} is the only leg.`
			: `The first ${scene.cutoff} of ${scene.leg.name} are the top ${scene.cutoff}, in its order, whatever the others say.`,
	],
	live: ({ scene, thresholds }) => [
		`A document that only ${scene.leg.name} returns can enter the top ${scene.cutoff}, and it can reorder what the others return.`,
		...(thresholds.disjoint !== null && scene.leg.weight > thresholds.disjoint
			? []
			: [
					`At weight ${scene.leg.weight} it gets in only in special cases: not where the others return nothing in common and nothing favours it.`,
				]),
	],
};

/** The plainest form of being out of reach: the leg's best stands under the worst of all the others. */
function underTheWorst(scene: AuditScene): readonly string[] {
	const lists = { own: newcomers(scene.leg.depth), others: othersLists(scene, 'disjoint') };
	const { input, pool, at } = trial(scene, layOut(scene, lists));
	const { docs, scores } = at(scene.leg.weight, pool.docs.length);
	const best = docs.findIndex((place) => input.isNewcomer(place));
	const worst = docs.findLastIndex((place) => !input.isNewcomer(place));
	if (best < worst) return [];
	return [
		`Its best possible score is ${shortNumber(scores[best] as number)}; where the others return nothing in common the worst of their documents scores ${shortNumber(scores[worst] as number)}.`,
	];
}

/** The thresholds in a sentence. */
function reachSentences({ scene, thresholds }: StaticFacts): readonly string[] {
	if (scene.others.length === 0) return [];
	const { disjoint, easiest, hardest, byAgreement } = thresholds;
	if (easiest === null) return [`Its first document enters the top ${scene.cutoff} at no weight.`];
	const where = scene.others.length === 1 ? 'against the other leg' : 'where the others return nothing in common';
	const identical = byAgreement.identical;
	const same = identical === undefined ? '' : `, ${above(identical)} where they return the same list`;
	const range =
		easiest === hardest
			? ''
			: ` Over all inputs tried: ${above(easiest)} in the easiest, ${above(hardest)} in the hardest.`;
	return [`A first document that no other leg returns enters ${above(disjoint)} ${where}${same}.${range}`];
}

function filterSentences(facts: StaticFacts): readonly string[] {
	const { scene, filter } = facts;
	if (scene.failing === undefined && (filter === undefined || filter.passing === filter.documents)) return [];
	if (filter !== undefined && passesNothing(filter)) return [nothingPasses(filter)];
	const expected = expectedToPass(facts);
	if (filter === undefined || expected === undefined)
		return [
			`A filter runs after ${scene.leg.name} is cut at ${scene.leg.depth}: where fewer than ${scene.cutoff} in ${scene.leg.depth} documents pass it, the top ${scene.cutoff} is not filled.`,
		];
	return [
		`${filter.passing} of ${filter.documents} documents pass the filter, which runs after ${scene.leg.name} is cut at ${scene.leg.depth}: of its list ${shortNumber(expected)} are expected to pass, the rest of them never compete.`,
	];
}

function whatever(scene: AuditScene): string {
	return scene.readsScores
		? `whatever the rankings, their scores falling in any of ${Object.keys(SCORE_SHAPES).length} ways`
		: 'whatever the rankings';
}

function above(weight: number | null): string {
	return weight === null ? 'at no weight' : weight === 0 ? 'at any weight' : `above weight ${shortWeight(weight)}`;
}

function afterwards({ pipeline }: AuditScene): string {
	const last = pipeline.stages.at(-1)?.stage.name;
	return last === undefined ? '' : `, for ${last} comes after`;
}

/** Names what stands in the way: the first stage without which the leg would count, or else the fusion. */
function whatCuts(scene: AuditScene): string {
	const { pipeline } = scene;
	const { stages } = pipeline;
	const culprit = stages.find((_, place) => {
		const without = { ...scene, pipeline: { ...pipeline, stages: stages.filter((__, other) => other !== place) } };
		return findEntry(without) !== undefined || findReorder(without) !== undefined;
	});
	if (culprit !== undefined) return `the stage ${culprit.stage.name} cuts them`;
	const limited = stages.some(({ stage }) => stage.name === 'limit') ? ', and the limit cuts what stands behind' : '';
	return `${pipeline.fusion.name} puts them behind those of ${listed(scene.others.map((other) => other.name))}${limited}`;
}
