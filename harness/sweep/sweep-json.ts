import type { Json, JsonObject } from '../contract.ts';
import type { Choice, Findings } from './findings.ts';
import { reachAt } from './reach.ts';
import type { Swept } from './sweep.ts';

/** What `bench sweep --json` prints: every point, the choices, held-out rows, curves and reach. */
export function sweepToJson(swept: Swept, findings: Findings): JsonObject {
	const names = swept.metrics.map(({ name }) => name);
	const reaches = new Map(findings.reaches.map((reach) => [reach.axis, reach]));
	return {
		metric: findings.metric.name,
		queries: swept.table.queries,
		grid: swept.axes.map(({ name, values }) => ({ name, values })),
		sampling: swept.sampling,
		points_in_grid: swept.total,
		as_set: swept.base,
		points: swept.points.map(({ settings, means }) => ({
			settings,
			metrics: Object.fromEntries(names.map((name, m) => [name, finite(means[m])])),
		})),
		choices: findings.choices.map(choiceToJson),
		flat_share: findings.flatShare,
		curves: findings.curves.map(({ axis, steps, flat }) => {
			const reach = reaches.get(axis);
			return {
				axis,
				flat: [flat.from, flat.to],
				threshold: reach?.disjoint ?? null,
				easiest_threshold: reach?.easiest ?? null,
				steps: steps.map(({ value, point, mean, strata }) => ({
					value,
					point: point ?? null,
					mean: finite(mean),
					strata: Object.fromEntries(swept.strata.map(({ name }, i) => [name, finite(strata[i])])),
					live: reach === undefined ? null : reachAt(reach, value as number),
				})),
			};
		}),
		remarks: findings.remarks,
	};
}

function choiceToJson({ rule, point, optimistic, heldOut, gap, chosen, rows }: Choice): Json {
	return {
		rule,
		point,
		seen: optimistic,
		unseen: heldOut,
		gap,
		chosen: chosen.map(({ point: place, share }) => ({ point: place, share })),
		rows: rows.map((row) => ({
			stratum: row.stratum,
			n: row.effect.n,
			as_set: row.baselineMean,
			tuned: row.challengerMean,
			delta: row.effect.meanDelta,
			ci: [row.interval.low, row.interval.high],
			p: row.randomisationP,
			p_corrected: row.correctedP,
			verdict: row.verdict,
			could_find: row.couldFind?.delta ?? null,
		})),
	};
}

function finite(value: number | undefined): number | null {
	return value === undefined || !Number.isFinite(value) ? null : value;
}
