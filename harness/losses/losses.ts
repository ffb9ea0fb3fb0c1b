import type { KeptRun } from './kept-run.ts';
import { type DeeperLegs, type Fate, LOST, type RelevantDocument, relevantDocuments } from './relevant-documents.ts';

/** Where the relevant documents of a run get lost. */
export interface Losses {
	readonly label: string;
	/** K of the top K. */
	readonly cutoff: number;
	readonly fused: boolean;
	readonly legNames: readonly string[];
	/** Overall, then the strata in order of first appearance. */
	readonly scopes: readonly ScopeLosses[];
	readonly legs: readonly LegYield[];
	/** How many times as deep the legs were looked at; undefined where no deeper rankings are kept. */
	readonly deeper: number | undefined;
	readonly documents: readonly RelevantDocument[];
	/** Queries without a relevant document, which are in no count. */
	readonly unscored: number;
	/** Sensitive relevant documents that the dataset leaves out together with their judgments: in no count. */
	readonly sensitiveLeftOut: number;
}

export interface ScopeLosses {
	/** `overall` or a stratum. */
	readonly scope: string;
	/** Queries that have a relevant document. */
	readonly queries: number;
	/** Relevant documents, summed over queries. */
	readonly relevant: number;
	readonly counts: Readonly<Record<Fate, number>>;
	/** Mean over queries of found / relevant: recall@K. */
	readonly recall: number;
	/** By what is lost: recall@K if all of it were in the top K, as far as K has room. An upper bound. */
	readonly mended: Readonly<Record<Exclude<Fate, 'found'>, number>>;
	/** Of what no leg has: documents that some leg has at the larger depth. */
	readonly deeper: number | undefined;
}

/** The relevant documents that one leg brings. */
export interface LegYield {
	readonly leg: string;
	readonly depth: number;
	/** Relevant documents within its depth. */
	readonly found: number;
	/** Of these, those that no other leg has. */
	readonly only: number;
	/** Of those that only it has: in the top K. */
	readonly onlyInTop: number;
	/** Of those that only it has: left out of the top K by the fusion or a stage. */
	readonly onlyThrownAway: number;
}

export interface LossOptions {
	readonly cutoff: number;
	readonly deeper?: { readonly times: number; readonly legs: DeeperLegs } | undefined;
	readonly sensitiveLeftOut?: number;
}

/** Counts what became of every relevant document of a run. */
export function lossesOf(kept: KeptRun, { cutoff, deeper, sensitiveLeftOut = 0 }: LossOptions): Losses {
	const documents = relevantDocuments(kept, cutoff, { deeper: deeper?.legs });
	const strata = [...new Set(kept.dataset.queries.map(({ stratum }) => stratum))];
	const scoped = strata.map((stratum) => ({ stratum, inside: documents.filter((one) => one.stratum === stratum) }));
	return {
		label: kept.label,
		cutoff,
		fused: kept.legs.length > 0,
		legNames: kept.legs.map(({ name }) => name),
		scopes: [
			scopeLosses('overall', documents, cutoff),
			...(strata.length > 1
				? scoped.flatMap(({ stratum, inside }) => (inside.length === 0 ? [] : [scopeLosses(stratum, inside, cutoff)]))
				: []),
		],
		legs: kept.legs.map(({ name, depth }, leg) => legYield(name, depth, leg, documents)),
		deeper: deeper?.times,
		documents,
		unscored: kept.dataset.queries.length - new Set(documents.map(({ queryIndex }) => queryIndex)).size,
		sensitiveLeftOut,
	};
}

function scopeLosses(scope: string, documents: readonly RelevantDocument[], cutoff: number): ScopeLosses {
	const counts = { found: 0, ranked_out: 0, staged_out: 0, not_retrieved: 0, not_indexed: 0 };
	const byQuery = new Map<number, Record<Fate, number>>();
	for (const { queryIndex, fate } of documents) {
		counts[fate]++;
		const own = byQuery.get(queryIndex) ?? { found: 0, ranked_out: 0, staged_out: 0, not_retrieved: 0, not_indexed: 0 };
		own[fate]++;
		byQuery.set(queryIndex, own);
	}
	const mean = (inTop: (own: Readonly<Record<Fate, number>>) => number): number => {
		let sum = 0;
		for (const own of byQuery.values()) {
			const relevant = own.found + LOST.reduce((total, fate) => total + own[fate], 0);
			sum += Math.min(cutoff, inTop(own)) / relevant;
		}
		return byQuery.size === 0 ? 0 : sum / byQuery.size;
	};
	const missed = documents.filter(({ fate }) => fate === 'not_retrieved');
	return {
		scope,
		queries: byQuery.size,
		relevant: documents.length,
		counts,
		recall: mean(({ found }) => found),
		mended: Object.fromEntries(
			LOST.map((fate) => [fate, mean((own) => own.found + own[fate])]),
		) as ScopeLosses['mended'],
		deeper:
			documents[0]?.deeperRanks === undefined
				? undefined
				: missed.filter(({ deeperRanks }) => deeperRanks?.some((rank) => rank !== undefined)).length,
	};
}

function legYield(leg: string, depth: number, index: number, documents: readonly RelevantDocument[]): LegYield {
	const found = documents.filter(({ legRanks }) => legRanks[index] !== undefined);
	const only = found.filter(({ legRanks }) => legRanks.every((rank, other) => other === index || rank === undefined));
	const onlyInTop = only.filter(({ fate }) => fate === 'found').length;
	return {
		leg,
		depth,
		found: found.length,
		only: only.length,
		onlyInTop,
		onlyThrownAway: only.length - onlyInTop,
	};
}
