import type { CompareOptions, ComparisonRow } from './comparison.ts';
import { judgeFamily } from './family.ts';
import { type Question, type RowRole, roleOf } from './question.ts';
import type { TestedRow } from './row.ts';
import type { Verdict } from './verdict.ts';

/** A row that waits for its verdict. */
export interface OpenRow {
	readonly row: TestedRow;
	/** Names the two systems that it compares: its primary row has the same. */
	readonly pair: string;
	/** Stands in place of the verdict where the two systems are the same by arithmetic: no test, no member of a family. */
	readonly notATest: string | undefined;
}

export interface GatedRow extends ComparisonRow {
	readonly role: RowRole;
	/**
	 * What the row's own family says. Where it differs from `verdict`, which then is `inconclusive`, it is a lead and no
	 * finding: the primary question of the pair is open, or the row is exploratory.
	 */
	readonly familyVerdict: Verdict;
}

/**
 * Judges the rows of a comparison by serial gatekeeping (Westfall & Krishen 2001; Dmitrienko & Tamhane 2007; FDA,
 * "Multiple Endpoints in Clinical Trials", 2022): the primary row at alpha, and only where it is decided the secondary
 * rows, as one corrected family over all metrics and strata. Exploratory rows are a family of their own and claim
 * nothing. Several pairs of systems are corrected over pairs within each family; each pair has its own gate.
 *
 * What that promises for one pair: the chance of any false win or loss among all rows is at most alpha, however many
 * metrics and strata there are. Where the primary null hypothesis is true, a false claim takes a false primary verdict
 * first; where it is false, only the secondary family can err. For several pairs the promise is alpha within the
 * primary rows and alpha within the secondary rows: a gate that one pair rightly opens says nothing of another's.
 * `scripts/check/family-error.ts` measures both.
 *
 * Without the gate both families could err, at up to 2 alpha together. The primary verdict is the same whatever else
 * is asked. A primary `equivalent` opens the gate for `equivalent` alone: it rejects no null hypothesis of win and loss.
 * With `correction: 'none'` nothing is corrected and nothing gated: every row stands for itself.
 */
export function judgeQuestion(
	rows: readonly OpenRow[],
	question: Question,
	options: CompareOptions,
): readonly GatedRow[] {
	const judged = new Map<OpenRow, ComparisonRow>();
	const judge = (family: readonly OpenRow[]): void =>
		judgeFamily(
			family.map(({ row }) => row),
			options,
		).forEach((row, i) => {
			judged.set(family[i] as OpenRow, row);
		});
	const roles = new Map(rows.map((open) => [open, roleOf(question, open.row)]));
	for (const role of ['primary', 'secondary', 'exploratory'] as const)
		judge(rows.filter((open) => open.notATest === undefined && roles.get(open) === role));
	for (const open of rows) if (open.notATest !== undefined) judge([open]);

	const primary = new Map<string, Verdict>();
	for (const open of rows)
		if (roles.get(open) === 'primary' && open.notATest === undefined)
			primary.set(open.pair, (judged.get(open) as ComparisonRow).verdict);
	return rows.map((open) => {
		const row = judged.get(open) as ComparisonRow;
		const role = roles.get(open) as RowRole;
		const claimed =
			role === 'primary' ||
			options.correction === 'none' ||
			(role === 'secondary' && opens(primary.get(open.pair), row.verdict));
		return { ...row, role, familyVerdict: row.verdict, verdict: claimed ? row.verdict : 'inconclusive' };
	});
}

function opens(primary: Verdict | undefined, verdict: Verdict): boolean {
	return primary === 'win' || primary === 'loss' || (primary === 'equivalent' && verdict === 'equivalent');
}
