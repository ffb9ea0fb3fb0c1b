import { findDuplicates } from '../../datasets/near-duplicates.ts';
import type { AuditedQuery, DataAuditContext } from './context.ts';
import type { DataCheck } from './finding.ts';

/**
 * Queries where a system returns a near-duplicate of a relevant document that is not labelled relevant itself: it
 * answers the query as well, and counts as a miss. Near-duplicates are those of `findDuplicates`: the same text, or
 * 3-word shingles with a Jaccard of 0.8 or more.
 */
export const nearDuplicates: DataCheck = {
	name: 'near-duplicates',
	title: 'near-duplicates of relevant documents that are returned and count as not relevant',
	columns: ({ task }) => [
		{ key: 'queries', header: `queries with one in top ${task.cutoff}`, form: 'count' },
		{ key: 'share', header: 'of all', form: 'share' },
		{ key: 'missed', header: 'and the labelled one is not there', form: 'count' },
	],
	run(context) {
		const duplicatesOf = findNearDuplicates(context);
		const { queries, task, labels } = context;
		return labels.map((label, run) => {
			const found = queries.filter((query) => nearDuplicatesReturned(query, run, task.cutoff, duplicatesOf).returned);
			const missed = queries.filter(
				(query) => nearDuplicatesReturned(query, run, task.cutoff, duplicatesOf).instead,
			).length;
			const share = found.length / queries.length;
			return {
				about: label,
				numbers: { queries: found.length, share, missed },
				weight: missed > 0 ? 'caution' : 'fine',
				means:
					found.length === 0
						? 'None: no score here suffers from duplicates.'
						: missed === 0
							? 'The labelled documents are returned as well: duplicates cost ranks, no finds.'
							: `${missed} of ${queries.length} queries count as missed at ${task.cutoff} though a near duplicate was returned: at most ${(missed / queries.length).toFixed(4)} of its recall@${task.cutoff}.`,
			};
		});
	},
};

type NearDuplicatesOf = ReadonlyMap<number, ReadonlySet<number>>;

function findNearDuplicates({ task }: DataAuditContext): NearDuplicatesOf {
	const { corpus } = task.dataset;
	// Empty documents are all the same text and answer nothing.
	const docIndices = [...corpus.keys()].filter((docIndex) => corpus[docIndex]?.content.trim() !== '');
	const { exact, near } = findDuplicates(docIndices.map((docIndex) => corpus[docIndex]?.content ?? ''));
	const groupOf = new Map(exact.flatMap((group) => group.map((member) => [member, group] as const)));
	const found = new Map<number, Set<number>>();
	const link = (x: number, y: number): void => {
		if (x === y) return;
		const [a, b] = [docIndices[x] as number, docIndices[y] as number];
		found.set(a, (found.get(a) ?? new Set()).add(b));
	};
	for (const group of exact) for (const x of group) for (const y of group) link(x, y);
	// One text stands for each group of equal ones: what is near to it is near to all of them.
	for (const { a, b } of near)
		for (const x of groupOf.get(a) ?? [a])
			for (const y of groupOf.get(b) ?? [b]) {
				link(x, y);
				link(y, x);
			}
	return found;
}

function nearDuplicatesReturned(
	{ rankings, relevant }: AuditedQuery,
	run: number,
	k: number,
	duplicatesOf: NearDuplicatesOf,
) {
	const top = [...(rankings[run]?.docs.subarray(0, k) ?? [])];
	const returned = new Set(top);
	const targets = top
		.filter((doc) => !relevant.has(doc))
		.flatMap((doc) => [...(duplicatesOf.get(doc) ?? [])].filter((duplicate) => relevant.has(duplicate)));
	return { returned: targets.length > 0, instead: targets.some((target) => !returned.has(target)) };
}
