import type { Comparison } from '../../compare/comparison.ts';
import type { MeanInterval } from '../../compare/mean-intervals.ts';
import { toolVersion } from '../../files/tool-identity.ts';
import type { KeptRun } from '../../losses/kept-run.ts';
import type { Losses } from '../../losses/losses.ts';
import { lettersSection } from '../compare/compare.ts';
import { comparisonAnswers } from '../compare/compare-answer.ts';
import { formatCount, formatMetric } from '../numbers.ts';
import type { LabelledRun } from '../pictures/of-runs.ts';
import { lossesNotes, lossesSections } from '../runs/losses.ts';
import type { Section, View } from '../view.ts';
import { comparisonSections, detectableSentences } from './comparison-sections.ts';
import { latencySections } from './latency-sections.ts';
import { meansSection } from './means-section.ts';
import { type PageTexts, queriesSection } from './queries-section.ts';

/** All that a page is made of. */
export interface PageParts {
	/** In the order in which the user named them; the first is the baseline. */
	readonly runs: readonly LabelledRun[];
	/** Undefined for one run. */
	readonly comparison: Comparison | undefined;
	/** By label. */
	readonly means: ReadonlyMap<string, readonly MeanInterval[]>;
	readonly confidence: string;
	/** The metric that single queries are shown on. */
	readonly metric: string;
	/** Undefined where the dataset is not at hand: then the page has no losses and no ranks. */
	readonly kept: readonly KeptRun[] | undefined;
	readonly losses: readonly Losses[];
	/** Texts, where the user asked for them. */
	readonly texts: PageTexts | undefined;
	/** Further results, as `--format view` writes them. */
	readonly others: readonly View[];
	readonly warnings: readonly string[];
}

/** The page of `bench report` as a view; `--format html` of it is the page. */
export function pageView(parts: PageParts): View {
	const { runs, comparison, others, losses, texts } = parts;
	const [first] = runs;
	const dataset = first?.run.manifest.dataset.name;
	const names = runs.map(({ label }) => label);
	const title =
		first === undefined
			? others.map((view) => view.title).join('; ')
			: comparison === undefined
				? `${names.join(', ')} on ${dataset}`
				: comparison.options.allPairs
					? `${names.join(', ')}, each against each, on ${dataset}`
					: `${names.slice(1).join(', ')} against ${names[0]} on ${dataset}`;
	return {
		kind: 'report',
		title,
		answer: answersOf(parts),
		warnings: [
			...(texts === undefined
				? []
				: ['This page holds texts of queries and documents (--with-text): pass it on as you would pass on the data.']),
			...parts.warnings,
			...(comparison?.warnings ?? []),
			...others.flatMap(({ warnings }) => warnings),
		],
		sections: [
			...(runs.length === 0 ? [] : [aboutSection(parts)]),
			...(comparison?.options.allPairs === true
				? [{ ...lettersSection(comparison), title: 'Who is told apart from whom' }]
				: []),
			...(comparison === undefined ? [] : comparisonSections(comparison)),
			...(runs.length === 0 ? [] : [meansSection(parts), ...latencySections(parts)]),
			...withNotes(
				losses.flatMap((one, i) => lossesSections(one, `run_${i + 1}_`)),
				[...new Set(losses.flatMap(lossesNotes))],
			),
			...(first === undefined && others.length === 1
				? // Title and answer of the page are those of its only result.
					others.flatMap(({ sections, notes }) => withNotes(sections, notes))
				: others.flatMap((view, i) => sectionsOfView(view, `result_${i + 1}_`))),
			...(runs.length === 0 ? [] : [queriesSection(parts)]),
		],
		notes:
			comparison === undefined
				? []
				: [
						'Intervals of two means say nothing of their difference: the systems answer the same queries, and only the paired differences use that.',
					],
		data: {},
	};
}

function answersOf({ comparison, runs, means, metric, confidence, others }: PageParts): readonly string[] {
	if (comparison !== undefined) return [...comparisonAnswers(comparison), ...detectableSentences(comparison)];
	if (runs.length === 0) return others.flatMap(({ answer }) => answer);
	return runs.flatMap(({ label }) => {
		const found = means.get(label)?.find((mean) => mean.metric === metric);
		return found === undefined
			? []
			: [
					`${label}: ${metric} ${formatMetric(found.mean)} over ${formatCount(found.queries)} queries (${confidence} ${formatMetric(found.interval.low)} .. ${formatMetric(found.interval.high)}).`,
				];
	});
}

function aboutSection({ runs, comparison }: PageParts): Section {
	const dataset = runs[0]?.run.manifest.dataset;
	const strata = Object.entries(dataset?.strata ?? {}).map(([name, queries]) => `${name} ${formatCount(queries)}`);
	return {
		name: 'about',
		title: 'What was measured',
		findings: [
			`Dataset ${dataset?.name} (${dataset?.fingerprint.slice(0, 12)}): ${formatCount(dataset?.docs ?? 0)} documents, ${formatCount(dataset?.queries ?? 0)} queries${strata.length > 1 ? ` (${strata.join(', ')})` : ''}.`,
			...runs.map(({ run, label }) => {
				const { created, tool, system } = run.manifest;
				const legs = system.legs === undefined ? '' : `, legs ${system.legs.map(({ name }) => name).join(', ')}`;
				return `${label}: ${system.plugin}${legs}; run ${created.slice(0, 16).replace('T', ' ')} UTC with ${tool.name} ${tool.version}${tool.commit === null ? '' : `, commit ${tool.commit.slice(0, 8)}`}.`;
			}),
			...(comparison === undefined
				? []
				: [
						`Primary question: ${comparison.question.primary.metric} ${comparison.question.primary.stratum}, ${comparison.question.primary.chosen ? 'named by the user' : 'the default'}; it alone is decided at alpha ${comparison.options.alpha}, all other rows are corrected together (${comparison.options.correction}). ${formatCount(comparison.options.resamples)} resamples, ${comparison.options.ci} intervals, seed ${comparison.options.seed}.`,
					]),
			`Page by recall-bench ${toolVersion()}.`,
		],
	};
}

/** A section of another result under a name of its own; its answer and notes stand with its first section. */
function sectionsOfView({ title, answer, sections, notes }: View, prefix: string): readonly Section[] {
	return withNotes(
		sections.map((section, i) => ({
			...section,
			name: `${prefix}${section.name}`,
			title: i === 0 ? title : (section.title ?? `${title}: ${section.name.replaceAll('_', ' ')}`),
			findings: [...(i === 0 ? answer : []), ...(section.findings ?? [])],
		})),
		notes,
	);
}

function withNotes(sections: readonly Section[], notes: readonly string[]): readonly Section[] {
	return sections.map((section, i) =>
		i === sections.length - 1 ? { ...section, notes: [...(section.notes ?? []), ...notes] } : section,
	);
}
