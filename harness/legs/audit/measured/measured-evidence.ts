import type { MeasuredLeg } from '../leg-audit.ts';
import { nothingPasses, passesNothing } from '../static/context.ts';
import { avoidsHead, bansSeeds, competingQueries, type MeasuredFacts, starvedByFilter } from '../verdict.ts';
import type { LegVerdict } from '../verdicts.ts';
import { percent, shortNumber, shortWeight } from '../wording.ts';

/** Why, from what the leg returned; before it, where the static verdict stands, what the static audit said. */
export function measuredEvidence(verdict: LegVerdict, facts: MeasuredFacts): readonly string[] {
	const { found } = facts;
	const why = BY_VERDICT[verdict]?.(facts) ?? [];
	const before = found.verdict === verdict ? found.evidence : ofItsList.has(verdict) ? [] : found.evidence.slice(-1);
	return [
		...why,
		...before,
		...emptySentence(verdict, facts),
		...seedSentence(facts.measured),
		...behindSentence(verdict, facts),
		...generatorSentence(verdict, facts.measured),
		...asRetrieved(facts),
		...arrivals(verdict, facts),
	];
}

/** Verdicts that rest on the leg's own lists: the thresholds of the system do not apply to them. */
const ofItsList: ReadonlySet<LegVerdict> = new Set(['empty', 'constant', 'starved', 'seed-locked', 'reorder-only']);

const BY_VERDICT: Partial<Readonly<Record<LegVerdict, (facts: MeasuredFacts) => readonly string[]>>> = {
	empty: ({ found, measured }) => [
		`${found.leg} returns nothing for ${measured.emptyQueries} of ${measured.queries} queries (${percent(measured.emptyQueries / measured.queries)}).`,
	],
	constant: ({ found, measured }) => [
		`All scores of ${found.leg} are equal for ${measured.constantQueries} of the ${competingQueries(measured)} queries that it answers: its order is that of the corpus.`,
	],
	starved: (facts) => {
		const { found, measured, filter } = facts;
		if (!starvedByFilter(facts))
			return found.verdict === 'starved'
				? []
				: [
						`For ${measured.excludedQueries} of ${measured.queries} queries all that ${found.leg} returns is excluded before it competes.`,
					];
		if (passesNothing(filter)) return [nothingPasses(filter)];
		return [
			`${filter.passing} of ${filter.documents} documents pass the filter, which runs after ${found.leg} is cut at ${found.depth}: of its list ${shortNumber(measured.passing as number)} pass on average. ${percent(1 - (measured.passing as number) / filter.passing)} of the documents that pass were cut before they competed.`,
		];
	},
	'cannot-matter': ({ found, measured }) => [
		measured.excludedQueries === measured.queries
			? `All that ${found.leg} returns is excluded before it competes, for all ${measured.queries} queries.`
			: `With and without ${found.leg} the top ${found.cutoff} of all ${measured.queries} queries is the same.`,
	],
	'reorder-impossible': ({ found, measured }) =>
		found.verdict === 'reorder-impossible'
			? []
			: [
					`For ${measured.enteredQueries} of ${measured.queries} queries the other legs left room, and documents that only ${found.leg} brings are in the top ${found.cutoff}.`,
				],
	'seed-locked': ({ found, measured, behindSeeds }) => {
		const seeds = measured.seeds;
		if (seeds === null) return [];
		return [
			`For ${percent(seeds.locked)} of ${seeds.queries} queries the list of ${found.leg} begins with its ${shortNumber(seeds.count)} seeds (mean), in their order: weight lifts seeds and newcomers in lockstep.`,
			behindSeeds === null || behindSeeds === undefined
				? `Behind so many seeds a newcomer enters the top ${found.cutoff} at no weight.`
				: `Behind so many seeds a newcomer enters the top ${found.cutoff} only above weight ${shortWeight(behindSeeds)}.`,
		];
	},
	'demote-only': ({ found, measured }) => [
		...(avoidsHead(measured)
			? [
					`Only for ${percent(measured.touchesHead ?? 0)} of the queries does ${found.leg} return anything of the others' top ${found.cutoff}: its weight can only push that head down.`,
				]
			: []),
		...(bansSeeds(measured) ? [banSentence(found.leg, measured)] : []),
		...(typeof found.evictsFrom !== 'number' || found.verdict === 'demote-only'
			? []
			: [
					`Above weight ${shortWeight(found.evictsFrom)} its documents, where it finds ${found.depth} that no other leg returns, all stand before everything else.`,
				]),
	],
	'reorder-only': ({ found, measured, behindSeeds }) =>
		found.verdict === 'cannot-matter'
			? [
					`For ${measured.changedQueries} of ${measured.queries} queries it changes the order of the top ${found.cutoff}.`,
				]
			: found.verdict === 'reorder-only' || measured.seeds === null
				? []
				: [
						`For ${percent(measured.seeds.first)} of ${measured.seeds.queries} queries the list of ${found.leg} begins with its ${shortNumber(measured.seeds.count)} seeds (mean), in another order: it can reorder them, and a newcomer behind them enters the top ${found.cutoff} ${behindSeeds === null || behindSeeds === undefined ? 'at no weight' : `only above weight ${shortWeight(behindSeeds)}`}.`,
					],
};

