import type { ComparisonRow } from '../../compare/comparison.ts';
import type { Json, JsonObject } from '../../contract.ts';
import { orderWord } from './conclusion.ts';
import type { RetestRow } from './held-out-rows.ts';
import type { ConjunctionPower } from './power.ts';
import type { RetestReport, Tuned, VariantReport } from './report.ts';

/** What `rows.json` and `--json` hold: ids and numbers of everything in the report. */
export function retestToJson(report: RetestReport): JsonObject {
	const { leg, baseLegs, options, strata, base, conclusion } = report;
	return {
		leg,
		base_legs: baseLegs,
		metric: options.metric.name,
		cutoff: options.cutoff,
		queries: report.queries.length,
		unscored: report.unscored,
		strata: strata.map(({ name, n }) => ({ name, n })),
		family: report.family,
		base: { ...tunedToJson(base), as_set: base.asSet },
		control: tunedToJson(report.control),
		variants: report.variants.map((variant) => variantToJson(variant)),
		conclusion: {
			word: conclusion.word,
			scopes: conclusion.scopes,
			gains: conclusion.gains as unknown as Json,
			unconfirmed: conclusion.unconfirmed as unknown as Json,
			losses: conclusion.losses as unknown as Json,
			switched_off: conclusion.switchedOff,
		},
		power: powerToJson(report.power),
	};
}

function variantToJson(variant: VariantReport): Json {
	const { label, settings, audit, edges, coverage, instead, why, remark, pool, poolRows, tested } = variant;
	return {
		variant: label,
		settings,
		audit: {
			verdict: audit.verdict,
			weight: audit.weight,
			threshold: audit.threshold,
			thresholds: audit.thresholds as unknown as Json,
			evidence: audit.evidence,
			measured: (audit.measured ?? null) as unknown as Json,
		},
		edges: edges ?? null,
		coverage: { relevant: coverage.relevant, covered: coverage.covered, source: coverage.source },
		instead_of_verdict: instead ?? null,
		why: why ?? null,
		remark: remark ?? null,
		pool_recall: {
			with: pool.withLeg,
			without: pool.withoutLeg,
			control: pool.control,
			rows: poolRows.map((row) => ({ ...rowToJson(row), mde: row.mde?.mde ?? null })),
		},
		tested:
			tested === undefined
				? null
				: {
						tuned: tunedToJson(tested.tuned),
						left_out: tested.leftOut,
						sweep: tested.curve as unknown as Json,
						fate: tested.fate as unknown as Json,
						switched_off: tested.switchedOff,
						placebos: { source: tested.placebos.source, order: tested.placebos.order ?? null },
						against_base: tested.againstBase.map(retestRowToJson),
						against_control: tested.againstControl.map(retestRowToJson),
						against_source_placebo: tested.againstSource.map(retestRowToJson),
						against_order_placebo: tested.againstOrder.map((row) => ({
							...retestRowToJson(row),
							order: orderWord(row.stratum, tested),
						})),
					},
	};
}

function retestRowToJson(row: RetestRow): JsonObject {
	return { ...rowToJson(row), p_folds: row.foldsP, mde: finiteOrNull(row.mde) };
}

function rowToJson(row: Omit<ComparisonRow, 'mde'>): JsonObject {
	return {
		scope: row.stratum,
		n: row.effect.n,
		reference: row.baselineMean,
		variant: row.challengerMean,
		delta: row.effect.meanDelta,
		ci: [row.interval.low, row.interval.high],
		p: row.randomisationP,
		p_corrected: row.correctedP,
		p_studentised: row.studentisedP,
		wins: row.effect.wins,
		ties: row.effect.ties,
		losses: row.effect.losses,
		verdict: row.verdict,
	};
}

function powerToJson(power: ConjunctionPower | undefined): Json {
	if (power === undefined) return null;
	const { variant, gains, mde, simulations } = power;
	return {
		variant,
		gains: gains.map(({ gain, power: found }) => ({ gain, power: found })),
		mde: mde ?? null,
		simulations,
	};
}

/** JSON knows no Infinity: more than the metric leaves room for is null, as nothing is. */
function finiteOrNull(value: number | undefined): number | null {
	return value !== undefined && Number.isFinite(value) ? value : null;
}

function tunedToJson({ heldOut, optimistic, weights, depth, settings }: Tuned): JsonObject {
	return { unseen: heldOut, seen: optimistic, weights, depth, settings };
}
