import type { LegYield, Losses, ScopeLosses } from '../../losses/losses.ts';
import { type Fate, LOST, type RelevantDocument } from '../../losses/relevant-documents.ts';
import { countCell, metricCell, shareCell, wordCell } from '../cells.ts';
import { formatCount } from '../numbers.ts';
import { toJsonObject } from '../snake-case.ts';
import type { Tone } from '../tone.ts';
import { type Column, type Section, type View, viewTable } from '../view.ts';

/** Where the relevant documents of a run get lost. */
export function lossesView(losses: Losses): View {
	return {
		kind: 'losses',
		title: `Where relevant documents of ${losses.label} get lost`,
		answer: lossesAnswer(losses),
		warnings: [],
		sections: [...lossesSections(losses), documentsSection(losses)],
		notes: lossesNotes(losses),
		data: toJsonObject({
			...losses,
			documents: losses.documents.map(({ legRanks, deeperRanks, queryIndex: _, ...document }) => ({
				...document,
				rank: document.rank ?? null,
				legs: new Map(losses.legNames.map((leg, i) => [leg, legRanks[i] ?? null])),
				...(deeperRanks === undefined
					? {}
					: { deeper: new Map(losses.legNames.map((leg, i) => [leg, deeperRanks[i] ?? null])) }),
			})),
		}),
	};
}

/** The counts in a sentence, and one for every leg that only seems to bring something. */
export function lossesAnswer(losses: Losses): readonly string[] {
	const { scopes, legs, cutoff, label } = losses;
	const [overall] = scopes;
	if (overall === undefined || overall.relevant === 0) return [`${label}: there is no relevant document.`];
	const { counts, relevant } = overall;
	const lost = LOST.filter((fate) => counts[fate] > 0).map(
		(fate) => `${formatCount(counts[fate])} ${inWords(fate, losses)}`,
	);
	return [
		`${label}: of ${formatCount(relevant)} relevant documents ${formatCount(counts.found)} are in the top ${cutoff}${lost.length === 0 ? '' : `; ${lost.join(', ')}`}.`,
		...legs
			.filter(({ only, onlyInTop }) => only > 0 && onlyInTop === 0)
			.map(
				({ leg, only }) =>
					`${leg} brings ${formatCount(only)} relevant ${only === 1 ? 'document' : 'documents'} that no other leg has, and not one of them reaches the top ${cutoff}.`,
			),
	];
}

/** The tables by stratum and by leg. `prefix` keeps names apart where a page shows several runs. */
export function lossesSections(losses: Losses, prefix = ''): readonly Section[] {
	// Ways that nothing was lost take no room, apart from the two that every run has.
	const always: readonly Fate[] = ['ranked_out', 'not_retrieved'];
	const fates = LOST.filter((fate) => always.includes(fate) || losses.scopes.some(({ counts }) => counts[fate] > 0));
	const columns: readonly Column<ScopeLosses>[] = [
		{ key: 'stratum', header: 'stratum', identifies: true, cell: ({ scope }) => scope },
		{ key: 'relevant', header: 'relevant', align: 'right', cell: ({ relevant }) => countCell(relevant) },
		{ key: 'found', header: `in top ${losses.cutoff}`, align: 'right', cell: ({ counts }) => countCell(counts.found) },
		...fates.map(
			(fate): Column<ScopeLosses> => ({
				key: fate,
				header: header(fate, losses),
				align: 'right',
				cell: ({ counts, relevant }) => ({
					text: `${formatCount(counts[fate])} (${shareCell(relevant === 0 ? 0 : counts[fate] / relevant).text})`,
					value: counts[fate],
				}),
			}),
		),
		...(losses.deeper === undefined
			? []
			: [
					{
						key: 'deeper',
						header: `of these at ${losses.deeper}x`,
						align: 'right',
						dropOrder: 2,
						cell: ({ deeper }: ScopeLosses) => countCell(deeper),
					} as const,
				]),
		{ key: 'recall', header: `recall@${losses.cutoff}`, align: 'right', cell: ({ recall }) => metricCell(recall) },
		...fates.map(
			(fate): Column<ScopeLosses> => ({
				key: `if_${fate}`,
				header: `+ ${header(fate, losses)}`,
				align: 'right',
				dropOrder: 1,
				cell: ({ mended }) => metricCell(mended[fate]),
			}),
		),
	];
	return [
		{
			name: `${prefix}losses`,
			...(prefix === ''
				? {}
				: { title: `Where relevant documents get lost: ${losses.label}`, findings: lossesAnswer(losses) }),
			table: viewTable(columns, losses.scopes, ({ scope }) => (scope === 'overall' ? '' : 'strata')),
		},
		...(losses.legs.length === 0
			? []
			: [
					{
						name: `${prefix}legs`,
						table: viewTable(LEG_COLUMNS(losses.cutoff), losses.legs),
					},
				]),
	];
}

