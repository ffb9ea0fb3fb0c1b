import { OVERALL } from '../../compare/comparison.ts';
import type { RetestRow } from '../../legs/retest/held-out-rows.ts';
import type { Basis, Reference, RetestReport, TestedVariant } from '../../legs/retest/report.ts';
import { formatInterval } from '../compare/compare-words.ts';
import { formatDelta, formatMetric, formatP } from '../numbers.ts';
import { largerP } from './retest-columns.ts';
import { powerSentences } from './retest-power.ts';

/** One plain paragraph that says no more than the numbers carry. */
export function conclusionParagraph(report: RetestReport): string {
	return [
		...setting(report),
		...BY_WORD[report.conclusion.word](report),
		...powerSentences(report),
		...pools(report),
		...fate(report),
	].join(' ');
}

/** The first sentence of the conclusion: what the word says, with its figures. */
export function conclusionSentence(report: RetestReport): string {
	const { conclusion, leg } = report;
	if (conclusion.word === 'not tested')
		return `nothing can be said of what ${leg} adds to a ranking here, for no variant could be tested.`;
	const sentences =
		conclusion.word === 'inconclusive'
			? [...beyondBase(report), ...otherLosses(report), ...range(report)]
			: BY_WORD[conclusion.word](report);
	return sentences[0] ?? '';
}

type Sentences = (report: RetestReport) => readonly string[];

const BY_WORD: Readonly<Record<RetestReport['conclusion']['word'], Sentences>> = {
	'not tested': ({ leg }) => [`So nothing can be said of what ${leg} adds to a ranking here.`],
	helps: (report) => [
		`${capital(report.leg)} helps ${scopesText(report.conclusion.scopes)}: ${listed(report, report.conclusion.gains)}. Neither the base pulled deeper nor ${report.leg} with the documents of other queries does as well.`,
		...orders(report),
		...elsewhere(report),
		...otherLosses(report),
	],
	hurts: (report) => [
		`${capital(report.leg)} hurts ${scopesText(report.conclusion.scopes)}: ${listed(report, report.conclusion.losses)}.`,
	],
	'switched off': (report) => [...switchedOff(report), ...otherLosses(report)],
	'no difference': (report) => [
		report.options.compare.margin === undefined
			? 'Not one query scored differently in any of them.'
			: `Every one of them is equivalent to the base overall, within ${report.options.compare.margin}.`,
		...switchedOff(report),
	],
	inconclusive: (report) => [...beyondBase(report), ...otherLosses(report), ...switchedOff(report), ...range(report)],
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
	return `${formatMetric(row.challengerMean)} against ${formatMetric(row.baselineMean)}, ${formatDelta(row.effect.meanDelta)} (${formatInterval(row.interval)}, p ${formatP(largerP(row))})`;
}

/** The part that the order of the documents has in the gains. */
function orders({ conclusion: { gains }, leg }: RetestReport): readonly string[] {
	const scopes = new Map<string, string[]>();
	for (const { variant, scope, order } of gains)
		scopes.set(order, [...(scopes.get(order) ?? []), `${variant} (${scope})`]);
	const parts = [...scopes].map(([order, where]) =>
		scopes.size === 1 ? order : `${order} in ${where.slice(0, 3).join(', ')}${where.length > 3 ? ' and others' : ''}`,
	);
	return [`The order in which ${leg} ranks its documents, beside the same ones in random order: ${parts.join('; ')}.`];
}

/** A tuning that does without the leg is no gain of the leg. */
function switchedOff({ conclusion, variants, leg, options }: RetestReport): readonly string[] {
	const off = variants.flatMap(({ label, tested }) =>
		tested !== undefined && conclusion.switchedOff.includes(label) ? [tested] : [],
	);
	if (off.length === 0) return [];
	const tested = variants.filter((variant) => variant.tested !== undefined).length;
	const drops = off.map(({ curve }) => {
		const at = (on: boolean): number =>
			Math.max(...curve.filter(({ weight }) => weight > 0 === on).map(({ mean }) => mean));
		return at(true) - at(false);
	});
	const best = Math.max(...drops);
	return [
		`${off.length === tested ? 'The tuning' : `In ${off.length} of ${tested} variants the tuning`} switched ${leg} off: what is left is the base without it, so whatever it scores is no gain of ${leg}. With the base as set, the best weight above 0 that was tried changes ${options.metric.name} by ${formatDelta(best)}${off.length > 1 ? ' at most' : ''} on the queries that it was picked on, which flatters it.`,
	];
}

