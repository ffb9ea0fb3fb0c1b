import { LEG_VERDICTS } from '../audit/verdicts.ts';
import { OVERALL } from '../compare/comparison.ts';
import type { Basis, Opponent } from '../retest/conclusion.ts';
import type { RetestRow } from '../retest/opponents.ts';
import type { RetestReport, TestedVariant, VariantReport } from '../retest/report.ts';
import { DEEPER } from '../retest/variant.ts';
import { formatInterval, percentOf } from './compare-words.ts';
import { formatDelta, formatMetric, formatP } from './numbers.ts';

/** The rules that every conclusion follows, as {@link conclude} applies them. */
export function retestRules({ leg, options }: RetestReport): readonly string[] {
	const { alpha, margin, power } = options.compare;
	return [
		`No verdict where the graph has no edges, or where ${leg} knows less than ${percentOf(options.minCoverage)} of the relevant documents. Where the audit finds it live at none of the weights tried, the variant is **not a test of ${leg}**. No variant left: **not tested**.`,
		`**helps**: a variant wins against the tuned base and, in the same scope, against the control (the base tuned over its depth as well, up to ${DEEPER} times as deep, over as many settings as the variant) and against its own shuffled copies, tuned alike (where there is an order to shuffle).`,
		`**hurts**: a variant loses against the base, and none wins against it anywhere.`,
		margin === undefined
			? '**no difference**: not one query scored differently, in any variant. (`--margin` names a difference that does not matter, and tests for it.)'
			: `**no difference** larger than ${margin}: every variant tested is equivalent to the base overall within that margin.`,
		'**inconclusive**: anything else.',
		`A win or a loss asks that three tests agree at ${alpha}, each corrected over all variants and strata as one family (Holm): the randomisation test, the studentised bootstrap, and the corrected resampled t test over folds; and that the interval is off 0. Its ends are the wider ones of bootstrap (BCa) and folds. "could find" is the smallest true difference that would have been found with power ${power}.`,
	];
}

/** One plain paragraph that says no more than the numbers carry. */
export function conclusionParagraph(report: RetestReport): string {
	return [...setting(report), ...BY_WORD[report.conclusion.word](report), ...pools(report), ...fate(report)].join(' ');
}

type Sentences = (report: RetestReport) => readonly string[];

const BY_WORD: Readonly<Record<RetestReport['conclusion']['word'], Sentences>> = {
	'not tested': ({ leg }) => [`So nothing can be said of what ${leg} adds to a ranking here.`],
	helps: (report) => [
		`${capital(report.leg)} helps ${places(report.conclusion.scopes)}: ${listed(report, report.conclusion.gains)}. Neither the base pulled deeper nor the same documents in random order do as well.`,
		...otherLosses(report),
	],
	hurts: (report) => [
		`${capital(report.leg)} hurts ${places(report.conclusion.scopes)}: ${listed(report, report.conclusion.losses)}.`,
	],
	'no difference': (report) => [
		report.options.compare.margin === undefined
			? 'Not one query scored differently in any of them.'
			: `Every one of them is within ${report.options.compare.margin} of the base overall.`,
	],
	inconclusive: (report) => [...beyondBase(report), ...otherLosses(report), ...range(report)],
};

function setting({
	variants,
	queries,
	options,
	base,
	control,
	baseLegs,
	leg,
	family,
}: RetestReport): readonly string[] {
	const tested = variants.filter(({ tested }) => tested !== undefined).length;
	const others = new Map<string, number>();
	for (const { instead } of variants) if (instead !== undefined) others.set(instead, (others.get(instead) ?? 0) + 1);
	const rest = [...others].map(([instead, count]) => `${count} ${count === 1 ? 'is' : 'are'} given "${instead}"`);
	return [
		`${tested} of ${variants.length} ${variants.length === 1 ? 'variant' : 'variants'} of ${leg} could be tested on ${queries.length} queries${rest.length > 0 ? ` (${rest.join(', ')})` : ''}.`,
		...(tested === 0
			? []
			: [
					`On unseen queries the base (${baseLegs.join(' and ')}) scores ${options.metric.name} ${formatMetric(base.heldOut)} tuned (${formatMetric(base.asSet)} as set), ${formatMetric(control.heldOut)} tuned over its depth as well; ${family} verdicts against it are one family.`,
				]),
	];
}

