/**
 * Which default hybrid earns its place: every candidate on every dataset, and what leaving one dataset out would choose.
 *
 *   npx tsx scripts/check/default-hybrid.ts [--cache <dir>] <dataset folder> ...
 *
 * A cell is nDCG@10 (or recall@10) of a candidate less that of the best single leg of the same dataset and stratum: the
 * best of fts, fts5 with Porter and stop words, dense and graph, each alone. The rule that chooses sees the datasets that
 * are not left out: the candidate whose worst cell there is best. Legs are retrieved once per dataset and kept; the rest
 * is arithmetic.
 */

import { loadDataset } from '../../harness/datasets/load.ts';
import { findFusion } from '../../harness/fusion/index.ts';
import type { KeptLegs } from '../../harness/fusion/kept-legs.ts';
import type { Pipeline } from '../../harness/fusion/pipeline.ts';
import { resolveFusionOptions } from '../../harness/fusion/resolve.ts';
import { createEvaluator } from '../../harness/legs/grid/evaluator.ts';
import { parseMetrics } from '../../harness/metrics/index.ts';
import { keepLegs } from '../../harness/run/keep-legs.ts';
import { resolveSystem } from '../../retrievers/resolve-system.ts';
import { silentContext } from '../silent-context.ts';

const DEPTH = 100;
const LEGS = ['fts', 'lex', 'dense', 'graph'] as const;
type Weights = Partial<Record<(typeof LEGS)[number], number>>;

interface Candidate {
	readonly name: string;
	readonly fusion: string;
	readonly options: Readonly<Record<string, number | string>>;
	readonly weights: Weights;
	readonly depth: number;
}

/** The seeds' rule first; the others: lexical leg, fusion, weights, graph leg, depth. */
function candidates(): readonly Candidate[] {
	const out: Candidate[] = [];
	const add = (fusion: string, options: Candidate['options'], weights: Weights, depth: number): void => {
		const set = Object.entries({ ...options, ...weights }).map(([name, value]) => `${name}=${value}`);
		out.push({ name: `${fusion} ${set.join(' ')} depth=${depth}`, fusion, options, weights, depth });
	};
	add('rrf', { k: 60 }, { fts: 1, dense: 1, graph: 1 }, 50);
	add('rrf', { k: 60 }, { fts: 1, dense: 1 }, 50);
	for (const depth of [50, 100])
		for (const lex of [0.2, 0.3, 0.4, 0.5, 0.7, 1])
			for (const graph of [0, 0.1, 0.3]) {
				const weights: Weights = { lex, dense: 1, ...(graph > 0 ? { graph } : {}) };
				for (const k of [5, 20, 60]) add('rrf', { k }, weights, depth);
				for (const fusion of ['minmax', 'zscore', 'dbsf']) add(fusion, {}, weights, depth);
			}
	return out;
}

function pipelineOf(base: Pipeline, { fusion, options, weights, depth }: Candidate): Pipeline {
	const found = findFusion(fusion);
	return {
		...base,
		fusion: found,
		fusionOptions: resolveFusionOptions(found, options, LEGS),
		legs: base.legs.map((leg) => ({
			...leg,
			weight: weights[leg.name as keyof Weights] ?? 0,
			depth: Math.min(depth, leg.depth),
		})),
	};
}

interface Cells {
	readonly dataset: string;
	/** `all` and the strata. */
	readonly scopes: readonly string[];
	/** By candidate, by scope: the difference from the best single leg. */
	readonly differences: readonly (readonly number[])[];
	readonly best: readonly string[];
}

