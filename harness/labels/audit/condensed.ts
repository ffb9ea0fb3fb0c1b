import type { Metric } from '../../contract.ts';
import { condensedRanking } from './condensed-ranking.ts';
import { type AuditedQuery, type DataAuditContext, scoreOf, systemMeans } from './context.ts';
import type { DataCheck, Finding } from './finding.ts';
import { orderChanges } from './order-changes.ts';

/**
 * Every metric on judged documents only: unjudged ones are taken out of each ranking before it is scored (condensed
 * lists; Sakai, "Alternatives to bpref", SIGIR 2007). Plain scores count an unjudged document as not relevant, condensed
 * ones as not there; the truth lies with neither, but an order that both give does not hang on the holes.
 */
export const condensed: DataCheck = {
	name: 'condensed',
	title: 'scores on judged documents only, beside the plain ones',
	columns: ({ relevantOnly, task }) =>
		relevantOnly
			? []
			: task.metrics.flatMap(({ name }) => [
					{ key: name, header: name, form: 'value' as const },
					{ key: `${name} condensed`, header: 'condensed', form: 'value' as const },
				]),
	run(context) {
		if (context.relevantOnly)
			return [
				{
					about: 'all',
					numbers: {},
					weight: 'limit',
					means:
						'Not computed: where only relevant documents have labels, a list of labelled documents holds nothing else, and every system scores near 1.',
				},
			];
		const means = context.task.metrics.map((metric) => ({
			name: metric.name,
			plain: systemMeans(context, (query, run) => scoreOf(metric, query, run)),
			condensed: systemMeans(context, (query, run) => condensedScore(metric, query, run)),
		}));
		return context.labels.map((label, run) => finding(context, label, run, means));
	},
};

interface Means {
	readonly name: string;
	readonly plain: readonly number[];
	readonly condensed: readonly number[];
}

/** A turned difference of at least this share of the plain one, on the other side, is more than a tie broken. */
const HALF = 0.5;

function finding({ labels }: DataAuditContext, label: string, run: number, means: readonly Means[]): Finding {
	const turned = means.flatMap(({ name, plain, condensed }) =>
		orderChanges(plain, condensed, run).map((other) => ({
			name,
			other: labels[other] as string,
			plain: (plain[run] as number) - (plain[other] as number),
			condensed: (condensed[run] as number) - (condensed[other] as number),
		})),
	);
	const said = turned.map(
		(turn) => `${turn.other} (${turn.name} ${signed(turn.plain)}, condensed ${signed(turn.condensed)})`,
	);
	const far = turned.some((turn) => Math.abs(turn.condensed) >= HALF * Math.abs(turn.plain));
	return {
		about: label,
		numbers: Object.fromEntries(
			means.flatMap(({ name, plain, condensed }) => [
				[name, plain[run] as number],
				[`${name} condensed`, condensed[run] as number],
			]),
		),
		weight: turned.length === 0 ? 'fine' : far ? 'limit' : 'caution',
		means:
			turned.length > 0
				? `On judged documents alone its order turns with ${said.join(', ')}: which is ahead hangs on unjudged ones.`
				: labels.length < 2
					? 'One system: there is no order that could turn.'
					: 'Its rank among the systems is the same on judged documents alone.',
	};
}

function signed(value: number): string {
	return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(4)}`;
}

function condensedScore(metric: Metric, { grades, judged }: AuditedQuery, run: number): number {
	return metric.score(condensedRanking({ grades: grades[run] as Int8Array, ideal: judged.ideal }));
}