/** The strongest few of the verdicts that a word rests on. */
function listed(report: RetestReport, basis: readonly Basis[]): string {
	const rows = basis
		.map((entry) => ({ ...entry, row: rowOf(report, entry) }))
		.sort((x, y) => Math.abs(y.row?.effect.meanDelta ?? 0) - Math.abs(x.row?.effect.meanDelta ?? 0));
	const shown = rows.slice(0, 3).map(({ variant, scope, row }) => `${variant} (${scope}) ${figures(row)}`);
	const more = rows.length > shown.length ? `, and ${rows.length - shown.length} more` : '';
	return `${shown.join('; ')}${more}`;
}

function figures(row: RetestRow | undefined): string {
	if (row === undefined) return '';
	return `${formatMetric(row.challengerMean)} against ${formatMetric(row.baselineMean)}, ${formatDelta(row.effect.meanDelta)} (${formatInterval(row.interval)}, p ${formatP(Math.max(row.correctedP, row.foldsP))})`;
}

function otherLosses(report: RetestReport): readonly string[] {
	const { losses } = report.conclusion;
	return losses.length === 0 ? [] : [`It loses elsewhere: ${listed(report, losses)}.`];
}

function beyondBase(report: RetestReport): readonly string[] {
	const { unconfirmed } = report.conclusion;
	if (unconfirmed.length === 0) return [];
	const by = (opponent: Opponent): boolean => unconfirmed.some((entry) => entry.by.includes(opponent));
	const others = [
		...(by('control') ? ['the base pulled deeper'] : []),
		...(by('placebo') ? ['the same documents in random order'] : []),
	];
	return [
		`With it the system beats the base (${listed(report, unconfirmed)}), but ${others.join(' and ')} ${others.length > 1 ? 'are' : 'is'} not shown to do worse, so that what the leg knows is the reason is not shown either.`,
	];
}

function range({ variants, leg }: RetestReport): readonly string[] {
	const rows = variants.flatMap(({ label, tested }) =>
		(tested?.againstBase ?? []).filter(({ stratum }) => stratum === OVERALL).map((row) => ({ label, row })),
	);
	const sorted = [...rows].sort((x, y) => y.row.effect.meanDelta - x.row.effect.meanDelta);
	const [best, worst] = [sorted[0], sorted.at(-1)];
	if (best === undefined || worst === undefined) return [];
	const finds = rows.flatMap(({ row }) => (row.couldFind === undefined ? [] : [row.couldFind]));
	const could =
		finds.length === 0
			? ''
			: ` What could have been found is ${finds.length === 1 ? formatMetric(finds[0]) : `${formatMetric(Math.min(...finds))} to ${formatMetric(Math.max(...finds))}, by variant`}; smaller differences, either way, are not ruled out.`;
	return [
		`That ${leg} helps or hurts is not shown: overall its ${rows.length === 1 ? 'difference is' : 'differences run from'} ${rows.length === 1 ? formatDelta(best.row.effect.meanDelta) : `${formatDelta(worst.row.effect.meanDelta)} to ${formatDelta(best.row.effect.meanDelta)}`}${rows.length === 1 ? ` (${formatInterval(best.row.interval)})` : `, the largest with ${best.label} (${formatInterval(best.row.interval)}, not corrected for having been picked)`}.${could}`,
	];
}

/** As a generator of candidates, whether or not a ranking could be tested. */
function pools({ variants, leg }: RetestReport): readonly string[] {
	const rows = variants.flatMap(({ poolRows }) => poolRows.filter(({ stratum }) => stratum === OVERALL));
	if (rows.length === 0) return [];
	const count = (verdict: string): number => rows.filter((row) => row.verdict === verdict).length;
	const largest = [...rows].sort((x, y) => y.effect.meanDelta - x.effect.meanDelta)[0];
	return [
		`As a source of candidates, beside the base legs pulled deeper to the same number, ${leg} is shown to find more of the relevant documents in ${count('win')} of ${rows.length} ${rows.length === 1 ? 'variant' : 'variants'}, and fewer in ${count('loss')}${largest === undefined || largest.effect.meanDelta === 0 ? '' : `; the largest difference is ${formatMetric(largest.challengerMean)} of them against ${formatMetric(largest.baselineMean)}`}.`,
	];
}