const LEG_COLUMNS = (cutoff: number): readonly Column<LegYield>[] => [
	{ key: 'leg', header: 'leg', identifies: true, cell: ({ leg }) => leg },
	{ key: 'depth', header: 'depth', align: 'right', cell: ({ depth }) => countCell(depth) },
	{ key: 'found', header: 'relevant it has', align: 'right', cell: ({ found }) => countCell(found) },
	{ key: 'only', header: 'only it has', align: 'right', cell: ({ only }) => countCell(only) },
	{
		key: 'only_in_top',
		header: `of these in top ${cutoff}`,
		align: 'right',
		cell: ({ onlyInTop }) => countCell(onlyInTop),
	},
	{
		key: 'only_thrown_away',
		header: 'thrown away',
		align: 'right',
		cell: ({ onlyThrownAway, only }) => ({
			...countCell(onlyThrownAway),
			...(only > 0 && onlyThrownAway === only ? { tone: 'bad' as const } : {}),
		}),
	},
];

const TONES: Readonly<Record<Fate, Tone>> = {
	found: 'good',
	ranked_out: 'bad',
	staged_out: 'bad',
	not_retrieved: 'open',
	not_indexed: 'special',
};

function documentsSection(losses: Losses): Section {
	const rank = (value: number | undefined) => countCell(value);
	const columns: readonly Column<RelevantDocument>[] = [
		{ key: 'query', header: 'query', identifies: true, cell: ({ queryId }) => queryId },
		{ key: 'stratum', header: 'stratum', identifies: true, filter: true, cell: ({ stratum }) => stratum },
		{ key: 'document', header: 'document', identifies: true, cell: ({ docId }) => docId },
		{ key: 'grade', header: 'grade', align: 'right', cell: ({ grade }) => countCell(grade) },
		{
			key: 'fate',
			header: 'what became of it',
			filter: true,
			cell: ({ fate, lostBy }) =>
				wordCell(
					fate === 'found'
						? `in top ${losses.cutoff}`
						: lostBy === undefined
							? header(fate, losses)
							: `lost by ${lostBy}`,
					TONES[fate],
				),
		},
		{ key: 'rank', header: 'rank', align: 'right', cell: (document) => rank(document.rank) },
		...losses.legNames.map(
			(leg, i): Column<RelevantDocument> => ({
				key: `leg:${leg}`,
				header: leg,
				align: 'right',
				cell: ({ legRanks }) => rank(legRanks[i]),
			}),
		),
		...(losses.deeper === undefined
			? []
			: losses.legNames.map(
					(leg, i): Column<RelevantDocument> => ({
						key: `deeper:${leg}`,
						header: `${leg} at ${losses.deeper}x`,
						align: 'right',
						cell: ({ deeperRanks }) => rank(deeperRanks?.[i]),
					}),
				)),
	];
	return {
		name: 'documents',
		title: 'Every relevant document',
		detail: true,
		browse: true,
		table: viewTable(columns, losses.documents),
	};
}

export function lossesNotes({ cutoff, fused, deeper, unscored, sensitiveLeftOut }: Losses): readonly string[] {
	return [
		`A column that begins with + is recall@${cutoff} if every document lost that way stood in the top ${cutoff}, as far as it has room, and nothing else left it: an upper bound.`,
		...(fused
			? []
			: [
					'A single retriever has no legs: what it retrieves below the cutoff is ranked out, what it does not retrieve may be anywhere below its depth.',
				]),
		...(fused && deeper === undefined
			? ['Rankings at 4x the depth are not kept for this run: `bench losses <run> --deeper` retrieves them.']
			: []),
		...(unscored > 0
			? [
					`${formatCount(unscored)} ${unscored === 1 ? 'query has' : 'queries have'} no relevant document and are in no count.`,
				]
			: []),
		...(sensitiveLeftOut > 0
			? [
					`${formatCount(sensitiveLeftOut)} more relevant ${sensitiveLeftOut === 1 ? 'document is' : 'documents are'} sensitive and not in the index; their judgments are left out with them, here and in every mean.`,
				]
			: []),
	];
}

function header(fate: Fate, { fused }: Losses): string {
	return fused ? FUSED[fate] : SINGLE[fate];
}

const FUSED: Readonly<Record<Fate, string>> = {
	found: 'in the top',
	ranked_out: 'ranked out',
	staged_out: 'lost by a stage',
	not_retrieved: 'in no leg',
	not_indexed: 'not indexed',
};

const SINGLE: Readonly<Record<Fate, string>> = { ...FUSED, ranked_out: 'ranked below', not_retrieved: 'not retrieved' };

function inWords(fate: Exclude<Fate, 'found'>, { fused, documents }: Losses): string {
	const stages = new Map<string, number>();
	for (const { lostBy } of documents) if (lostBy !== undefined) stages.set(lostBy, (stages.get(lostBy) ?? 0) + 1);
	const by = [...stages].map(([stage, count]) => `${stage} ${formatCount(count)}`);
	const words = {
		ranked_out: fused ? 'a leg has but the fusion ranks out' : 'are retrieved below it',
		staged_out: `the fusion has in it but a stage takes out${by.length === 0 ? '' : ` (${by.join(', ')})`}`,
		not_retrieved: fused ? 'no leg has within its depth' : 'are not retrieved',
		not_indexed: 'are not in the index',
	};
	return words[fate];
}
