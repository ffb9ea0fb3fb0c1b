import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callBench } from '../testing/call-bench.ts';
import { jsonLines, poolLines, smallPool, writeJudgments } from '../testing/judged-pool.ts';

const secrets = /kettle|SECRETWORD|whippet|ledger|thunder/i;

describe('bench pool', async () => {
	const folder = await smallPool();
	const text = readFileSync(join(folder, 'pool.jsonl'), 'utf8');

	it('holds ids only: no text, no system', async () => {
		expect(text).not.toMatch(secrets);
		expect(text).not.toMatch(/fts/);
		expect(Object.keys(JSON.parse(text.split('\n')[1] ?? ''))).toEqual(expect.arrayContaining(['query_id', 'doc_id']));
	});

	it('is the same file whichever run is named first, and carries judgments along', async () => {
		const { stdout } = await callBench(['pool', 'fts5', 'fts', '--out', 'again.jsonl', '--json'], folder);
		expect(readFileSync(join(folder, 'again.jsonl'), 'utf8')).toBe(text);
		const { items, judged, to_judge: open } = JSON.parse(stdout);
		expect(items).toBe(poolLines(folder).length);
		expect(judged + open).toBe(items);
		expect(text).toContain('"query_id":"q2","doc_id":"3","grade":0');
	});

	it('holds with --changed only what some runs return and others do not', async () => {
		const args = ['pool', 'fts', 'fts5', '--changed', '--out', 'changed.jsonl', '--quiet'];
		expect((await callBench(args, folder)).code).toBe(0);
		const top = (name: string): Set<string> =>
			new Set(
				readFileSync(join(folder, name, 'run.trec'), 'utf8')
					.split('\n')
					.filter((line) => line !== '')
					.map((line) =>
						line
							.split(' ')
							.filter((_, i) => i === 0 || i === 2)
							.join(' '),
					),
			);
		const [one, other] = [top('fts'), top('fts5')];
		const differs = [...new Set([...one, ...other])].filter((pair) => !one.has(pair) || !other.has(pair)).sort();
		const pooled = readFileSync(join(folder, 'changed.jsonl'), 'utf8')
			.split('\n')
			.slice(1)
			.filter((line) => line !== '')
			.map((line) => JSON.parse(line))
			.map(({ query_id: query, doc_id: doc }) => `${query} ${doc}`);
		expect(differs.length).toBeGreaterThan(0);
		expect(pooled.sort()).toEqual(differs);
		expect((await callBench(['pool', 'fts', '--changed'], folder)).stderr).toContain('at least two runs');
	});

	it('puts its file beside the runs by default, and never over another pool', async () => {
		const { stdout } = await callBench(['pool', 'fts', '--json'], folder);
		const { pool } = JSON.parse(stdout);
		expect(pool).toMatch(/^results[\\/]judging[\\/]data-[0-9a-f]{8}\.pool\.jsonl$/);
		const clash = await callBench(['pool', 'fts', '--depth', '1', '--out', 'pool.jsonl'], folder);
		expect(clash.code).toBe(2);
		expect(clash.stderr).toContain('pool.jsonl exists and is another pool');
	});

	it('takes judgments files along, and refuses those that contradict', async () => {
		const file = writeJudgments(folder, 'all', ({ query_id: query, doc_id: doc }) =>
			query === 'q2' && doc === '2' ? 3 : 0,
		);
		const clash = await callBench(['pool', 'fts', 'fts5', '--judgments', file, '--out', 'clash.jsonl'], folder);
		expect(clash.code).toBe(2);
		expect(clash.stderr).toContain('the grade 0, not 1');
		const asked = await callBench(
			['pool', 'fts', '--known', 'ask', '--judgments', file, '--out', 'b.jsonl', '--json'],
			folder,
		);
		expect(JSON.parse(asked.stdout).to_judge).toBe(0);
	});
});

