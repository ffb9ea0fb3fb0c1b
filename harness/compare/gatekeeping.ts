import type { CompareOptions, ComparisonRow } from './comparison.ts';
import { decideFamily } from './family.ts';
import { withMde } from './mde.ts';
import { type Question, type RowRole, roleOf } from './question.ts';
import type { TestedRow } from './row.ts';
import type { Verdict } from './verdict.ts';

/** A row that waits for its verdict. */
export interface OpenRow {
	readonly row: TestedRow;
	/** Names the two systems that it compares: its primary row has the same. */
	readonly pair: string;
	/** Replaces the verdict where the two systems are the same by arithmetic: no test, no member of a family. */
	readonly notATest: string | undefined;
}

export interface GatedRow extends ComparisonRow {
	readonly role: RowRole;
	/**
	 * The verdict of the row's own family at alpha. Where it differs from `verdict`, which then is `inconclusive`, it is a lead
	 * and no finding: the primary question of the pair is open, or the row is exploratory.
	 */
	readonly familyVerdict: Verdict;
}

/**
 * The share of alpha that secondary rows have where their primary question is open: what a row shows beyond all doubt
 * is said even then.
 */
export const RESERVE = 0.1;

/**
 * Judges the rows of a comparison by gatekeeping with a fallback (Wiens 2003, "A fixed sequence Bonferroni procedure
 * for testing multiple endpoints"; Bretz, Maurer, Brannath & Posch 2009, "A graphical approach to sequentially rejective
 * multiple test procedures"; FDA, "Multiple Endpoints in Clinical Trials", 2022): the primary row at alpha, then the secondary rows as one corrected family over
 * all metrics and strata, at alpha where the primary row is decided and at {@link RESERVE} x alpha where it is open.
 * Exploratory rows are a family of their own and claim nothing. Several pairs of systems are corrected over pairs within
 * each family; each pair has its own gate.
 *
 * The guarantee for one pair: the chance of any false win or loss among all rows is at most (1 + RESERVE) x alpha,
 * however many metrics and strata there are. Where the primary null hypothesis is true, a false secondary claim takes
 * either a false primary verdict, alpha, or a secondary family that errs at the reserve; where it is false, only the
 * secondary family can err. For several pairs the promise is alpha within the primary rows and alpha within the
 * secondary rows: a gate that one pair rightly opens says nothing of another's. Two families without a gate could err at
 * 2 alpha. `scripts/check/family-error.ts` measures all three.
 *
 * The primary verdict is the same whatever else is asked. A primary `equivalent` opens the gate for `equivalent` alone:
 * it rejects no null hypothesis of win and loss. With `correction: 'none'` nothing is corrected and nothing gated.
 */
export function judgeQuestion(
	rows: readonly OpenRow[],
	question: Question,
	options: CompareOptions,
): readonly GatedRow[] {
	return decideQuestion(rows, question, options).map((row, i) =>
		rows[i]?.notATest === undefined ? withMde(row, options) : row,
	);
}

/** The same without what inconclusive rows could have found, which is simulated and takes its time. */
export function decideQuestion(
	rows: readonly OpenRow[],
	question: Question,
	options: CompareOptions,
): readonly GatedRow[] {
	const roles = new Map(rows.map((open) => [open, roleOf(question, open.row)]));
	const inFamily = (role: RowRole): readonly OpenRow[] =>
		rows.filter((open) => open.notATest === undefined && roles.get(open) === role);
	const secondary = inFamily('secondary');
	const judged = new Map([
		...judge(inFamily('primary'), options),
		...judge(secondary, options),
		...judge(inFamily('exploratory'), options),
		...rows.filter(({ notATest }) => notATest !== undefined).flatMap((open) => [...judge([open], options)]),
	]);
	const atReserve = judge(secondary, { ...options, alpha: RESERVE * options.alpha });
	const primary = new Map(inFamily('primary').map((open) => [open.pair, judged.get(open)?.verdict]));

	return rows.map((open): GatedRow => {
		const row = judged.get(open) as ComparisonRow;
		const role = roles.get(open) as RowRole;
		const judgedAs = { role, familyVerdict: row.verdict };
		if (options.correction === 'none' || role === 'primary') return { ...row, ...judgedAs };
		if (role === 'exploratory') return { ...row, ...judgedAs, verdict: 'inconclusive' };
		const byReserve = atReserve.get(open);
		return opens(primary.get(open.pair), row.verdict) || byReserve === undefined
			? { ...row, ...judgedAs }
			: { ...byReserve, ...judgedAs };
	});
}

function judge(family: readonly OpenRow[], options: CompareOptions): ReadonlyMap<OpenRow, ComparisonRow> {
	const judged = decideFamily(
		family.map(({ row }) => row),
		options,
	);
	return new Map(family.map((open, i) => [open, judged[i] as ComparisonRow]));
}

function opens(primary: Verdict | undefined, verdict: Verdict): boolean {
	return primary === 'win' || primary === 'loss' || (primary === 'equivalent' && verdict === 'equivalent');
}
