import type { Doc, Json, JsonObject } from '../../../harness/contract.ts';
import type { BuiltStratum } from '../../../harness/labels/evalset/build-stratum.ts';
import { circularityOf } from '../../../harness/labels/evalset/circularity.ts';
import { type EvalStratum, type Failure, STRATA } from '../../../harness/labels/evalset/item.ts';
import { renderTable } from '../../../harness/report/table.ts';
import type { Terminal } from '../../terminal.ts';

export type Built = ReadonlyMap<EvalStratum, BuiltStratum>;

/** Under so many queries a stratum finds large differences only. */
const FEW = 50;

/** What was made and what failed, by stratum, with ids and without any text. */
export function strataReport(built: Built, corpus: readonly Doc[], nearBy: Json): JsonObject {
	const idsOf = ({ targets }: Failure): readonly string[] => targets.map((place) => (corpus[place] as Doc).id);
	return Object.fromEntries(
		[...built].map(([stratum, { wanted, worded, failures, exhausted }]) => [
			stratum,
			{
				wanted,
				made: worded.length,
				with_twins: worded.filter(({ item }) => item.nearDuplicates.length > 0 && !item.discriminates).length,
				discriminators: worded.filter(({ item }) => item.discriminates).length,
				failed: failures.length,
				reasons: reasonsOf(failures),
				no_more_candidates: exhausted && worded.length < wanted,
				circular: circularityOf(stratum, nearBy),
				failures: failures.map((failure) => ({ ids: idsOf(failure), reason: failure.reason })),
			},
		]),
	);
}

export function printStrata(built: Built, nearBy: Json, terminal: Terminal): void {
	const right = (header: string) => ({ header, align: 'right' as const });
	terminal.print(
		renderTable(
			[{ header: 'stratum' }, right('wanted'), right('made'), right('with twins'), right('failed'), { header: 'why' }],
			STRATA.flatMap((stratum) => {
				const part = built.get(stratum);
				return part === undefined ? [] : rowsOf(stratum, part);
			}),
		),
	);
	terminal.print('\nHow circular the strata are:');
	for (const stratum of built.keys()) {
		const { label_defined_by, by_system_under_test, favours, against } = circularityOf(stratum, nearBy);
		terminal.print(`  ${stratum}: label defined by ${label_defined_by}`);
		terminal.print(`    by the system under test: ${by_system_under_test}`);
		terminal.print(`    favours ${favours}`);
		if (against !== undefined) terminal.print(`    against: ${String(against)}`);
	}
}

/** What nobody must miss, in every form of output. */
export function warnOfShortfall(built: Built, terminal: Terminal): void {
	for (const [stratum, { wanted, worded, exhausted }] of built) {
		if (worded.length < wanted)
			terminal.warn(
				`${stratum}: ${worded.length} of ${wanted}: ${exhausted ? 'the corpus gives no more' : 'too many failed, it was given up'}`,
			);
		if (worded.length > 0 && worded.length < FEW)
			terminal.note(`${stratum} has under ${FEW} queries: only large differences can be found`);
	}
}

function rowsOf(stratum: string, { wanted, worded, failures }: BuiltStratum): string[][] {
	const reasons = Object.entries(reasonsOf(failures)).map(([reason, count]) => `${count} ${reason}`);
	const twins = worded.filter(({ item }) => item.nearDuplicates.length > 0).length;
	const counts = [wanted, worded.length, twins, failures.length].map(String);
	return [[stratum, ...counts, reasons[0] ?? ''], ...reasons.slice(1).map((reason) => ['', '', '', '', '', reason])];
}

/** Counts by reason, the most frequent first. */
function reasonsOf(failures: readonly Failure[]): Readonly<Record<string, number>> {
	const counts = new Map<string, number>();
	for (const { reason } of failures) counts.set(reason, (counts.get(reason) ?? 0) + 1);
	return Object.fromEntries([...counts].sort((x, y) => y[1] - x[1] || (x[0] < y[0] ? -1 : 1)));
}
