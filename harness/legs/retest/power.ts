import type { CompareOptions } from '../../compare/comparison.ts';
import { randomStream } from '../../random.ts';
import { bootstrap, type StratifiedBootstrap } from '../../stats/bootstrap.ts';
import { clusterBootstrap } from '../../stats/cluster-bootstrap.ts';
import { corrections } from '../../stats/corrections.ts';
import { type DrawnQueries, drawerOf } from './draw.ts';
import { foldTest } from './fold-test.ts';
import type { HeldOutQueries } from './held-out-rows.ts';

/** How often a retest finds a true gain overall: a win over the base, the control and the source placebo at once. */
export interface ConjunctionPower {
	/** The variant whose differences were simulated from. */
	readonly variant: string;
	/** By true gain over the base, ascending: the share of simulated retests that found it. */
	readonly gains: readonly { readonly gain: number; readonly power: number }[];
	/**
	 * Minimum detectable effect of all three together: the smallest true gain found with the power asked for, between the
	 * gains above. Undefined where none of them is found that often.
	 */
	readonly mde: number | undefined;
	readonly simulations: number;
}

/** The systems one variant is compared with, on held-out queries: by repeat, by query. */
export interface Conjunction {
	readonly label: string;
	readonly variant: readonly Float64Array[];
	/** The base first. */
	readonly references: readonly (readonly Float64Array[])[];
}

const GAINS: readonly number[] = [0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3];
/** Larger gains are found more often still. */
const ENOUGH = 0.95;

/**
 * The power of the conjunction, by simulation from the held-out differences that were seen: queries are drawn within
 * their strata, or whole clusters of them, so that the true gain over the base is as wanted (`draw.ts`), with all their repeats and all
 * three differences together; control and source placebo stand to the base as they were seen to. Each simulated retest
 * is put to the tests of `judgeHeldOut`, at the level that one real difference among many in the family of `family` rows must
 * pass.
 */
export function conjunctionPower(
	conjunction: Conjunction,
	queries: HeldOutQueries,
	family: number,
	options: CompareOptions,
	simulations: number,
): ConjunctionPower {
	const compared = conjunction.references.map((reference) => differencesOf(conjunction.variant, reference));
	const base = compared[0] as Differences;
	const level = corrections[options.correction].singleLevel(options.alpha, family);
	const gains: { gain: number; power: number }[] = [];
	for (const gain of GAINS) {
		const draw = drawerOf(base.means, queries, gain);
		if (draw === undefined) break;
		// The same draws for every gain, so that more of it is found more often.
		const stream = randomStream(options.seed, `retest/power/${conjunction.label}`);
		let found = 0;
		for (let simulation = 0; simulation < simulations; simulation++) {
			const drawn = draw(stream);
			const seed = stream.uint32();
			if (compared.every((differences) => wins(differences, drawn, queries, { level, seed, options }))) found++;
		}
		gains.push({ gain, power: found / simulations });
		if (found >= ENOUGH * simulations) break;
	}
	return { variant: conjunction.label, gains, mde: gainOfPower(gains, options.power), simulations };
}

interface Differences {
	/** By repeat, by query. */
	readonly byRepeat: readonly Float64Array[];
	/** By query, over the repeats. */
	readonly means: Float64Array;
}

function differencesOf(variant: readonly Float64Array[], reference: readonly Float64Array[]): Differences {
	const byRepeat = variant.map((values, repeat) =>
		values.map((value, query) => value - (reference[repeat]?.[query] as number)),
	);
	const means = new Float64Array(byRepeat[0]?.length ?? 0).map(
		(_, query) => byRepeat.reduce((sum, deltas) => sum + (deltas[query] as number), 0) / byRepeat.length,
	);
	return { byRepeat, means };
}

/** The two tests of a win, the cheaper one first. */
function wins(
	{ byRepeat, means }: Differences,
	{ drawn, folds, clusters }: DrawnQueries,
	queries: HeldOutQueries,
	{ level, seed, options }: { readonly level: number; readonly seed: number; readonly options: CompareOptions },
): boolean {
	const confidence = 1 - options.alpha;
	const deltaAt = (repeat: number, column: number): number => byRepeat[repeat]?.[drawn[column] as number] as number;
	const overFolds = foldTest(deltaAt, { folds, foldCount: queries.foldCount, clusters }, confidence);
	if (!(overFolds.mean > 0 && overFolds.p < level)) return false;
	const deltas = Array.from(drawn, (query) => means[query] as number);
	// As fine as the level asks for, and no finer: this runs hundreds of times.
	const resamples = Math.max(1000, Math.ceil(10 / level));
	const settings = { resamples, confidence, method: options.ci, seed };
	const { max } = queries.metric;
	const { studentisedP } =
		clusters === undefined
			? (bootstrap([deltas], queries.strata, { ...settings, max: [max] })[0] as StratifiedBootstrap).overall
			: clusterBootstrap(deltas, clusters, 'retest/power', max, settings);
	return studentisedP < level;
}

/** Between the two gains around it, on a straight line; from no gain, which is found as good as never. */
function gainOfPower(gains: ConjunctionPower['gains'], wanted: number): number | undefined {
	const at = gains.findIndex(({ power }) => power >= wanted);
	if (at < 0) return undefined;
	const above = gains[at] as ConjunctionPower['gains'][number];
	const below = gains[at - 1] ?? { gain: 0, power: 0 };
	return below.gain + ((wanted - below.power) / (above.power - below.power)) * (above.gain - below.gain);
}
