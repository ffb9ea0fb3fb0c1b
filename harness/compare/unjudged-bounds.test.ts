import { describe, expect, it } from 'vitest';
import type { IndexedRanking, Qrels } from '../contract.ts';
import { parseMetrics } from '../metrics/index.ts';
import { unjudgedSentences } from '../report/compare/unjudged.ts';
import type { RunFolder } from '../run/folder/run-folder.ts';
import { scoreRankings, summarise } from '../run/scoring.ts';
import { runForTests } from '../testing/run-for-tests.ts';
import { alignRuns } from './align.ts';
import { compareRuns } from './compare-runs.ts';
import { unjudgedReadings } from './unjudged-bounds.ts';

const N = 60;
const corpus = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id }));
const queries = Array.from({ length: N }, (_, i) => ({ id: `q${i}`, stratum: 'all' }));
const metrics = parseMetrics('precision@2');

/** Rankings by letter, for even and odd queries. */
function runOf(name: string, qrels: Qrels, even: string, odd = even) {
	const rankings = queries.map((_, i): IndexedRanking => {
		const docs = [...(i % 2 === 0 ? even : odd)].map((letter) => letter.charCodeAt(0) - 97);
		return { docs: Int32Array.from(docs), scores: Float64Array.from(docs, (_doc, rank) => -rank) };
	});
	const scores = scoreRankings({ corpus, queries, qrels }, rankings, metrics);
	const made = runForTests({ name, strata: { all: { 'precision@2': queries.map(() => 0) } } });
	return { run: { ...made, scores, summary: summarise(scores, ['precision@2']) } as RunFolder, rankings };
}

const labels = (grades: Record<string, number>): Qrels =>
	new Map(queries.map(({ id }) => [id, new Map(Object.entries(grades))]));

function read(qrels: Qrels, baseline: readonly [string, string?], challenger: readonly [string, string?]) {
	const [one, other] = [runOf('one', qrels, ...baseline), runOf('other', qrels, ...challenger)];
	const comparison = compareRuns(one.run, [other.run], { resamples: 500, margin: 0.1 });
	const readings = unjudgedReadings({
		task: { corpus, queries, qrels },
		rankings: new Map([
			['one', one.rankings],
			['other', other.rankings],
		]),
		aligned: alignRuns([one.run, other.run]),
		rows: comparison.rows,
		options: comparison.options,
	});
	return { reading: readings[0], said: unjudgedSentences({ readings }) };
}

describe('a verdict and the documents that nobody judged', () => {
	it('stands whatever they are where there are none in the top', () => {
		const { reading, said } = read(labels({ a: 1, b: 1, c: 0, d: 0 }), ['cd', 'ca'], ['ab', 'ac']);
		expect(reading).toMatchObject({
			verdict: 'win',
			shareBaseline: 0,
			shareChallenger: 0,
			judgedRate: 0.5,
			sameAtJudgedRate: 1,
			turnsAt: undefined,
			survives: { none: true, allWorst: true, atJudgedRate: true },
		});
		expect(said).toEqual([]);
	});

	it('falls where what only the other returns could be relevant, and says from which share on', () => {
		// On every other query the challenger has a relevant document where the baseline has one that nobody judged.
		const { reading, said } = read(labels({ a: 1, b: 1, c: 0 }), ['ce', 'ca'], ['cb', 'ca']);
		expect(reading).toMatchObject({
			verdict: 'win',
			shareBaseline: 0.25,
			shareChallenger: 0,
			againstChallenger: { verdict: 'equivalent', delta: 0 },
			againstBaseline: { verdict: 'win', delta: 0.25 },
			survives: { none: true, allWorst: false },
		});
		// With m of its 30 documents relevant the challenger leads on 30 - m queries: a win needs at least 6 of them.
		expect(reading?.turnsAt).toBeGreaterThan(0.6);
		expect(reading?.turnsAt).toBeLessThan(1);
		expect(said).toHaveLength(1);
		expect(said[0]).toMatch(
			/^precision@2, overall: "win" for other against one depends on what unjudged documents are \(0\.0 % of the top 2 of other, 25\.0 % of that of one\): it stands if none is relevant and falls if [\d.]+ % of/,
		);
	});

	it('stands where only who is ahead returns them', () => {
		const known = labels({ a: 1, b: 1, c: 0, d: 0 });
		const win = read(known, ['cd'], ['ab', 'ae']);
		expect(win.reading).toMatchObject({
			verdict: 'win',
			shareChallenger: 0.25,
			survives: { none: true, allWorst: true },
		});
		const loss = read(known, ['ab', 'ae'], ['cd']);
		expect(loss.reading).toMatchObject({
			verdict: 'loss',
			shareBaseline: 0.25,
			survives: { none: true, allWorst: true },
		});
		// The other way round they could only widen it.
		expect(win.reading?.againstBaseline.delta).toBeGreaterThan(win.reading?.none.delta as number);
	});

	it('knows no rate where labels hold relevant documents only', () => {
		const { reading, said } = read(labels({ a: 1, b: 1 }), ['ce', 'ca'], ['cb', 'ca']);
		expect(reading).toMatchObject({ relevantOnly: true, condensed: undefined, sameAtJudgedRate: undefined });
		expect(reading?.survives).toMatchObject({ none: true, allWorst: false, atJudgedRate: undefined });
		expect(said[0]).toContain('unlabelled');
		expect(said[0]).toContain('the labels cannot say how many are (100.0 % of the judged ones there are relevant)');
	});

	it('holds "equivalent" against both sides, and claims nothing of an inconclusive row', () => {
		const { reading } = read(labels({ a: 1, c: 0 }), ['ae'], ['af']);
		expect(reading).toMatchObject({
			verdict: 'equivalent',
			againstChallenger: { verdict: 'loss', delta: -0.5 },
			againstBaseline: { verdict: 'win', delta: 0.5 },
			survives: { none: true, allWorst: false },
		});
	});

	it('says the same again', () => {
		const again = () => read(labels({ a: 1, b: 1, c: 0 }), ['ce', 'ca'], ['cb', 'ea']).reading;
		expect(again()).toEqual(again());
	});
});