/** Results of the variants that help, where their help is not shown. */
function elsewhere({ conclusion: { gains, scopes }, variants }: RetestReport): readonly string[] {
	const helpful = variants.filter(({ label }) => gains.some(({ variant }) => variant === label));
	const deltas = new Map<string, number[]>();
	for (const { tested } of helpful)
		for (const { stratum, effect } of tested?.againstBase ?? [])
			if (!scopes.includes(stratum)) deltas.set(stratum, [...(deltas.get(stratum) ?? []), effect.meanDelta]);
	const parts = [...deltas].map(([scope, found]) => `${scope} ${deltaRange(found)}`);
	return parts.length === 0
		? []
		: [`Elsewhere, where it is not shown, the same variants differ by: ${parts.join('; ')}.`];
}

function otherLosses(report: RetestReport): readonly string[] {
	const { losses } = report.conclusion;
	return losses.length === 0 ? [] : [`It loses elsewhere: ${listed(report, losses)}.`];
}

function beyondBase(report: RetestReport): readonly string[] {
	const { unconfirmed } = report.conclusion;
	if (unconfirmed.length === 0) return [];
	const by = (reference: Reference): boolean => unconfirmed.some((entry) => entry.by.includes(reference));
	const others = [
		...(by('control') ? ['the base pulled deeper'] : []),
		...(by('source placebo') ? [`${report.leg} with the documents of other queries`] : []),
	];
	return [
		`With it the system beats the base (${listed(report, unconfirmed)}), but ${others.join(' and ')} ${others.length > 1 ? 'are' : 'is'} not shown to do worse, so that what ${report.leg} finds is the reason is not shown either.`,
	];
}

function range({ variants, leg, conclusion, options }: RetestReport): readonly string[] {
	const rows = variants.flatMap(({ label, tested }) =>
		(tested?.againstBase ?? []).filter(({ stratum }) => stratum === OVERALL).map((row) => ({ label, row })),
	);
	const sorted = [...rows].sort((x, y) => y.row.effect.meanDelta - x.row.effect.meanDelta);
	const [best, worst] = [sorted[0], sorted.at(-1)];
	if (best === undefined || worst === undefined) return [];
	const finds = rows.flatMap(({ row }) => (row.mde === undefined ? [] : [row.mde])).filter(Number.isFinite);
	const could =
		finds.length === 0
			? ''
			: `Against the base alone the smallest true difference found with power ${options.compare.power} is ${finds.length === 1 ? formatMetric(finds[0]) : `${formatMetric(Math.min(...finds))} to ${formatMetric(Math.max(...finds))}, by variant`}; smaller differences, either way, are not ruled out.`;
	const shown = conclusion.losses.length + conclusion.unconfirmed.length > 0;
	const lead = shown ? 'Overall' : `${capital(leg)} is not shown to help or to hurt: overall`;
	const figures =
		rows.length === 1
			? `its difference is ${formatDelta(best.row.effect.meanDelta)} (${formatInterval(best.row.interval)})`
			: `its differences run from ${formatDelta(worst.row.effect.meanDelta)} to ${formatDelta(best.row.effect.meanDelta)}, the largest with ${best.label} (${formatInterval(best.row.interval)}, not corrected for having been picked)`;
	return [`${lead} ${figures}.`, ...(could === '' ? [] : [could])];
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
		`The tuning leaves the leg out in ${shareRange(tested.map(({ leftOut }) => leftOut))} of its choices${onEdge > 0 ? `; in ${onEdge} of ${tested.length} variants it takes the largest weight tried (${largest}), so that a larger one might do better (--weights)` : ''}.`,
	];
}

function rowOf({ variants }: RetestReport, { variant, scope }: Basis): RetestRow | undefined {
	return variants.find(({ label }) => label === variant)?.tested?.againstBase.find(({ stratum }) => stratum === scope);
}

function scopesText(scopes: readonly string[]): string {
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

function deltaRange(deltas: readonly number[]): string {
	const [low, high] = [formatDelta(Math.min(...deltas)), formatDelta(Math.max(...deltas))];
	return low === high ? low : `${low} to ${high}`;
}