function cellsOf(dataset: string, kept: KeptLegs, metric: string): Cells {
	const evaluator = createEvaluator(kept, parseMetrics([metric]), DEPTH);
	const out = new Float64Array(kept.queries.length);
	const strata = [...new Set(kept.queries.map(({ stratum }) => stratum))].sort();
	const scopes = strata.length > 1 ? ['all', ...strata] : ['all'];
	const rows = scopes.map((scope) =>
		[...kept.queries.keys()].filter((i) => scope === 'all' || kept.queries[i]?.stratum === scope),
	);
	const meansOf = (candidate: Candidate): readonly number[] => {
		evaluator.evaluate(pipelineOf(kept.pipeline, candidate), out);
		return rows.map((indices) => {
			const values = indices.map((i) => out[i] as number).filter((value) => !Number.isNaN(value));
			return values.reduce((sum, value) => sum + value, 0) / values.length;
		});
	};
	const single = LEGS.map((leg) =>
		meansOf({ name: leg, fusion: 'rrf', options: {}, weights: { [leg]: 1 }, depth: DEPTH }),
	);
	const bestLeg = scopes.map((_, scope) =>
		LEGS.reduce((best, leg, i) =>
			(single[i]?.[scope] as number) > (single[LEGS.indexOf(best)]?.[scope] as number) ? leg : best,
		),
	);
	return {
		dataset,
		scopes,
		best: bestLeg.map((leg, scope) => `${leg} ${Number(single[LEGS.indexOf(leg)]?.[scope]).toFixed(3)}`),
		differences: candidates().map((candidate) =>
			meansOf(candidate).map(
				(mean, scope) => mean - (single[LEGS.indexOf(bestLeg[scope] as (typeof LEGS)[number])]?.[scope] as number),
			),
		),
	};
}

const args = process.argv.slice(2);
const cacheAt = args.indexOf('--cache');
const cacheDirectory = cacheAt < 0 ? 'cache' : (args.splice(cacheAt, 2)[1] as string);

const system = await resolveSystem({
	retriever: 'hybrid',
	settings: {
		legs: 'fts,lex=fts5,dense,graph',
		depth: String(DEPTH),
		'lex.tokenizer': 'porter',
		'lex.stop_words': 'english',
		'graph.seeds': 'fts,dense',
	},
});
const sets: { readonly name: string; readonly kept: KeptLegs }[] = [];
for (const folder of args) {
	const dataset = await loadDataset(folder, { sensitive: 'leave-out' });
	const { kept } = await keepLegs({ dataset, system, context: silentContext(dataset, { cacheDirectory }) });
	sets.push({ name: dataset.name, kept });
	console.error(`kept the legs of ${dataset.name}`);
}

const all = candidates();
const signed = (value: number): string => (value >= 0 ? '+' : '') + value.toFixed(3);
for (const metric of ['nDCG@10', 'recall@10']) {
	const cells = sets.map(({ name, kept }) => cellsOf(name, kept, metric));
	const worstOver = (of: readonly Cells[], candidate: number): number =>
		Math.min(...of.flatMap(({ differences }) => differences[candidate] as readonly number[]));
	const choose = (of: readonly Cells[]): number =>
		all.reduce((best, _, candidate) => (worstOver(of, candidate) > worstOver(of, best) ? candidate : best), 0);
	const line = (candidate: number, of: readonly Cells[]): string =>
		of
			.flatMap(({ dataset, scopes, differences }) =>
				scopes.map((scope, i) => `${dataset}/${scope} ${signed(differences[candidate]?.[i] as number)}`),
			)
			.join('  ');

	console.log(`\n# ${metric}, difference from the best single leg`);
	for (const { dataset, scopes, best } of cells)
		console.log(`best single leg on ${dataset}: ${scopes.map((scope, i) => `${scope}: ${best[i]}`).join(', ')}`);
	console.log('\n## what is chosen without a dataset, and what it does there');
	for (const held of cells) {
		const chosen = choose(cells.filter((other) => other !== held));
		console.log(`without ${held.dataset}: ${all[chosen]?.name}\n    ${line(chosen, [held])}`);
		console.log(`    the seeds' rule: ${line(0, [held])}`);
	}
	console.log('\n## all candidates, the best worst cell first');
	const order = [...all.keys()].sort((x, y) => worstOver(cells, y) - worstOver(cells, x));
	for (const candidate of order.slice(0, args.length > 0 ? all.length : 0))
		console.log(`${signed(worstOver(cells, candidate))}  ${all[candidate]?.name}\n    ${line(candidate, cells)}`);
}
