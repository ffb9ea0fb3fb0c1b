import { FEW_QUERIES, OVERALL } from '../compare/comparison.ts';
import { RESERVE } from '../compare/gatekeeping.ts';
import { type Ablation, type AblationRow, type Contribution, wholeSystem } from '../legs/ablation/ablation.ts';
import { notATest } from '../legs/ablation/testable.ts';
import { ablationAnswer } from './ablation-answer.ts';
import { formatInterval, LEADS, percentOf, verdictText } from './compare-words.ts';
import { formatDelta, formatMetric, formatP } from './numbers.ts';
import { type Column, type Row, renderTable } from './table.ts';

/** Whether a smaller system beats the whole; the matrix, what each part adds, the Shapley shares, and what has to be known to read them. */
export function renderAblation(ablation: Ablation): string {
	return [
		ablationAnswer(ablation),
		...renderMatrix(ablation),
		renderContributions(ablation),
		renderShapley(ablation),
		renderDifferences(ablation),
		ablation.remarks.join('\n'),
	]
		.filter((part) => part !== '')
		.join('\n\n');
}

/** One table per scope: overall, then the strata. */
function renderMatrix({ rows, metrics }: Ablation): string[] {
	const strata = Object.keys(wholeSystem(rows).run.summary.strata);
	const scopes = [undefined, ...(strata.length > 1 ? strata : [])];
	return scopes.map((stratum) => {
		const means = ({ run: { summary } }: AblationRow) =>
			stratum === undefined ? summary.overall : summary.strata[stratum];
		const n = means(wholeSystem(rows))?.n ?? 0;
		const columns: Column[] = [
			{ header: `${stratum ?? OVERALL} (${n} queries)` },
			...metrics.map(({ name }) => ({ header: name, align: 'right' as const })),
		];
		return renderTable(
			columns,
			rows.map((row) => [row.variant.label, ...metrics.map(({ name }) => formatMetric(means(row)?.metrics[name]))]),
		);
	});
}

function renderContributions({ contributions, question, options }: Ablation): string {
	if (contributions.length === 0) return '';
	const rows: Row[] = [];
	let before: Contribution | undefined;
	for (const contribution of contributions) {
		const { part, row, notATest } = contribution;
		if (before !== undefined && before.row.metric !== row.metric) rows.push('rule');
		const sameScope = before?.row.metric === row.metric && before.row.stratum === row.stratum;
		rows.push([
			before?.row.metric === row.metric ? '' : row.metric,
			sameScope ? '' : `${row.stratum}${row.few ? '*' : ''}`,
			part.kind === 'leg' ? part.name : `stage ${part.name}`,
			formatMetric(row.baselineMean),
			formatMetric(row.challengerMean),
			formatDelta(row.effect.meanDelta),
			formatInterval(row.interval),
			formatP(row.rawStudentisedP),
			...(options.correction === 'none' ? [] : [notATest === undefined ? formatP(row.studentisedP) : '-']),
			verdictText({ ...row, notATest }),
		]);
		before = contribution;
	}
	const table = renderTable(
		[
			{ header: 'metric' },
			{ header: 'stratum' },
			{ header: 'what it adds' },
			{ header: 'without', align: 'right' },
			{ header: 'with', align: 'right' },
			{ header: 'delta', align: 'right' },
			{ header: `${percentOf(1 - options.alpha)} CI`, align: 'right' },
			{ header: 'p studentised', align: 'right' },
			...(options.correction === 'none' ? [] : [{ header: options.correction, align: 'right' as const }]),
			{ header: 'verdict' },
		],
		rows,
	);
	const { primary } = question;
	return [
		table,
		...(contributions.some(({ row }) => row.few)
			? [`* fewer than ${FEW_QUERIES} queries: only large differences can be found here.`]
			: []),
		...(options.correction === 'none'
			? []
			: [
					`primary: ${primary.metric} ${primary.stratum}, corrected over parts (${options.correction}); the other rows are one secondary family, judged at ${options.alpha} where the primary row of their part is a win or a loss, and at ${Number((options.alpha * RESERVE).toPrecision(6))} where it is open.`,
				]),
		...(contributions.some(({ row, notATest }) => notATest === undefined && row.verdict !== row.familyVerdict)
			? [LEADS]
			: []),
	].join('\n');
}

/** One line per metric: which legs' shares are told apart. */
function renderDifferences({ shapleyDifferences, audits, metrics, options }: Ablation): string {
	const live = shapleyDifferences.filter(({ leg, other }) =>
		[leg, other].every((name) => notATest({ kind: 'leg', name }, audits) === undefined),
	);
	const lines = metrics.flatMap(({ name }) => {
		const pairs = live.filter(({ metric }) => metric === name);
		if (pairs.length === 0) return [];
		const apart = pairs.flatMap(({ leg, other, value, interval: { low, high } }) => {
			if (low <= 0 && high >= 0) return [];
			const [more, less] = value > 0 ? [leg, other] : [other, leg];
			const [least, most] = value > 0 ? [low, high] : [-high, -low];
			return [`${more} above ${less} by ${formatMetric(least)} .. ${formatMetric(most)}`];
		});
		return [`${name}: ${apart.length > 0 ? apart.join(', ') : 'no two legs are told apart'}.`];
	});
	if (lines.length === 0) return '';
	return [
		`Shares that differ, paired by query (intervals hold together at ${percentOf(1 - options.alpha)} within a metric):`,
		...lines,
	].join('\n');
}

function renderShapley({ shapley, audits, auditsOf }: Ablation): string {
	if (new Set(shapley.map(({ leg }) => leg)).size < 2) return '';
	let before = '';
	let unclaimed = false;
	const rows = shapley.map(({ metric, leg, value, interval }) => {
		const first = metric !== before;
		before = metric;
		const instead = notATest({ kind: 'leg', name: leg }, auditsOf.get(metric) ?? audits);
		unclaimed ||= instead !== undefined;
		return [
			first ? metric : '',
			leg,
			instead ?? formatMetric(value),
			instead === undefined ? `${formatMetric(interval.low)} .. ${formatMetric(interval.high)}` : '-',
		];
	});
	const table = renderTable(
		[
			{ header: 'Shapley share of' },
			{ header: 'leg' },
			{ header: 'share', align: 'right' },
			{ header: '95 % CI', align: 'right' },
		],
		rows,
	);
	return unclaimed
		? `${table}\nA leg that cannot matter has no share of its own, so those shown do not add up to the whole.`
		: table;
}
