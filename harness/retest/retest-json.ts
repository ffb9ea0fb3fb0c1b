import type { ComparisonRow } from '../compare/comparison.ts';
import type { Json, JsonObject } from '../contract.ts';
import type { RetestRow } from './opponents.ts';
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
		},
	};
}

function variantToJson(variant: VariantReport): Json {
	const { label, settings, audit, edges, coverage, instead, why, pool, poolRows, tested } = variant;
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
		pool_recall: {
			with: pool.withLeg,
			without: pool.withoutLeg,
			control: pool.control,
			rows: poolRows.map((row) => ({ ...rowToJson(row), could_find: row.mde?.mde ?? null })),
		},
		tested:
			tested === undefined
				? null
				: {
						tuned: tunedToJson(tested.tuned),
						left_out: tested.leftOut,
						sweep: tested.curve as unknown as Json,
						fate: tested.fate as unknown as Json,
						placebo: tested.placebo ?? null,
						against_base: tested.againstBase.map(retestRowToJson),
						against_control: tested.againstControl.map(retestRowToJson),
						against_placebo: tested.againstPlacebo.map(retestRowToJson),
					},
	};
}

function retestRowToJson(row: RetestRow): JsonObject {
	return { ...rowToJson(row), p_folds: row.foldsP, could_find: row.couldFind ?? null };
}

function rowToJson(row: Omit<ComparisonRow, 'mde'>): JsonObject {
	return {
		scope: row.stratum,
		n: row.effect.n,
		opponent: row.baselineMean,
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

function tunedToJson({ heldOut, optimistic, weights, depth, settings }: Tuned): JsonObject {
	return { unseen: heldOut, seen: optimistic, weights, depth, settings };
}
