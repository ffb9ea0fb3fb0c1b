import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Metric, Qrels, Ranking } from '../contract.ts';
import { packageRoot } from '../files/package-root.ts';
import { parseMetric, parseMetrics } from '../metrics/index.ts';
import { corpusOrder, toIndexed } from '../ranking.ts';
import { renderTrecEval } from '../report/runs/trec-eval.ts';
import { evaluateAsTrecEval, evaluateRun } from './eval.ts';
import { scoreRankings } from './scoring.ts';
import { TREC_SETS, trecMeasureName } from './trec/measures.ts';
import { readTrecQrels } from './trec/qrels.ts';
import { readTrecRun } from './trec/run.ts';

/** Outputs of trec_eval itself: not part of the project, so where they are absent these tests are skipped. */
const oracles = join(packageRoot(), '..', 'shared', 'oracles');
const here = existsSync(oracles);

interface Oracle {
	readonly run: string;
	readonly qrels: string;
	readonly expected: string;
	readonly level: number;
	readonly complete: boolean;
	/** Lines in which that output is known to differ from trec_eval 10, and why. */
	readonly except: Readonly<Record<string, string>>;
}

const own = (run: string, qrels: string, expected: string) => ({
	run: `trec_eval/${run}`,
	qrels: `trec_eval/${qrels}`,
	expected: `trec_eval/${expected}`,
	level: 1,
	complete: false,
	except: {},
});
const dlHard = (run: string): Oracle => ({
	run: `dl-hard/${run}.run`,
	qrels: 'dl-hard/dl_hard-passage.qrels',
	expected: `dl-hard/${run}.run.eval`,
	level: 2,
	complete: true,
	except: { 'num_rel\tall': 'made by a version whose total ignores the level; the lines by query do not' },
});
const ORACLES: readonly Oracle[] = [
	own('results.test', 'qrels.test', 'out.test.a'),
	own('results.test', 'qrels.test', 'out.test.aq'),
	{ ...own('results.trunc', 'qrels.test', 'out.test.aqc'), complete: true },
	{ ...own('results.test', 'qrels.rel_level', 'out.test.aql'), level: 2 },
	dlHard('bm25'),
	dlHard('bm25+rm3'),
];

/** `measure <tab> query` -> value, as text. */
function linesOf(output: string): Map<string, string> {
	return new Map(
		output
			.split('\n')
			.filter((line) => line !== '')
			.map((line) => {
				const [measure = '', queryId, value = ''] = line.split('\t');
				return [`${measure.trim()}\t${queryId}`, value] as const;
			}),
	);
}

describe.skipIf(!here).each(ORACLES)('trec_eval says the same of $expected', (oracle) => {
	const expected = here ? linesOf(readFileSync(join(oracles, oracle.expected), 'utf8')) : new Map<string, string>();

	it('on every query and measure that we have, digit for digit', () => {
		const metrics = parseMetrics(TREC_SETS.all_trec ?? [], { rel: oracle.level });
		const evaluation = evaluateAsTrecEval(join(oracles, oracle.run), join(oracles, oracle.qrels), metrics, oracle);
		const names = metrics.map((metric) => trecMeasureName(metric.name));
		const byQuery = [...expected.keys()].some((key) => !key.endsWith('\tall'));
		const ours = linesOf(renderTrecEval(evaluation, names, { byQuery, counts: true }));
		const theirs = new Map([...ours].map(([key]) => [key, expected.get(key)]));
		// The second set of outputs was made by a version that has no rbp yet.
		for (const key of [...ours.keys()])
			if (oracle.except[key] !== undefined || (key.startsWith('rbp') && theirs.get(key) === undefined)) {
				ours.delete(key);
				theirs.delete(key);
			}
		expect(ours.size).toBeGreaterThan(40);
		expect(ours).toEqual(theirs);
		expect(evaluation.queries.length).toBe(Number(expected.get('num_q\tall')));
	});

	it('and so do our own rules, query by query, where there is anything relevant', () => {
		const names = { 'nDCG@10': 'ndcg_cut_10', 'recall@100': 'recall_100', MRR: 'recip_rank', AP: 'map' };
		const metrics = parseMetrics(Object.keys(names), { rel: oracle.level });
		const { scores } = evaluateRun(join(oracles, oracle.run), join(oracles, oracle.qrels), metrics);
		let compared = 0;
		for (const { queryId, metrics: values } of scores)
			metrics.forEach((metric, i) => {
				const theirs = expected.get(`${Object.values(names)[i]}\t${queryId}`);
				const value = values?.[metric.name];
				if (theirs === undefined || value === undefined) return;
				compared++;
				expect(Math.abs(value - Number(theirs))).toBeLessThanOrEqual(0.00005 + 1e-9);
			});
		if (!oracle.expected.endsWith('.a')) expect(compared).toBeGreaterThan(8);
	});
});

describe.skipIf(!here)('trec_eval counts the unjudged as we count the judged', () => {
	it.each([5, 10, 20])('in the top %i', (cutoff) => {
		const expected = linesOf(readFileSync(join(oracles, 'trec_eval/out.test.aql'), 'utf8'));
		const { scores } = evaluateRun(
			join(oracles, 'trec_eval/results.test'),
			join(oracles, 'trec_eval/qrels.rel_level'),
			[parseMetric(`judged@${cutoff}`)],
		);
		expect(scores).toHaveLength(3);
		for (const { queryId, metrics } of scores)
			expect(metrics?.[`judged@${cutoff}`]).toBeCloseTo(1 - Number(expected.get(`unj_${cutoff}\t${queryId}`)), 4);
	});
});

describe.skipIf(!here)('the scoring of runs agrees with the scoring of files', () => {
	it('on a real run with many ties', () => {
		const paths = [join(oracles, 'dl-hard/bm25+rm3.run'), join(oracles, 'dl-hard/dl_hard-passage.qrels')] as const;
		const metrics: Metric[] = parseMetrics('R@10,nDCG(gain=exp)@10,MRR,AP,bpref,RBP,judged@10');
		const fromFiles = evaluateRun(...paths, metrics).scores;
		const qrels: Qrels = readTrecQrels(paths[1]);
		const run = readTrecRun(paths[0]);
		// A corpus in descending docno order makes our tie-break that of trec_eval.
		const ids = [...new Set([...run.values()].flatMap((ranking: Ranking) => ranking.map((doc) => doc.docId)))];
		const corpus = ids.sort((x, y) => (x < y ? 1 : -1)).map((id) => ({ id }));
		const order = corpusOrder(corpus);
		const queries = fromFiles.map(({ queryId, stratum }) => ({ id: queryId, stratum }));
		const rankings = queries.map(({ id }) =>
			toIndexed(run.get(id) ?? [], order, 1000, { retriever: 'run', queryId: id }),
		);
		expect(scoreRankings({ corpus, queries, qrels }, rankings, metrics)).toEqual(fromFiles);
	});
});
