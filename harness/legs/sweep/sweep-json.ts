import type { Json, JsonObject } from '../../contract.ts';
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
		folds: findings.folds,
		repeats: findings.repeats,
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
				full_lists_threshold: reach?.fullLists ?? null,
				steps: steps.map(({ value, point, mean, strata }) => ({
					value,
					point: point ?? null,
					mean: finite(mean),
					strata: Object.fromEntries(swept.strata.map(({ name }, i) => [name, finite(strata[i])])),
					enters: reach === undefined ? null : reachAt(reach, value as number),
				})),
			};
		}),
		remarks: findings.remarks,
	};
}

function choiceToJson(choice: Choice): Json {
	return {
		rule: choice.rule,
		point: choice.point,
		seen: choice.optimistic,
		unseen: choice.heldOut,
		gap: choice.gap,
		delta: choice.gain,
		ci: [choice.interval.low, choice.interval.high],
		p: choice.p,
		p_corrected: choice.correctedP,
		verdict: choice.verdict,
		chosen: choice.chosen.map(({ point, share }) => ({ point, share })),
		strata: choice.strata.map(({ stratum, n, base, heldOut }) => ({ stratum, n, as_set: base, unseen: heldOut })),
	};
}

function finite(value: number | undefined): number | null {
	return value === undefined || !Number.isFinite(value) ? null : value;
}
