import type { LatencyStats, Means, RunFolder } from '../results/run-folder.ts';
import { formatBytes, formatMetric, formatMilliseconds } from './numbers.ts';
import { type Column, type Row, renderTable } from './table.ts';

/** A stratum with fewer queries than this carries little; tables mark it. */
export const SMALL_STRATUM = 50;

/** Side by side: per stratum and overall, every metric of every run, then latency by stage and the indexes. */
export function renderRuns(runs: readonly RunFolder[]): string {
	return [renderScores(runs), renderLatency(runs), renderIndexes(runs)].join('\n\n');
}

export function renderScores(runs: readonly RunFolder[]): string {
	const metrics = [...new Set(runs.flatMap((run) => run.manifest.metrics))];
	const columns: Column[] = [
		{ header: 'stratum' },
		{ header: 'queries', align: 'right' },
		{ header: 'system' },
		...metrics.map((header) => ({ header, align: 'right' as const })),
	];
	const rows: Row[] = [];
	for (const stratum of [undefined, ...strataOf(runs)]) {
		if (stratum !== undefined && (runs.length > 1 || rows.length === runs.length)) rows.push('rule');
		runs.forEach((run, i) => {
			const means = stratum === undefined ? run.summary.overall : run.summary.strata[stratum];
			if (means === undefined) return;
			rows.push([
				i === 0 ? (stratum ?? 'overall') : '',
				i === 0 ? countOf(means, stratum !== undefined) : '',
				run.manifest.system.name,
				...metrics.map((name) => formatMetric(means.metrics[name])),
			]);
		});
	}
	return [renderTable(columns, rows), ...footnotes(runs)].join('\n');
}

export function renderLatency(runs: readonly RunFolder[]): string {
	const rows: Row[] = [];
	for (const { manifest, timings } of runs) {
		if (timings === undefined) continue;
		if (rows.length > 0) rows.push('rule');
		const stages = Object.entries(timings.latency).sort(([x], [y]) => Number(x === 'total') - Number(y === 'total'));
		stages.forEach(([stage, stats], i) => {
			rows.push([i === 0 ? manifest.system.name : '', stage, ...LATENCY.map(([, read]) => read(stats))]);
		});
	}
	const columns: Column[] = [
		{ header: 'latency, ms' },
		{ header: 'stage' },
		...LATENCY.map(([header]) => ({ header, align: 'right' as const })),
	];
	return renderTable(columns, rows);
}

/** How long indexing took and how large the index is, where the retriever says so. */
export function renderIndexes(runs: readonly RunFolder[]): string {
	return runs
		.flatMap(({ manifest, timings }) =>
			timings === undefined
				? []
				: [
						`index of ${manifest.system.name}: ${timings.indexSeconds.toFixed(2)} s, ${formatBytes(timings.indexBytes)}`,
					],
		)
		.join('\n');
}

const LATENCY: readonly (readonly [string, (stats: LatencyStats) => string])[] = [
	['queries', (stats) => String(stats.n)],
	['p50', (stats) => formatMilliseconds(stats.p50)],
	['p95', (stats) => formatMilliseconds(stats.p95)],
	['p99', (stats) => formatMilliseconds(stats.p99)],
	['mean', (stats) => formatMilliseconds(stats.mean)],
	['max', (stats) => formatMilliseconds(stats.max)],
];

/** Strata in the order of the dataset's queries. */
function strataOf(runs: readonly RunFolder[]): readonly string[] {
	return [...new Set(runs.flatMap((run) => Object.keys(run.manifest.dataset.strata)))];
}

function countOf(means: Means, isStratum: boolean): string {
	return `${means.n}${isStratum && means.n < SMALL_STRATUM ? '*' : ''}`;
}

function footnotes(runs: readonly RunFolder[]): string[] {
	const [first] = runs;
	if (first === undefined) return [];
	const notes: string[] = [];
	const small = Object.values(first.summary.strata).some((means) => means.n < SMALL_STRATUM);
	if (small) notes.push(`* fewer than ${SMALL_STRATUM} queries: only large differences can be found here.`);
	const { unscored } = first.summary.overall;
	if (unscored > 0)
		notes.push(
			`${unscored} ${unscored === 1 ? 'query has' : 'queries have'} no relevant document and can't be scored: left out of every mean.`,
		);
	const fewer = Object.entries(first.summary.overall.fewer ?? {}).map(([name, n]) => `${name} over ${n}`);
	if (fewer.length > 0)
		notes.push(`Over fewer queries, those that have a relevant document of that grade: ${fewer.join(', ')}.`);
	return notes.length === 0 ? [] : ['', ...notes];
}
