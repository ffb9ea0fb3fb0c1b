import type { Standing } from '../../compare/all-pairs.ts';
import { type ComparedRow, type Comparison, OVERALL } from '../../compare/comparison.ts';
import { formatDelta } from '../numbers.ts';
import { formatInterval, mostThatMove, percentOf } from './compare-words.ts';

/**
 * The primary question, answered in a sentence per challenger, or with all pairs in one sentence: what stands above
 * every table.
 */
export function comparisonAnswers(comparison: Comparison): readonly string[] {
	if (comparison.options.allPairs)
		return comparison.standings.filter(({ role }) => role === 'primary').map(standingSentence);
	return comparison.rows.filter(({ role }) => role === 'primary').map((row) => answer(row, comparison));
}

/** `hybrid beats fts on recall@10 overall (+0.1061, 95 % +0.0746 .. +0.1399); not shown on multihop.` */
function answer(row: ComparedRow, comparison: Comparison): string {
	const { challenger, baseline, verdict, notATest, effect } = row;
	const { alpha, margin } = comparison.options;
	const where = `on ${row.metric} ${row.stratum}`;
	const figures = `(${formatDelta(effect.meanDelta)}, ${percentOf(1 - alpha)} ${formatInterval(row.interval)})`;
	const rest = restOf(row, comparison);
	const say = (sentence: string): string => `${[sentence, ...rest].join('; ')}.`;
	if (notATest !== undefined)
		return say(`${challenger} against ${baseline} ${where} is ${notATest}: nothing is said of the leg`);
	if (verdict === 'win') return say(`${challenger} beats ${baseline} ${where} ${figures}`);
	if (verdict === 'loss') return say(`${challenger} is worse than ${baseline} ${where} ${figures}`);
	const unmoved = effect.wins + effect.losses === 0;
	if (verdict === 'equivalent')
		return say(`${challenger} and ${baseline} are equivalent within ±${margin} ${where} ${figures}`);
	if (unmoved)
		return say(
			`not one of ${effect.n} queries scored differently ${where}, ${challenger} against ${baseline}: a true share of moved queries up to ${mostThatMove(row.clustering?.clusters ?? effect.n, alpha)} is compatible`,
		);
	const open = `${challenger} and ${baseline} are not told apart ${where} ${figures}`;
	const { mde } = row;
	if (mde === undefined) return say(open);
	return say(
		mde.mde === undefined
			? `${open}, which does not make them equal: ${effect.n} queries${row.clustering === undefined ? '' : ` in ${row.clustering.clusters} clusters`} find no difference that the metric allows with power ${mde.power}`
			: `${open}, which does not make them equal: a true difference below ${mde.mde.toFixed(4)} is found less than ${percentOf(mde.power)} of the time`,
	);
}

/** The verdicts of the other rows of the same two systems: strata of the primary metric, further metrics. */
function restOf(primary: ComparedRow, { rows }: Comparison): readonly string[] {
	const others = rows.filter(
		(row) =>
			row.role === 'secondary' &&
			row.baseline === primary.baseline &&
			row.challenger === primary.challenger &&
			(row.metric === primary.metric || row.stratum === OVERALL),
	);
	const name = (row: ComparedRow): string => (row.metric === primary.metric ? row.stratum : row.metric);
	/** One row is said with what it could have found; of several the table says it. */
	const notShown = (open: readonly ComparedRow[]): readonly string[] => {
		const [only, ...more] = open;
		if (only?.mde?.mde === undefined || more.length > 0) return named('not shown on', open);
		if (only.ceiling) return [`not shown on ${name(only)}, where the baseline leaves nothing to win`];
		if (only.mde.gain === undefined || only.mde.loss === undefined) return named('not shown on', open);
		return [
			`not shown on ${name(only)}, where ${only.effect.n} queries find a true difference of ${only.mde.mde.toFixed(4)} with ${percentOf(only.mde.power)} power`,
		];
	};
	const named = (prefix: string, found: readonly ComparedRow[]): readonly string[] =>
		found.length === 0 ? [] : [`${prefix} ${listed(found.map(name))}`];
	const tested = others.filter(({ notATest }) => notATest === undefined);
	const of = (verdict: ComparedRow['verdict']): readonly ComparedRow[] =>
		tested.filter((row) => row.verdict === verdict);
	const leads = tested.filter(({ verdict, familyVerdict }) => verdict !== familyVerdict);
	const lead = (verdict: ComparedRow['verdict']): readonly ComparedRow[] =>
		leads.filter(({ familyVerdict }) => familyVerdict === verdict);
	const better = named(primary.verdict === 'win' ? 'also on' : 'better on', of('win'));
	const worse = named(primary.verdict === 'loss' ? 'also on' : 'worse on', of('loss'));
	const decided = primary.verdict === 'win' || primary.verdict === 'loss';
	const led = [...named('better on', lead('win')), ...named('worse on', lead('loss'))];
	return [
		...(primary.verdict === 'loss' ? [...worse, ...better] : [...better, ...worse]),
		...named('equivalent on', of('equivalent')),
		...(decided ? notShown(of('inconclusive').filter((row) => !leads.includes(row))) : []),
		...(led.length > 0 ? [`leads, no findings: ${led.join(', ')}`] : []),
	];
}

/** `On recall@10 overall dense and hybrid are not told apart; both beat fts.` */
export function standingSentence({ metric, stratum, systems, groups, beats }: Standing): string {
	const alike = groups.filter((group) => group.length > 1);
	const parts: string[] = alike.map((group) => `${listed(group)} are not told apart`);
	const victims = new Map<string, string[]>();
	for (const { label } of systems) {
		const beaten = systems.filter((system) =>
			beats.some(({ winner, loser }) => winner === label && loser === system.label),
		);
		if (beaten.length === 0) continue;
		const key = listed(beaten.map((system) => system.label));
		victims.set(key, [...(victims.get(key) ?? []), label]);
	}
	for (const [beaten, winners] of victims) {
		const [only, ...more] = alike;
		const same = more.length === 0 && only?.join('\n') === winners.join('\n') && parts.length === 1;
		const who = same ? (winners.length === 2 ? 'both' : `all ${winners.length}`) : listed(winners);
		parts.push(`${who} ${winners.length > 1 ? 'beat' : 'beats'} ${beaten}`);
	}
	return `On ${metric} ${stratum} ${parts.join('; ')}.`;
}

/** `a, b and c`; of many the first five. */
function listed(names: readonly string[]): string {
	if (names.length > 6) return `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`;
	return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