describe('bench judge without a terminal', async () => {
	const folder = await smallPool();

	it('says what it needs', async () => {
		const { code, stderr, stdout } = await callBench(['judge', 'pool.jsonl', '--judge', 'anna'], folder);
		expect(code).toBe(2);
		expect(stderr).toContain('stdin is no terminal');
		expect(stderr).toContain('--llm');
		expect(stdout).toBe('');
		expect(existsSync(join(folder, 'pool.anna.judgments.jsonl'))).toBe(false);
	});

	it('tells how far a judge is', async () => {
		const { stdout, code } = await callBench(['judge', 'pool.jsonl', '--judge', 'anna', '--status', '--json'], folder);
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({ judgments: 'pool.anna.judgments.jsonl', judged: 0, skipped: {} });
	});

	it('refuses a file that is no pool', async () => {
		const { code, stderr } = await callBench(['judge', 'data/corpus.jsonl', '--judge', 'anna', '--status'], folder);
		expect(code).toBe(2);
		expect(stderr).toContain('data/corpus.jsonl is not a pool file');
		expect(stderr).not.toMatch(secrets);
	});
});

describe('bench merge-judgments', async () => {
	const folder = await smallPool('--known', 'ask');
	const anna = writeJudgments(folder, 'anna', (_, place) => place % 4);
	const ben = writeJudgments(folder, 'ben', (_, place) => (place % 4 === 3 ? 2 : place % 4));

	it('writes a dataset that loads, with provenance, and touches nothing of the old one', async () => {
		const before = readFileSync(join(folder, 'data/qrels.jsonl'), 'utf8');
		const { stdout, code } = await callBench(
			['merge-judgments', anna, ben, '--known', 'leave-out', '--rule', 'max', '--dataset', 'judged', '--json'],
			folder,
		);
		expect(code).toBe(0);
		const { judgments, new: added, conflicts } = JSON.parse(stdout);
		expect(added).toBe(judgments);
		expect(conflicts.every(({ grade }: { grade: number }) => grade === 3)).toBe(true);
		expect(conflicts).toHaveLength(poolLines(folder).filter((_, place) => place % 4 === 3).length);
		expect(readFileSync(join(folder, 'data/qrels.jsonl'), 'utf8')).toBe(before);
		expect((await callBench(['data', 'validate', 'judged'], folder)).code).toBe(0);
		const [line] = jsonLines(join(folder, 'judged/qrels.jsonl')) as {
			_judgments: Record<string, { judge: string }[]>;
		}[];
		expect(Object.values(line?._judgments ?? {})[0]?.map(({ judge }) => judge)).toEqual(['anna', 'ben']);
		expect((await callBench(['merge-judgments', anna, '--dataset', 'judged'], folder)).code).toBe(2);
	});

	it('replaces qrels only when told to, and keeps what stood there', async () => {
		const refused = await callBench(['merge-judgments', anna, '--out', 'data/qrels.jsonl'], folder);
		expect(refused.code).toBe(2);
		expect(refused.stderr).toContain('--replace');
		const before = readFileSync(join(folder, 'data/qrels.jsonl'), 'utf8');
		const out = await callBench(['merge-judgments', anna, '--out', 'data/qrels.jsonl', '--replace'], folder);
		expect(out.code).toBe(0);
		expect(readFileSync(join(folder, 'data/qrels.jsonl.1.bak'), 'utf8')).toBe(before);
		writeFileSync(join(folder, 'data/qrels.jsonl'), before);
	});

	it('keeps judgments of sensitive documents, which nobody here was shown', async () => {
		const qrels = join(folder, 'data/qrels.jsonl');
		const before = readFileSync(qrels, 'utf8');
		writeFileSync(qrels, `${before}{"query_id":"q4","grades":{"5":2}}\n`);
		const queries = join(folder, 'data/queries.jsonl');
		const asked = readFileSync(queries, 'utf8');
		writeFileSync(queries, asked.replace('"relevant_ids":[]', '"relevant_ids":[5]'));
		const { code } = await callBench(['merge-judgments', anna, '--out', 'kept.jsonl'], folder);
		writeFileSync(qrels, before);
		writeFileSync(queries, asked);
		expect(code).toBe(0);
		expect(readFileSync(join(folder, 'kept.jsonl'), 'utf8')).toContain('"5":2');
	});

	it('wants one place to write to', async () => {
		expect((await callBench(['merge-judgments', anna], folder)).stderr).toContain(
			'either --out <file> or --dataset <dir>',
		);
	});

	it('refuses judgments of other texts', async () => {
		const corpus = join(folder, 'data/corpus.jsonl');
		const before = readFileSync(corpus, 'utf8');
		writeFileSync(corpus, before.replace('whistles', 'sings'));
		const { code, stderr } = await callBench(['merge-judgments', anna, '--out', 'x.jsonl'], folder);
		writeFileSync(corpus, before);
		expect(code).toBe(2);
		expect(stderr).toContain("are not those that the file's ids belong to");
	});
});

