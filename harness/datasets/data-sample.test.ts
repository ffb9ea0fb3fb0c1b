import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Dataset } from '../contract.ts';
import { packageRoot } from '../files/package-root.ts';
import { lexicalOverlap } from './lexical-overlap.ts';
import { loadDataset } from './load.ts';
import { validateDataset } from './validate.ts';

const directory = join(packageRoot(), 'data', 'sample');

describe.skipIf(!existsSync(join(directory, 'qrels.jsonl')))('the sample dataset', () => {
	const loaded: Promise<Dataset> = loadDataset(directory, { sensitive: 'lexical-only' });

	it('has no error and no warning', async () => {
		const { errors, warnings } = await validateDataset(directory, 'lexical-only');
		expect([...errors, ...warnings]).toEqual([]);
	});

	it('has at least 400 documents and 50 queries in each of its three large strata', async () => {
		const { corpus, queries } = await loaded;
		expect(corpus.length).toBeGreaterThanOrEqual(400);
		for (const stratum of ['exact', 'paraphrase', 'multihop'])
			expect(queries.filter((query) => query.stratum === stratum).length, stratum).toBeGreaterThanOrEqual(50);
	});

	it('paraphrases share few words with what they are to find: Jaccard 0.18 at most', async () => {
		const { corpus, queries, qrels } = await loaded;
		const byId = new Map(corpus.map((doc) => [doc.id, doc]));
		const over: string[] = [];
		for (const { id, text, stratum } of queries) {
			if (stratum !== 'paraphrase') continue;
			for (const [docId, grade] of qrels.get(id) ?? []) {
				const doc = byId.get(docId);
				if (grade >= 1 && doc !== undefined && lexicalOverlap(text, doc) > 0.18) over.push(`${id} and ${docId}`);
			}
		}
		expect(over).toEqual([]);
	});

	it('multihop queries need two documents or more', async () => {
		const { queries, qrels } = await loaded;
		const single = queries
			.filter(({ id, stratum }) => stratum === 'multihop' && relevantIds(qrels.get(id)).length < 2)
			.map(({ id }) => id);
		expect(single).toEqual([]);
	});

	it('current queries prefer the current version, which was written before they were asked', async () => {
		const { corpus, queries, qrels } = await loaded;
		const byId = new Map(corpus.map((doc) => [doc.id, doc]));
		const superseded = new Set(corpus.map(({ metadata }) => String(metadata.supersedes)));
		const current = queries.filter(({ stratum }) => stratum === 'current');
		expect(current.length).toBeGreaterThanOrEqual(15);
		expect(current.filter(({ askedAt }) => askedAt !== undefined).length).toBeGreaterThan(0);
		for (const { id, askedAt } of current) {
			const grades = qrels.get(id) ?? new Map<string, number>();
			const answers = relevantIds(grades);
			expect(Math.max(...grades.values()), id).toBe(3);
			expect([...grades.values()], `${id} names what it is not any more`).toContain(0);
			expect(
				answers.filter((docId) => superseded.has(docId)),
				`${id} holds a superseded version relevant`,
			).toEqual([]);
			for (const docId of answers)
				expect(byId.get(docId)?.createdAt?.getTime(), id).toBeLessThan(askedAt?.getTime() ?? Number.POSITIVE_INFINITY);
		}
	});

	it('no sensitive document is relevant to any query', async () => {
		const { corpus, qrels } = await loaded;
		const sensitive = new Set(corpus.filter((doc) => doc.sensitive).map(({ id }) => id));
		expect(sensitive.size).toBeGreaterThan(0);
		const named = [...qrels].filter(([, grades]) => relevantIds(grades).some((id) => sensitive.has(id)));
		expect(named.map(([queryId]) => queryId)).toEqual([]);
	});
});

function relevantIds(grades: ReadonlyMap<string, number> | undefined): string[] {
	return [...(grades ?? [])].filter(([, grade]) => grade >= 1).map(([id]) => id);
}

describe.skipIf(!existsSync(join(packageRoot(), '.git')))('the repository', () => {
	it('tracks nothing under data/ but data/sample, and nothing under cache/ or results/', () => {
		const tracked = execFileSync('git', ['-C', packageRoot(), 'ls-files', 'data', 'cache', 'results'], {
			encoding: 'utf8',
		});
		const strangers = tracked.split('\n').filter((path) => path !== '' && !path.startsWith('data/sample/'));
		expect(strangers).toEqual([]);
	});
});
