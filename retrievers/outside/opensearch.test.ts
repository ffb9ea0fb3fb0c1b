import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadDataset } from '../../harness/datasets/load.ts';
import { packageRoot } from '../../harness/files/package-root.ts';
import { indexPlugin } from '../../harness/run/index-plugin.ts';
import { testRetriever } from '../conformance.ts';
import { resolveSystem } from '../resolve-system.ts';
import { quietContext, quietQuery } from '../testing/context.ts';

// A real server, which .ci/opensearch.sh starts where it can.
const address = process.env.BENCH_OPENSEARCH_URL;
const settings = { recipe: 'lucene-match', index: 'recall-bench-test' };

describe.skipIf(address === undefined)('lucene-match on a real OpenSearch (BENCH_OPENSEARCH_URL)', async () => {
	const { plugin, options } = await resolveSystem({ retriever: address ?? 'http://localhost:1', settings });
	const folder = mkdtempSync(join(tmpdir(), 'opensearch-'));
	afterAll(async () => {
		rmSync(folder, { recursive: true });
		if (address !== undefined) await fetch(`${address}/${settings.index}`, { method: 'DELETE' });
	});

	testRetriever(plugin, { options });

	it('answers the exact queries of the sample, and says the same when it is filled again', async () => {
		const sample = await loadDataset(join(packageRoot(), 'data', 'sample'));
		const exact = sample.queries.filter(({ stratum }) => stratum === 'exact').slice(0, 25);
		const rankings: unknown[] = [];
		for (const time of ['first', 'second']) {
			const retriever = await indexPlugin(plugin, sample.corpus, options, quietContext(folder));
			const found = await Promise.all(exact.map((query) => retriever.retrieve(query, 10, quietQuery())));
			const first = exact.filter((query, i) => sample.qrels.get(query.id)?.has(found[i]?.[0]?.docId ?? ''));
			expect(first.length, time).toBeGreaterThanOrEqual(24);
			rankings.push(found.map((ranking) => ranking.map(({ docId }) => docId)));
			retriever.close?.();
		}
		expect(rankings[1]).toEqual(rankings[0]);
	});
});
