import type { Dataset, JsonObject } from '../../contract.ts';
import type { Curve } from '../../legs/sweep/curves.ts';
import type { Choice, Findings } from '../../legs/sweep/findings.ts';
import { reachAt } from '../../legs/sweep/reach.ts';
import type { Swept } from '../../legs/sweep/sweep.ts';
import { clusteringData, clusterOption } from '../cluster-words.ts';
import { toJsonObject } from '../snake-case.ts';
import { costsData } from './sweep-costs.ts';

/** The swept settings, the dataset and the seed. */
export interface SweepSubject {
	readonly dataset: Pick<Dataset, 'name' | 'fingerprint'>;
	readonly seed: number;
}

/** Every point, the choices, held-out rows, curves and reach. */
export function sweepData(swept: Swept, findings: Findings, { dataset, seed }: SweepSubject): JsonObject {
	const { metric, folds, repeats, choices, curves, flatShare, remarks } = findings;
	return toJsonObject({
		dataset: dataset.name,
		fingerprint: dataset.fingerprint,
		seed,
		metric: metric.name,
		queries: swept.table.queries,
		...clusterOption(swept.clusteredBy),
		grid: swept.axes.map(({ name, values }) => ({ name, values })),
		folds,
		repeats,
		sampling: swept.sampling,
		pointsInGrid: swept.total,
		asSet: swept.base,
		points: swept.points.map(({ settings, means }) => ({
			settings: new Map(Object.entries(settings)),
			metrics: new Map(swept.metrics.map(({ name }, m) => [name, means[m]])),
		})),
		...(swept.variants.length < 2 ? {} : { systems: costsData(swept) }),
		choices: choices.map(choiceData),
		flatShare,
		curves: curves.map((curve) => curveData(curve, swept, findings)),
		remarks,
	});
}

function choiceData({ rule, point, chosen, strata, ...choice }: Choice): JsonObject {
	return toJsonObject({
		rule,
		point,
		seen: choice.optimistic,
		unseen: choice.heldOut,
		gap: choice.gap,
		delta: choice.gain,
		ci: [choice.interval.low, choice.interval.high],
		p: choice.p,
		pCorrected: choice.correctedP,
		verdict: choice.verdict,
		...clusteringData(choice),
		chosen,
		strata: strata.map(({ stratum, n, base, heldOut }) => ({ stratum, n, asSet: base, unseen: heldOut })),
	});
}

function curveData({ axis, steps, flat }: Curve, swept: Swept, { reaches }: Findings): JsonObject {
	const reach = reaches.find((found) => found.axis === axis);
	return toJsonObject({
		axis,
		flat: [flat.from, flat.to],
		threshold: reach?.disjoint ?? null,
		fullListsThreshold: reach?.fullLists ?? null,
		steps: steps.map(({ value, point = null, mean = null, strata }) => ({
			value,
			point,
			mean,
			strata: new Map(swept.strata.map(({ name }, i) => [name, strata[i] ?? null])),
			enters: reach === undefined ? null : reachAt(reach, value as number),
		})),
	});
}
