import type { JsonObject, Options } from '../../contract.ts';
import { rerankStageOf } from '../../fusion/rerank-head.ts';
import { type VariantCost, variantCosts } from '../../legs/sweep/costs.ts';
import type { Swept } from '../../legs/sweep/sweep.ts';
import { countCell, metricCell, millisecondsCell, shareCell, wordCell } from '../cells.ts';
import type { TradeoffFigure } from '../pictures/figure.ts';
import { paretoFront } from '../pictures/pareto.ts';
import { toJsonObject } from '../snake-case.ts';
import { type Cell, type Column, type Section, viewTable } from '../view.ts';

interface CostRow extends VariantCost {
	readonly settings: string;
	readonly onFront: boolean;
}

const NONE: Cell = { text: '', value: null };

/** Quality against latency of the systems that differ in what their legs return; undefined where there is one system. */
export function costsSection(swept: Swept): Section | undefined {
	if (swept.variants.length < 2) return undefined;
	const rows = costRows(swept);
	const metric = swept.metrics[0]?.name ?? '';
	const overlaps = rows.some(({ overlap }) => overlap !== undefined);
	const column = (key: string, header: string, cell: (row: CostRow) => Cell, dropOrder?: number): Column<CostRow> => ({
		key,
		header,
		align: 'right',
		cell,
		...(dropOrder === undefined ? {} : { dropOrder }),
	});
	const ofOverlap = (key: 'at10' | 'atDepth'): ((row: CostRow) => Cell) => {
		return ({ overlap }) => (overlap === undefined ? NONE : shareCell(overlap[key], 1));
	};
	const columns: readonly Column<CostRow>[] = [
		{ key: 'system', header: 'system', identifies: true, cell: ({ settings }) => settings },
		column(metric, metric, ({ mean }) => metricCell(mean)),
		...(overlaps
			? [
					column('overlap_at_10', 'overlap@10', ofOverlap('at10'), 2),
					column('overlap_at_depth', 'overlap@depth', ofOverlap('atDepth')),
					column('queries_by_index', 'by index', ({ overlap }) => countCell(overlap?.byIndex), 3),
				]
			: []),
		column('p50_ms', 'p50 ms', ({ latency }) => (latency === undefined ? NONE : millisecondsCell(latency.p50))),
		column('p95_ms', 'p95 ms', ({ latency }) => (latency === undefined ? NONE : millisecondsCell(latency.p95)), 1),
		{
			key: 'front',
			header: 'front',
			cell: ({ onFront, latency }) =>
				latency === undefined ? NONE : onFront ? wordCell('yes', 'good') : { text: '', value: 'no' },
		},
	];
	const picture = tradeoff(rows, metric);
	return {
		name: 'systems',
		title: `${metric} against latency`,
		...(picture === undefined ? {} : { picture }),
		table: viewTable(columns, rows),
		notes: [
			`${metric}: of the best point of each system, on the queries that it was picked on. ms: of the legs' own search, one query at a time after a warm-up, one system after the other when they were retrieved (the load of the machine then is in it); embedding the query is not in it${swept.variants.some(({ kept }) => rerankStageOf(kept.pipeline) !== undefined) ? '; what reranking took when the pairs were scored is' : ''}.`,
			...(overlaps
				? [
						'overlap: the share of exact search on the same vectors that the approximate one found (least of the legs). by index: queries for which the planner read the index; for the others the search was exact, whatever the settings.',
					]
				: []),
			'front: no other system is at least as good and as fast (p50), means and medians taken as they are.',
		],
	};
}

/** {@link costsSection} for programs. */
export function costsData(swept: Swept): readonly JsonObject[] {
	return costRows(swept).map(({ variant, point, mean, latency, overlap, onFront }) =>
		toJsonObject({
			settings: new Map(Object.entries(swept.variants[variant]?.settings ?? {})),
			point,
			mean,
			latencyMs: latency === undefined ? null : { ...latency },
			overlapAt10: overlap?.at10 ?? null,
			overlapAtDepth: overlap?.atDepth ?? null,
			queriesByIndex: overlap?.byIndex ?? null,
			onFront,
		}),
	);
}

function costRows(swept: Swept): readonly CostRow[] {
	const costs = variantCosts(swept).map((cost) => ({
		...cost,
		settings: settingsText(swept.variants[cost.variant]?.settings ?? {}, cost.variant === 0),
	}));
	const front = new Set(paretoFront(timed(costs)).map(({ label }) => label));
	return costs.map((cost) => ({ ...cost, onFront: front.has(cost.settings) }));
}

function timed(rows: readonly Omit<CostRow, 'onFront'>[]): TradeoffFigure['systems'] {
	return rows.flatMap(({ settings, mean, latency }) =>
		latency === undefined ? [] : [{ label: settings, quality: mean, p50: latency.p50, p95: latency.p95 }],
	);
}

function tradeoff(rows: readonly CostRow[], metric: string): TradeoffFigure | undefined {
	const systems = timed(rows);
	return systems.length < 2 ? undefined : { kind: 'tradeoff', metric, systems };
}

function settingsText(settings: Options, asSet: boolean): string {
	const text = Object.entries(settings)
		.map(([name, value]) => `${name}=${String(value)}`)
		.join(' ');
	return asSet ? `${text} (as set)` : text;
}
