import { basename } from 'node:path';
import type { History, HistoryPoint } from '../../compare/history.ts';
import { countCell, deltaCell, intervalCell, metricCell, pCell, wordCell } from '../cells.ts';
import { formatDelta, formatMetric } from '../numbers.ts';
import { toJsonObject } from '../snake-case.ts';
import { sparkline } from '../sparkline.ts';
import { type Column, type View, viewTable } from '../view.ts';

const TONES = { win: 'good', loss: 'bad', inconclusive: 'open', 'no change': 'same' } as const;

/** One metric of one system over time, and the first run that lost. */
export function historyView(history: History, passedOver: readonly string[] = []): View {
	const { system, dataset, metric, points, firstLoss, alpha } = history;
	const confidence = `${Math.round((1 - alpha) * 100)} %`;
	return {
		kind: 'history',
		title: `${system} on ${dataset} over time`,
		answer: [
			`${metric} of ${system} on ${dataset}, ${points.length} ${points.length === 1 ? 'run' : 'runs'}: ${points.length < 2 ? '' : `${sparkline(points.map(({ mean }) => mean))} ${formatMetric(points[0]?.mean)} to `}${formatMetric(points.at(-1)?.mean)}.`,
			points.length < 2
				? 'One run has nothing before it to be compared with.'
				: firstLoss === undefined
					? 'No run is a loss against the one before it.'
					: `The first loss is ${basename(firstLoss.path)} (${formatDelta(firstLoss.change?.delta ?? 0)}, commit ${commitOf(firstLoss)}).`,
		],
		warnings: [],
		sections: [
			{
				name: 'runs',
				picture: {
					kind: 'history',
					metric,
					confidence,
					points: points.map((point) => ({
						label: point.created.slice(0, 10),
						value: point.mean,
						low: point.interval.low,
						high: point.interval.high,
						...(point.change?.word === 'loss' ? { loss: true } : {}),
					})),
				},
				table: viewTable(columnsOf(metric, confidence), points),
			},
		],
		notes: [
			...passedOver,
			...(points.length > 2
				? [
						`Each run is tested against the one before it, paired by query; p is corrected over the ${points.length - 1} changes (Holm). A slow decline in steps too small to find is not a loss of any one of them: bench compare the first run with the last.`,
					]
				: []),
		],
		data: toJsonObject({ ...history, firstLoss: firstLoss?.path ?? null }),
	};
}

function columnsOf(metric: string, confidence: string): readonly Column<HistoryPoint>[] {
	return [
		{ key: 'run', header: 'run', identifies: true, cell: ({ path }) => basename(path) },
		{ key: 'created', header: 'created', dropOrder: 3, cell: ({ created }) => created.slice(0, 16).replace('T', ' ') },
		{ key: 'commit', header: 'commit', cell: (point) => commitOf(point) },
		{ key: 'queries', header: 'queries', align: 'right', dropOrder: 4, cell: ({ queries }) => countCell(queries) },
		{ key: 'mean', header: metric, align: 'right', cell: ({ mean }) => metricCell(mean) },
		{
			key: 'ci',
			header: confidence,
			align: 'right',
			dropOrder: 2,
			cell: ({ interval }) => ({
				text: `${formatMetric(interval.low)} .. ${formatMetric(interval.high)}`,
				value: [interval.low, interval.high],
			}),
		},
		{ key: 'delta', header: 'change', align: 'right', cell: ({ change }) => deltaCell(change?.delta) },
		{
			key: 'delta_ci',
			header: 'its interval',
			align: 'right',
			dropOrder: 1,
			cell: ({ change }) => intervalCell(change?.interval),
		},
		{ key: 'p', header: 'p', align: 'right', dropOrder: 5, cell: ({ change }) => pCell(change?.correctedP) },
		{
			key: 'word',
			header: '',
			cell: ({ change }) => (change === undefined ? '' : wordCell(change.word, TONES[change.word])),
		},
	];
}

/** The tool's commit: what it knows of the code that ran. */
function commitOf({ commit }: HistoryPoint): string {
	return commit === null ? 'unknown' : `${commit.slice(0, 8)}${commit.endsWith('+changes') ? '+' : ''}`;
}
