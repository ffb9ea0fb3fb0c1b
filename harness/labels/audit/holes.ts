import { type AuditedQuery, type DataAuditContext, meanOver } from './context.ts';
import type { DataCheck, Finding } from './finding.ts';

/** A share of unjudged documents in the top k from which they are worth minding. */
const MANY = 0.05;

/**
 * How much of each system's top k nobody judged, and how far that reaches: whatever the unjudged documents are, the
 * difference of precision@k to the baseline lies within the bounds (a document that both systems return counts for
 * both, so only those that one of them returns alone can move it). "Turns at" is how many of those that only the one
 * behind returns would have to be relevant, and none of the other's, for the difference to be 0.
 */
export const holes: DataCheck = {
	name: 'holes',
	title: "share of each system's top that has no judgment",
	columns: ({ task, unjudged }) => [
		{ key: 'unjudged', header: `${unjudged} in top ${task.cutoff}`, form: 'share' },
		{ key: 'precision', header: `precision@${task.cutoff}`, form: 'value' },
		{ key: 'delta', header: 'to baseline', form: 'delta' },
		{ key: 'least', header: 'at least', form: 'delta' },
		{ key: 'most', header: 'at most', form: 'delta' },
		{ key: 'turns', header: 'turns at', form: 'share' },
	],
	run: (context) => context.labels.map((label, run) => finding(context, label, run)),
};

function finding(context: DataAuditContext, label: string, run: number): Finding {
	const { queries, labels, unjudged, task } = context;
	const k = task.cutoff;
	const share = meanOver(queries, (query) => unjudgedDocs(query, run, k).length / Math.max(1, top(query, run, k)));
	const precision = meanOver(queries, (query) => hits(context, query, run) / k);
	const base = { about: label, weight: share > MANY ? 'caution' : 'fine' } as const;
	const perQuery = (share * k).toFixed(1);
	if (run === 0)
		return {
			...base,
			numbers: { unjudged: share, precision, delta: null, least: null, most: null, turns: null },
			means:
				share > MANY
					? `About ${perQuery} of its top ${k} are ${unjudged} and count as not relevant: its scores are lower bounds.`
					: `Nearly all of its top ${k} is judged.`,
		};
	const delta = precision - meanOver(queries, (query) => hits(context, query, 0) / k);
	const least = delta - meanOver(queries, (query) => alone(query, 0, run, k) / k);
	const most = delta + meanOver(queries, (query) => alone(query, run, 0, k) / k);
	const baseline = labels[0] as string;
	const open = least < 0 && most > 0;
	// The number of unjudged documents returned only by the system behind that would have to be relevant, and none of the other's.
	const room = delta >= 0 ? delta - least : most - delta;
	const turns = open ? Math.abs(delta) / room : null;
	const behind = delta >= 0 ? baseline : label;
	return {
		...base,
		weight: open ? 'caution' : 'fine',
		numbers: { unjudged: share, precision, delta, least, most, turns },
		means: open
			? `The labels leave open whether it is above or below ${baseline} at precision@${k}: ${(100 * (turns as number)).toFixed(1)} % of the ${unjudged} documents that only ${behind} returns being relevant, and none of the other's, would turn it.`
			: `Whatever the ${unjudged} documents are, it stays ${least >= 0 ? 'at or above' : 'at or below'} ${baseline} at precision@${k}.`,
	};
}

function top({ grades }: AuditedQuery, run: number, k: number): number {
	return Math.min(k, (grades[run] as Int8Array).length);
}

function hits({ rel, task }: DataAuditContext, { grades }: AuditedQuery, run: number): number {
	return (grades[run] as Int8Array).subarray(0, task.cutoff).filter((grade) => grade >= rel).length;
}

function unjudgedDocs({ grades, rankings }: AuditedQuery, run: number, k: number): number[] {
	const docs = rankings[run]?.docs ?? new Int32Array(0);
	return [...docs.subarray(0, k)].filter((_, rank) => (grades[run] as Int8Array)[rank] === -1);
}

/** Unjudged documents in the top k of one run that are not in the top k of the other. */
function alone(query: AuditedQuery, run: number, other: number, k: number): number {
	const others = new Set(query.rankings[other]?.docs.subarray(0, k) ?? []);
	return unjudgedDocs(query, run, k).filter((doc) => !others.has(doc)).length;
}