describe('bench agree', async () => {
	const folder = await smallPool('--known', 'ask');
	const anna = writeJudgments(folder, 'anna', ({ doc_id: doc }) => Number(doc) % 3);
	const ben = writeJudgments(folder, 'ben', ({ doc_id: doc }, place) => (place === 0 ? 3 : Number(doc) % 3));

	it('prints kappa, grades, confusion, and the systems under either judge', async () => {
		const { stdout, code } = await callBench(
			['agree', anna, ben, '--runs', 'fts', 'fts5', '--resamples', '500'],
			folder,
		);
		expect(code).toBe(0);
		for (const part of [
			"Cohen's kappa",
			'quadratic',
			'specific agreement',
			'anna \\ ben',
			'against fts',
			'the order of systems',
		])
			expect(stdout).toContain(part);
		expect(stdout).not.toMatch(/kettle|whippet/);
	});

	it('gives the same numbers as JSON, byte for byte each time', async () => {
		const args = ['agree', anna, ben, '--runs', 'fts', 'fts5', '--resamples', '500', '--json'];
		const { stdout } = await callBench(args, folder);
		expect((await callBench(args, folder)).stdout).toBe(stdout);
		const found = JSON.parse(stdout);
		expect(found.items).toBe(poolLines(folder).length);
		expect(found.same_grade).toBeCloseTo((found.items - 1) / found.items, 12);
		expect(found.systems.metrics[0].verdicts[0]).toMatchObject({ challenger: 'fts5' });
	});

	it('takes a dataset as a judge, and says so where there is nothing in common', async () => {
		expect((await callBench(['agree', 'data', ben], folder)).code).toBe(0);
		writeFileSync(join(folder, 'other.qrels'), 'elsewhere 0 1 1\n');
		const { code, stderr } = await callBench(['agree', 'other.qrels', ben], folder);
		expect(code).toBe(2);
		expect(stderr).toContain('no judged document in common');
	});
});

describe('bench audit-data', async () => {
	const folder = await smallPool();

	it('has every check, with a line of meaning for each row', async () => {
		const { stdout, code } = await callBench(['audit-data', 'fts', 'fts5', '--json'], folder);
		expect(code).toBe(0);
		const { checks, baseline } = JSON.parse(stdout);
		expect(baseline).toBe('fts');
		expect(checks.map(({ check }: { check: string }) => check)).toEqual([
			'labels',
			'holes',
			'condensed',
			'pool-bias',
			'near-duplicates',
			'circular',
			'overlap',
			'unanimous',
			'single-relevant',
		]);
		for (const { findings } of checks) {
			expect(findings.length).toBeGreaterThan(0);
			for (const { means, weight } of findings) {
				expect(means).not.toBe('');
				expect(['fine', 'caution', 'limit']).toContain(weight);
			}
		}
		expect(stdout).not.toMatch(secrets);
	});

	it('prints them for people, and warns where the dataset has changed since', async () => {
		const { stdout, stderr } = await callBench(['audit-data', 'fts', 'fts5'], folder);
		expect(stdout).toContain('holes: share of each system');
		expect(stdout).toContain('nothing here is a significance test');
		expect(stderr).not.toContain('warning');
		writeFileSync(
			join(folder, 'data/qrels.jsonl'),
			'{"query_id":"q1","relevant_ids":[1]}\n{"query_id":"q2","relevant_ids":[2]}\n{"query_id":"q3","grades":{"3":1,"4":2}}\n',
		);
		expect((await callBench(['audit-data', 'fts'], folder)).stderr).toContain(
			'data is not exactly what fts was scored on',
		);
	});
});
