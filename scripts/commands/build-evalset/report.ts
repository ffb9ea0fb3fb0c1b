import type { Doc, Json, JsonObject } from '../../../harness/contract.ts';
import type { BuiltStratum } from '../../../harness/labels/evalset/build-stratum.ts';
import { circularityOf } from '../../../harness/labels/evalset/circularity.ts';
import type { EvalStratum, Failure } from '../../../harness/labels/evalset/item.ts';
import type { Terminal } from '../../terminal.ts';

export type Built = ReadonlyMap<EvalStratum, BuiltStratum>;

/** Under so many queries a stratum finds large differences only. */
const FEW = 50;

/** Queries made and failed, by stratum, with ids and without any text. */
export function strataReport(built: Built, corpus: readonly Doc[], nearBy: Json): JsonObject {
	const idsOf = ({ targets }: Failure): readonly string[] => targets.map((docIndex) => (corpus[docIndex] as Doc).id);
	return Object.fromEntries(
		[...built].map(([stratum, { wanted, worded, failures, exhausted }]) => [
			stratum,
			{
				wanted,
				made: worded.length,
				with_near_duplicates: worded.filter(({ item }) => item.nearDuplicates.length > 0 && !item.discriminates).length,
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

/** Warnings for every form of output. */
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

/** Why queries failed, over all strata. */
export function reasonsInWords(built: Built): string {
	const failures = [...built.values()].flatMap((part) => part.failures);
	const reasons = Object.entries(reasonsOf(failures)).map(([reason, count]) => `${count} ${reason}`);
	return reasons.join('; ') || 'the corpus gives no candidate';
}

/** Counts by reason, the most frequent first. */
export function reasonsOf(failures: readonly Failure[]): Readonly<Record<string, number>> {
	const counts = new Map<string, number>();
	for (const { reason } of failures) counts.set(reason, (counts.get(reason) ?? 0) + 1);
	return Object.fromEntries([...counts].sort((x, y) => y[1] - x[1] || (x[0] < y[0] ? -1 : 1)));
}