function banSentence(leg: string, { seeds }: MeasuredLeg): string {
	const { count, inHead, returned } = seeds as NonNullable<typeof seeds>;
	return `${leg} returns ${returned === 0 ? 'none' : percent(returned)} of its seeds (${shortNumber(count)} on average, ${percent(inHead)} of them in the others' top): whatever its weight, it can only push them down.`;
}

function emptySentence(verdict: LegVerdict, { measured }: MeasuredFacts): readonly string[] {
	const { queries, emptyQueries, excludedQueries } = measured;
	return [
		...(verdict === 'empty' || emptyQueries === 0
			? []
			: [`It returns nothing for ${emptyQueries} of ${queries} queries.`]),
		...(verdict === 'starved' || excludedQueries === 0
			? []
			: [`For ${excludedQueries} of ${queries} queries all that it returns is excluded.`]),
	];
}

/** How it stands to its seeds. */
function seedSentence({ seeds }: MeasuredLeg): readonly string[] {
	if (seeds === null || seeds.returned === 0) return [];
	if (seeds.source === 'head of its list')
		return [
			`It did not say what it started from; for ${percent(seeds.first)} of the queries its list begins with documents that the legs which seed it put first (${shortNumber(seeds.count)} on average), in an order that follows theirs: they are taken to be its seeds.`,
		];
	const order = seeds.tau === null ? '' : `; Kendall tau with their order ${seeds.tau.toFixed(2)}`;
	const source = seeds.source === 'recorded' ? '' : ', taken to be the top of the legs that seed it';
	return [
		`It starts from ${shortNumber(seeds.count)} seeds on average${source}; it returns ${percent(seeds.returned)} of them, before all else for ${percent(seeds.first)} of the queries${order}.`,
	];
}

/** The threshold behind its seeds, which replaces that of the system where a live leg lists its seeds first. */
function behindSentence(verdict: LegVerdict, { found, behindSeeds }: MeasuredFacts): readonly string[] {
	if (verdict !== 'live' || behindSeeds === undefined || behindSeeds === null) return [];
	return [
		`Behind them its first newcomer enters the top ${found.cutoff} above weight ${shortWeight(behindSeeds)} in the easiest case.`,
	];
}

/** A leg that may not return seeds is judged by what it brings, beside as many documents from the others. */
function generatorSentence(verdict: LegVerdict, { pool, relevant }: MeasuredLeg): readonly string[] {
	if (verdict !== 'demote-only' || relevant.all === 0) return [];
	const { withLeg, withoutLeg, control } = pool;
	const beside =
		control === null ? '' : `, ${control.recall.toFixed(4)} with the others pulled deeper to the same size`;
	return [
		`Judged as a generator of candidates: pool recall ${withLeg.recall.toFixed(4)} with it, ${withoutLeg.recall.toFixed(4)} without${beside}.`,
	];
}

/** The weight that the lists at hand ask for, beside the one that any lists would. */
function asRetrieved({ found, measured }: MeasuredFacts): readonly string[] {
	if (measured.legOnly.documents === 0 || found.weight === 0) return [];
	const { threshold } = measured;
	const from =
		threshold === null
			? 'no query, at any weight'
			: threshold === 0
				? 'at least one query at any weight'
				: `at least one query from weight ${shortWeight(threshold)}`;
	return [
		`With the lists as they were retrieved a document that only ${found.leg} returns enters the top ${found.cutoff} of ${from}.`,
	];
}

/** The fate of the documents that only the leg brings. */
function arrivals(verdict: LegVerdict, { found, measured }: MeasuredFacts): readonly string[] {
	const { relevant, legOnly } = measured;
	const cut = legOnly.cut > 0 ? `, ${legOnly.cut} taken out by a stage` : '';
	const judged =
		relevant.all === 0
			? ''
			: `; ${relevant.legOnly} of them are relevant, ${relevant.legOnlyInTop} of these in the top ${found.cutoff}`;
	const sentences = [
		`Of ${legOnly.documents} documents that only ${found.leg} brings ${legOnly.inTop} are in the top ${found.cutoff}${cut}${judged}.`,
	];
	if (verdict === 'live' && legOnly.documents > 0 && legOnly.inTop === 0)
		sentences.push(
			`NOTE: it could have brought one of them into the top ${found.cutoff}, and on this data it did not bring a single one: all that it changed here is the order of what the others return.`,
		);
	if (!found.enters && legOnly.inTop > 0)
		sentences.push(
			`They got in for ${measured.enteredQueries} of ${measured.queries} queries; for ${measured.shortQueries} queries other legs return fewer documents than they are deep.`,
		);
	return sentences;
}
