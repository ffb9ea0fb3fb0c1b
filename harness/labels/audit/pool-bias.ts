import { type AuditedQuery, type DataAuditContext, scoreOf, systemMeans } from './context.ts';
import type { DataCheck, Finding } from './finding.ts';
import { orderChanges } from './order-changes.ts';

/**
 * Leave-one-system-out (Zobel, "How reliable are the results of large-scale information retrieval experiments?",
 * SIGIR 1998): how a system would score had the relevant documents that no other run here has in its top been left
 * unlabelled. That is what a new system pays whose finds nobody judged. Runs that contain each other (a hybrid and its
 * legs) leave each other few documents of their own, which makes the loss look smaller than a stranger's would be.
 */
export const poolBias: DataCheck = {
	name: 'pool-bias',
	title: 'what each system would lose had it not helped to find the relevant documents',
	columns: ({ headline, task }) => [
		{ key: 'unique', header: `relevant only it has in top ${task.poolDepth}`, form: 'count' },
		{ key: 'plain', header: headline.name, form: 'value' },
		{ key: 'without', header: 'without them', form: 'value' },
		{ key: 'lost', header: 'change', form: 'delta' },
		{ key: 'unscorable', header: 'queries lost', form: 'count' },
	],
	run(context) {
		if (context.labels.length < 2)
			return [
				{
					about: 'all',
					numbers: {},
					weight: 'limit',
					means: 'Not computed: it takes two runs or more to see what only one of them finds.',
				},
			];
		return context.labels.map((label, run) => finding(context, label, run));
	},
};

/** A share of queries without a relevant document left from which their loss is worth minding. */
const MANY_LOST = 0.02;

function finding(context: DataAuditContext, label: string, run: number): Finding {
	const { queries, labels, headline, task } = context;
	const unique = new Map(queries.map((query) => [query, uniqueRelevant(query, run, task.poolDepth)]));
	const kept = queries.filter((query) => (unique.get(query)?.size ?? 0) < query.relevant.size);
	const among = { labels, queries: kept };
	const plain = systemMeans(among, (query, at) => scoreOf(headline, query, at));
	const without = systemMeans(among, (query, at) => scoreWithout(context, query, at, unique.get(query) ?? NONE));
	const lost = (without[run] as number) - (plain[run] as number);
	const turned = orderChanges(plain, without, run).map((other) => labels[other] as string);
	const count = [...unique.values()].reduce((sum, found) => sum + found.size, 0);
	return {
		about: label,
		numbers: {
			unique: count,
			plain: plain[run] as number,
			without: without[run] as number,
			lost,
			unscorable: queries.length - kept.length,
		},
		weight: turned.length > 0 || (queries.length - kept.length) / queries.length >= MANY_LOST ? 'caution' : 'fine',
		means: `${meaning(count, lost, turned, task.poolDepth)}${
			kept.length < queries.length
				? ` ${queries.length - kept.length} queries would have no relevant document left and are not in these means.`
				: ''
		}`,
	};
}

function meaning(count: number, lost: number, turned: readonly string[], depth: number): string {
	if (count === 0)
		return `No relevant document is its own find in the top ${depth}: nothing to lose, and nothing learnt about systems unlike these.`;
	if (turned.length > 0)
		return `Without its own finds its order with ${turned.join(', ')} turns: a system like it that was not pooled would be ranked wrongly.`;
	if (lost > 5e-5)
		return 'Its own finds stand so low that without them it scores higher: they only raise what the best score would be. The order of these systems stays.';
	return `A system like it that was not pooled would score ${Math.abs(lost).toFixed(4)} lower; the order of these systems stays.`;
}

const NONE: ReadonlySet<number> = new Set();

/** Relevant documents in the top `depth` of this run and of no other. */
function uniqueRelevant({ rankings, relevant }: AuditedQuery, run: number, depth: number): ReadonlySet<number> {
	const own = [...(rankings[run]?.docs.subarray(0, depth) ?? [])].filter((doc) => relevant.has(doc));
	const others = new Set(rankings.flatMap(({ docs }, at) => (at === run ? [] : [...docs.subarray(0, depth)])));
	return new Set(own.filter((doc) => !others.has(doc)));
}

/** The score had these documents no label at all. */
function scoreWithout(
	{ headline }: DataAuditContext,
	{ rankings, grades, judged }: AuditedQuery,
	run: number,
	removed: ReadonlySet<number>,
): number {
	const docs = rankings[run]?.docs ?? new Int32Array(0);
	const ideal = [...judged.ideal];
	for (const doc of removed) ideal.splice(ideal.indexOf(judged.gradeOf.get(doc) as number), 1);
	return headline.score({
		grades: (grades[run] as Int8Array).map((grade, rank) => (removed.has(docs[rank] as number) ? -1 : grade)),
		ideal,
	});
}
