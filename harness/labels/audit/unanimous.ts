import { type AuditedQuery, type DataAuditContext, scoreOf } from './context.ts';
import type { DataCheck, Finding } from './finding.ts';

/** Shares of queries that tell the systems apart below which the comparison rests on few, and on hardly any. */
const FEW = 0.5;
const HARDLY_ANY = 0.2;

/** Queries that all systems get right (the metric's largest value) or wrong (0), and those that tell them apart. */
export const unanimous: DataCheck = {
	name: 'unanimous',
	title: 'queries on which all systems score the same',
	columns: ({ headline }) => [
		{ key: 'queries', header: 'queries', form: 'count' },
		{ key: 'right', header: `all at the top of ${headline.name}`, form: 'share' },
		{ key: 'wrong', header: 'all at 0', form: 'share' },
		{ key: 'equal', header: 'all the same between', form: 'share' },
		{ key: 'differ', header: 'tell them apart', form: 'count' },
	],
	run(context) {
		if (context.labels.length < 2)
			return [{ about: 'all', numbers: {}, weight: 'fine', means: 'One system: there is nothing to tell apart.' }];
		const strata = [...context.strata].map(([stratum, queries]) => finding(context, stratum, queries));
		return strata.length > 1 ? [finding(context, 'all', context.queries), ...strata] : strata;
	},
};

function finding({ labels, headline }: DataAuditContext, about: string, queries: readonly AuditedQuery[]): Finding {
	const counts = { right: 0, wrong: 0, equal: 0, differ: 0 };
	for (const query of queries) {
		const values = labels.map((_, run) => scoreOf(headline, query, run));
		const [first = 0] = values;
		// Sums in another order can differ in the last bit.
		if (values.some((value) => Math.abs(value - first) > 1e-12)) counts.differ++;
		else if (first >= headline.max - 1e-12) counts.right++;
		else if (first <= 1e-12) counts.wrong++;
		else counts.equal++;
	}
	const n = queries.length;
	const share = counts.differ / n;
	const rest = `${counts.differ} of ${n} queries tell the systems apart`;
	return {
		about,
		numbers: {
			queries: n,
			right: counts.right / n,
			wrong: counts.wrong / n,
			equal: counts.equal / n,
			differ: counts.differ,
		},
		weight: share < HARDLY_ANY ? 'limit' : share < FEW ? 'caution' : 'fine',
		means:
			share < HARDLY_ANY
				? `${rest}: the comparison rests on hardly any, and a few labels could change it.`
				: share < FEW
					? `${rest}: fewer than half carry the comparison.`
					: `${rest}: more than half carry the comparison.`,
	};
}
