import type { ComparisonRow } from '../../compare/comparison.ts';
import type { Json, JsonObject } from '../../contract.ts';
import { orderWord } from '../../legs/retest/conclusion.ts';
import type { RetestRow } from '../../legs/retest/held-out-rows.ts';
import type { RetestReport, TestedVariant, Tuned, VariantReport } from '../../legs/retest/report.ts';
import { legAuditData } from '../audit/audit-data.ts';
import { clusteringData, clusterOption } from '../cluster-words.ts';
import { toJsonObject } from '../snake-case.ts';

/** The content of `rows.json` and `--format json`: ids and numbers of everything in the report. */
export function retestData(report: RetestReport): JsonObject {
	const { leg, baseLegs, options, queries, unscored, strata, family, base, control, variants } = report;
	const { conclusion, power = null } = report;
	return toJsonObject({
		leg,
		baseLegs,
		metric: options.metric.name,
		cutoff: options.cutoff,
		queries: queries.length,
		...clusterOption(options.compare.clusters),
		unscored,
		strata,
		family,
		base: { ...tunedData(base), asSet: base.asSet },
		control: tunedData(control),
		variants: variants.map(variantData),
		conclusion,
		power: power === null ? null : { ...power, mde: power.mde ?? null },
	});
}

function variantData(variant: VariantReport): JsonObject {
	const { label, settings, audit, edges = null, coverage, instead = null, why = null, remark = null } = variant;
	const { pool, poolRows, tested } = variant;
	return {
		...toJsonObject({ variant: label, settings: new Map(Object.entries(settings)) }),
		audit: legAuditData(audit),
		...toJsonObject({ edges, coverage, insteadOfVerdict: instead, why, remark }),
		pool_recall: toJsonObject({
			with: pool.withLeg,
			without: pool.withoutLeg,
			control: pool.control,
			rows: poolRows.map((row) => ({ ...rowData(row), mde: row.mde?.mde ?? null })),
		}),
		tested: tested === undefined ? null : testedData(tested),
	};
}

function testedData(tested: TestedVariant): Json {
	const { tuned, leftOut, switchedOff, curve, fate, placebos } = tested;
	return toJsonObject({
		tuned: tunedData(tuned),
		leftOut,
		sweep: curve,
		fate,
		switchedOff,
		placebos: { source: placebos.source, order: placebos.order ?? null },
		againstBase: tested.againstBase.map(retestRowData),
		againstControl: tested.againstControl.map(retestRowData),
		againstSourcePlacebo: tested.againstSource.map(retestRowData),
		againstOrderPlacebo: tested.againstOrder.map((row) => ({
			...retestRowData(row),
			order: orderWord(row.stratum, tested),
		})),
	});
}

function retestRowData(row: RetestRow): JsonObject {
	// JSON knows no Infinity: more than the metric leaves room for is null, as nothing is.
	return toJsonObject({ ...rowData(row), pFoldsCorrected: row.foldsP, mde: row.mde ?? null });
}

function rowData(row: Omit<ComparisonRow, 'mde'>): JsonObject {
	const { wins, ties, losses } = row.effect;
	return toJsonObject({
		scope: row.stratum,
		n: row.effect.n,
		reference: row.baselineMean,
		variant: row.challengerMean,
		delta: row.effect.meanDelta,
		ci: [row.interval.low, row.interval.high],
		pRandomisation: row.randomisationP,
		pRandomisationCorrected: row.correctedP,
		pStudentised: row.rawStudentisedP,
		pStudentisedCorrected: row.studentisedP,
		wins,
		ties,
		losses,
		verdict: row.verdict,
		...clusteringData(row),
	});
}

function tunedData({ heldOut, optimistic, weights, depth, settings }: Tuned): JsonObject {
	return toJsonObject({
		unseen: heldOut,
		seen: optimistic,
		weights: new Map(Object.entries(weights)),
		depth,
		settings,
	});
}
