import { FEW_QUERIES, OVERALL } from '../../compare/comparison.ts';
import type { BrokenQueries, BrokenQuery } from '../../compare/gate/broken.ts';
import type { CheckOutcome, GateCheck, GateResult } from '../../compare/gate/result.ts';
import { deltaCell, metricCell, wordCell } from '../cells.ts';
import { clusterNotes } from '../cluster-words.ts';
import { percentOf } from '../compare/compare-words.ts';
import { methodOfGate } from '../method.ts';
import { formatMetric } from '../numbers.ts';
import { forestOfGate } from '../pictures/of-gate.ts';
import { type Check, type Section, type Tone, type View, viewTable } from '../view.ts';
import { gateData } from './gate-data.ts';
import {
	brokenMetrics,
	brokenText,
	changeCell,
	changeIntervalCell,
	limitCell,
	noiseNotes,
	valueCell,
} from './gate-words.ts';

const TONES: Readonly<Record<CheckOutcome, Tone>> = {
	pass: 'good',
	fail: 'bad',
	inconclusive: 'open',
	note: 'quiet',
};

/** The gate's outcome, its checks, why those that did not pass did not, and the queries that lost. */
export function gateView(result: GateResult): View {
	const { baseline, candidate, checks, warnings } = result;
	return {
		kind: 'gate',
		title: `bench gate: ${candidate.system} against ${baseline.system}`,
		answer: [outcomeSentence(result)],
		method: methodOfGate(result),
		warnings,
		sections: [checksSection(result), ...brokenSections(result)],
		notes: [
			...gateClusterNotes(result),
			...noiseNotes(result),
			...(checks.some((check) => check.kind === 'drop' && check.few) ? [`* fewer than ${FEW_QUERIES} queries`] : []),
			`baseline   ${baseline.system}  ${baseline.path}`,
			`candidate  ${candidate.system}  ${candidate.path}`,
		],
		data: gateData(result),
		checks: [
			...checks.map(checkOf),
			...warnings.map((message): Check => ({ name: 'bench gate: warning', outcome: 'note', message })),
			...brokenMetrics(result).map(brokenCheck),
		],
	};
}

/** `gate: fail (hybrid against main): 1 of 3 checks failed, 1 is inconclusive.` */
function outcomeSentence({ outcome, checks, baseline, candidate }: GateResult): string {
	const count = (wanted: CheckOutcome): number => checks.filter((check) => check.outcome === wanted).length;
	const judged = checks.length - count('note');
	const of = `${judged} ${judged === 1 ? 'check' : 'checks'}`;
	const parts = [
		...(count('fail') > 0 ? [`${count('fail')} of ${of} failed`] : []),
		...(count('inconclusive') > 0 ? [`${count('inconclusive')} of ${of} inconclusive`] : []),
		...(judged === 0 ? ['nothing could be judged'] : count('pass') === judged ? [`${of} passed`] : []),
	];
	return `gate: ${outcome} (${candidate.system} against ${baseline.system}): ${parts.join(', ')}.`;
}

function checksSection(result: GateResult): Section {
	const { checks, options } = result;
	const picture = forestOfGate(result);
	return {
		name: 'checks',
		...(picture === undefined ? {} : { picture }),
		table: viewTable<GateCheck>(
			[
				{
					key: 'check',
					header: 'check',
					identifies: true,
					cell: (check) => ({
						text: `${check.name}${check.kind === 'drop' && check.few ? '*' : ''}`,
						value: check.name,
					}),
				},
				{ key: 'outcome', header: 'outcome', cell: ({ outcome }) => wordCell(outcome, TONES[outcome]) },
				{ key: 'limit', header: 'limit', cell: limitCell },
				{
					key: 'baseline',
					header: 'baseline',
					align: 'right',
					dropOrder: 2,
					cell: (check) => valueCell(check, check.baseline),
				},
				{
					key: 'candidate',
					header: 'candidate',
					align: 'right',
					dropOrder: 1,
					cell: (check) => valueCell(check, check.candidate),
				},
				{ key: 'change', header: 'change', align: 'right', cell: changeCell },
				{
					key: 'ci',
					header: `${percentOf(1 - options.alpha)} interval`,
					align: 'right',
					cell: changeIntervalCell,
				},
			],
			checks,
		),
		notes: checks.filter(({ outcome }) => outcome !== 'pass').map(({ name, reason }) => `${name}: ${reason}`),
	};
}

function gateClusterNotes({ checks, options }: GateResult): readonly string[] {
	return clusterNotes(
		options.clusters,
		checks.flatMap((check) => {
			if (check.kind !== 'drop') return [];
			const { limit, queries, clustering, outcome } = check;
			const stratum = limit.stratum ?? OVERALL;
			const open = outcome === 'inconclusive';
			return [{ metric: limit.metric, stratum, n: queries, clustering, level: options.alpha, open }];
		}),
	);
}

/** One table of the queries that lost, over all metrics. */
function brokenSections(result: GateResult): readonly Section[] {
	const broken = brokenMetrics(result);
	if (broken.length === 0) return [];
	const rows = broken.flatMap(({ metric, queries }) => queries.map((query): LostRow => ({ ...query, metric })));
	return [
		{
			name: 'lost',
			title: 'Queries that lost',
			findings: broken.map(brokenText),
			...(rows.length === 0
				? {}
				: {
						table: viewTable<LostRow>(
							[
								{ key: 'metric', header: 'metric', identifies: true, cell: ({ metric }) => metric },
								{ key: 'query', header: 'query', identifies: true, cell: ({ queryId }) => queryId },
								{ key: 'stratum', header: 'stratum', identifies: true, cell: ({ stratum }) => stratum },
								{ key: 'baseline', header: 'baseline', align: 'right', cell: ({ before }) => metricCell(before) },
								{ key: 'candidate', header: 'candidate', align: 'right', cell: ({ after }) => metricCell(after) },
								{
									key: 'change',
									header: 'change',
									align: 'right',
									cell: ({ before, after }) => deltaCell(after - before),
								},
							],
							rows,
							({ metric }) => metric,
						),
					}),
		},
	];
}

interface LostRow extends BrokenQuery {
	readonly metric: string;
}

function checkOf({ kind, name, outcome, reason }: GateCheck): Check {
	return { name: `bench gate: ${name}${kind === 'latency' ? '' : ` ${kind}`}`, outcome, message: reason };
}

function brokenCheck(broken: BrokenQueries): Check {
	const queries = broken.queries.map(
		({ queryId, before, after }) => `${queryId} ${formatMetric(before)} -> ${formatMetric(after)}`,
	);
	return {
		name: `bench gate: ${broken.metric}, queries that lost`,
		outcome: 'note',
		message: [brokenText(broken), queries.join(', ')].filter((part) => part !== '').join(': '),
	};
}