function fate({ variants, leg, options }: RetestReport): readonly string[] {
	const tested = variants.flatMap(({ tested }) => (tested === undefined ? [] : [tested]));
	if (tested.length === 0) return [];
	const most = (of: (found: TestedVariant) => number): number => Math.max(...tested.map(of));
	const alone = most(({ fate: { legOnly } }) => legOnly);
	const largest = Math.max(...options.weights);
	const onEdge = tested.filter(({ curve, tuned }) => {
		const weight = tuned.weights[leg] ?? 0;
		return weight > 0 && weight === curve.at(-1)?.weight;
	}).length;
	return [
		alone === 0
			? `No relevant document is brought by ${leg} alone: what it does, it does by reordering what the others find.`
			: `Of the ${tested[0]?.fate.all ?? 0} relevant documents, ${leg} alone brings at most ${alone}; at the weights chosen, at most ${most(({ fate: { legOnlyInTop } }) => legOnlyInTop)} of them reach the top ${options.cutoff}.`,
		`The tuning leaves the leg out in ${shareRange(tested.map(({ leftOut }) => leftOut))} of its choices${onEdge > 0 ? `; in ${onEdge} of ${tested.length} variants it takes the largest weight tried (${largest}), so that a larger one might do better (\`--weights\`)` : ''}.`,
	];
}

/** Where the numbers end. */
export function retestLimits(report: RetestReport, dataset: string): readonly string[] {
	const { leg, baseLegs, options, strata, conclusion } = report;
	const few = strata.filter(({ n }) => n < 50).map(({ name }) => name);
	return [
		`It is about ${dataset}, these judgments, ${options.metric.name}, and ${leg} beside ${baseLegs.join(' and ')} in these variants; other data, other legs or another extraction may come out otherwise.`,
		...(conclusion.word === 'inconclusive'
			? [
					`It does not say that ${leg} adds nothing: that would need a margin (\`--margin\`) and enough queries to test for it.`,
				]
			: []),
		...(conclusion.word === 'helps'
			? [
					'It does not say how large the gain is elsewhere, nor that the variant with the largest difference is the best one.',
				]
			: []),
		'Settings are chosen on 4 of 5 parts of few queries; a choice made on more might be a better one.'.replace(
			'4 of 5',
			`${options.folds - 1} of ${options.folds}`,
		),
		...(report.variants.some(({ instead }) => instead?.startsWith('not a test'))
			? [`Variants marked "not a test of ${leg}" say nothing for or against it, whatever they score.`]
			: []),
		...(few.length > 0 ? [`${few.join(', ')}: fewer than 50 queries, where only large differences can be found.`] : []),
		'Documents that nobody judged count as not relevant; a leg that finds what others did not is the likeliest to suffer.',
	];
}

/** What stands in a verdict's column, and why, for variants that have none. */
export function auditText({ audit }: VariantReport): string {
	return `${audit.verdict} at ${Number(audit.weight.toPrecision(4))}`;
}

export function auditMeanings(variants: readonly VariantReport[]): readonly string[] {
	const verdicts = [...new Set(variants.map(({ audit }) => audit.verdict))];
	return verdicts.map((verdict) => `${verdict}: ${LEG_VERDICTS[verdict]}`);
}

export function coverageText({ coverage: { covered, relevant } }: VariantReport): string {
	return `${covered}/${relevant}`;
}

export function rowOf({ variants }: RetestReport, { variant, scope }: Basis): RetestRow | undefined {
	return variants.find(({ label }) => label === variant)?.tested?.againstBase.find(({ stratum }) => stratum === scope);
}

export function verdictOver(rows: readonly RetestRow[], scope: string): string {
	return rows.length === 0 ? 'no order to shuffle' : (rows.find(({ stratum }) => stratum === scope)?.verdict ?? '');
}

export function weightsText(weights: Readonly<Record<string, number>>): string {
	return Object.entries(weights)
		.map(([name, weight]) => `${name} ${Number(weight.toPrecision(3))}`)
		.join(', ');
}

function places(scopes: readonly string[]): string {
	const strata = scopes.filter((scope) => scope !== OVERALL);
	if (!scopes.includes(OVERALL)) return `on ${strata.join(' and ')}, not shown overall`;
	return strata.length === 0 ? 'overall' : `overall, and on ${strata.join(' and ')} taken alone`;
}

function shareRange(shares: readonly number[]): string {
	const [low, high] = [Math.min(...shares), Math.max(...shares)].map((share) => `${Math.round(100 * share)} %`);
	return low === high ? `${low}` : `${low} to ${high}`;
}

function capital(text: string): string {
	return text.slice(0, 1).toUpperCase() + text.slice(1);
}
