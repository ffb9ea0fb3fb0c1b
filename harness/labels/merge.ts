import type { DocId, Qrels, QueryId } from '../contract.ts';
import { type JudgmentsFile, standingJudgments } from './judgments-file.ts';
import { MERGE_RULES, type MergeRuleName, type Opinion } from './merge-rules.ts';
import { pairKey } from './pool-file.ts';

export interface MergedJudgment {
	readonly queryId: QueryId;
	readonly docId: DocId;
	readonly grade: number;
	/** The oldest first; at least one. */
	readonly opinions: readonly Opinion[];
}

/**
 * How the judgments that the dataset has are used: `keep` lets them stand, whatever the judges say; `count` makes
 * them one more opinion under the rule; `leave-out` takes the files alone.
 */
export type KnownPolicy = 'keep' | 'count' | 'leave-out';

export interface Merge {
	readonly judgments: readonly MergedJudgment[];
	/** Those on which opinions differ, whether or not that changed what stands. */
	readonly conflicts: readonly MergedJudgment[];
}

/**
 * Brings the judgments of several files together. A judge who judged a document twice by the same rubric, in two
 * files, counts once, with the later judgment.
 */
export function mergeJudgmentFiles(
	files: readonly JudgmentsFile[],
	known: { readonly qrels: Qrels; readonly policy: KnownPolicy },
	rule: MergeRuleName,
): Merge {
	const opinions = new Map<string, { queryId: QueryId; docId: DocId; given: Map<string, Opinion> }>();
	const add = (queryId: QueryId, docId: DocId, opinion: Opinion): void => {
		const key = pairKey(queryId, docId);
		const pair = opinions.get(key) ?? { queryId, docId, given: new Map() };
		const judge = `${opinion.by} ${opinion.judge} ${opinion.rubric ?? ''}`;
		const before = pair.given.get(judge);
		if (before === undefined || (before.at ?? '') <= (opinion.at ?? '')) pair.given.set(judge, opinion);
		opinions.set(key, pair);
	};
	if (known.policy !== 'leave-out')
		for (const [queryId, grades] of known.qrels)
			for (const [docId, grade] of grades) add(queryId, docId, { judge: 'dataset', by: 'dataset', grade });
	for (const { header, entries } of files)
		for (const { queryId, docId, grade, at } of standingJudgments(entries))
			add(queryId, docId, { judge: header.judge, by: header.by, grade, at, rubric: header.rubric.sha256 });
	const judgments = [...opinions.values()].map(({ queryId, docId, given }) => {
		const inTime = [...given.values()].sort((x, y) => order(x.at ?? '', y.at ?? '') || order(x.judge, y.judge));
		const held = known.policy === 'keep' ? inTime.find(({ by }) => by === 'dataset') : undefined;
		return { queryId, docId, grade: held?.grade ?? MERGE_RULES[rule].settle(inTime), opinions: inTime };
	});
	return {
		judgments,
		conflicts: judgments.filter(({ opinions: given }) => new Set(given.map(({ grade }) => grade)).size > 1),
	};
}

/**
 * The text of qrels.jsonl: a line per query in the order of `queries`, grades in corpus order. `_judgments` says of each new
 * judgment who gave which grade when and by which rubric; loading passes it over.
 */
export function mergedQrelsText(
	{ judgments }: Merge,
	{ queries, corpus }: { readonly queries: readonly { id: QueryId }[]; readonly corpus: readonly { id: DocId }[] },
): string {
	const docIndices = new Map(corpus.map(({ id }, docIndex) => [id, docIndex]));
	const byQuery = new Map<QueryId, MergedJudgment[]>();
	for (const judgment of judgments) {
		const members = byQuery.get(judgment.queryId);
		if (members === undefined) byQuery.set(judgment.queryId, [judgment]);
		else members.push(judgment);
	}
	return queries
		.flatMap(({ id }) => {
			const members = byQuery.get(id);
			if (members === undefined) return [];
			members.sort((x, y) => (docIndices.get(x.docId) ?? 0) - (docIndices.get(y.docId) ?? 0));
			const judged = members.filter(({ opinions }) => opinions.some(({ by }) => by !== 'dataset'));
			return [
				`${JSON.stringify({
					query_id: id,
					grades: pairs(members, ({ grade }) => grade),
					...(judged.length === 0 ? {} : { _judgments: pairs(judged, ({ opinions }) => opinions) }),
				})}\n`,
			];
		})
		.join('');
}

function pairs<T>(members: readonly MergedJudgment[], value: (judgment: MergedJudgment) => T): Record<DocId, T> {
	return Object.fromEntries(members.map((judgment) => [judgment.docId, value(judgment)]));
}

function order(x: string, y: string): number {
	return x < y ? -1 : x > y ? 1 : 0;
}
