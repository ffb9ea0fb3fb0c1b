import { describe, expect, it } from 'vitest';
import { BenchError } from '../harness/errors.ts';
import type { Settings } from '../harness/options.ts';
import { resolveSystem } from './resolve-system.ts';

/** No dataset and no corpus is near: whatever fails here fails before any work. */
describe('a system is checked before there is a dataset', () => {
	it.each<[Settings, string, string]>([
		[{ k: '-1' }, 'option k takes a number from 0, not "-1"', 'The default is 60'],
		[{ k: '0', rank_base: '0' }, 'k + rank_base must be above 0', 'With rank_base=0'],
		[{ fusion: 'rff' }, 'no fusion "rff"', 'Did you mean rrf'],
		[{ fusion: 'rbc', p: '1' }, 'option p takes a number above 0 and below 1', '0.8'],
		[{ fusion: 'combsum', norm: 'minmx' }, 'option norm takes none, minmax, zscore or dbsf', 'Did you mean minmax?'],
		[{ fusion: 'append', order: 'fts,dens' }, 'order names "dens", which is not a leg', 'Did you mean dense?'],
		[{ fusion: 'tm2c2', alpha_leg: 'dens' }, 'alpha_leg names "dens", which is not a leg', 'Did you mean dense?'],
		[{ fusion: 'tm2c2', infimum: 'dense' }, 'entries such as dense=-1', ''],
		[{ absent: 'unoin' }, 'option absent takes zero or union', 'Did you mean union?'],
		[{ 'dense.chunk': '7' }, 'option dense.chunk takes 0 or a whole number from 16', 'tokens per window'],
		[{ 'dense.chunk': '513' }, 'chunk is 513', 'From 16 to 512'],
		[{ 'dense.embedder': 'locl:x' }, 'no embedding provider "locl"', 'Did you mean local?'],
		[{ 'dense.embedder': 'hf:o/m?poling=mean' }, 'no option "poling"', 'Did you mean pooling?'],
		[{ 'dense.feilds': 'content' }, 'no option "dense.feilds"', 'Did you mean dense.fields'],
		[{ legs: 'fts,dens' }, 'no retriever "dens"', 'Did you mean dense or postgres:dense?'],
		[{ 'weights.grph': '1' }, 'no option "weights.grph"', 'Did you mean weights.graph'],
		[{ 'weights.graph': '-1' }, 'option weights.graph takes a number from 0', ''],
		[{ 'depth.fts': '0' }, 'option depth.fts takes a whole number from 1', ''],
		[{ 'exclude.fts': 'dens' }, 'exclude.fts names "dens"', 'Did you mean dense?'],
		[{ 'graph.role': 'vote' }, 'option graph.role takes voter or generator', 'Did you mean voter?'],
		[{ 'fts.sort': 'importanse' }, 'option fts.sort takes relevance or importance', 'Did you mean importance?'],
		[{ stages: 'exat' }, 'option stages takes a list of importance', 'Did you mean exact?'],
		[{ stages: 'filter' }, 'filter: no field is named', 'filter.field=category'],
		[{ stages: 'limit', 'limit.n': '0' }, 'option limit.n takes a whole number from 1', ''],
		[{ legs: 'fts,g=graph:typed', 'g.seeds': 'fts', 'g.as_of': 'last week' }, 'as_of must be', ''],
		[{ constructor: '1' } as unknown as Settings, 'no option "constructor"', ''],
	])('%j', async (settings, message, hint) => {
		const error = await resolveSystem({ retriever: 'hybrid:equal', settings }).then(
			() => undefined,
			(thrown: unknown) => thrown,
		);
		expect(error).toBeInstanceOf(BenchError);
		expect((error as BenchError).message).toContain(message);
		expect((error as BenchError).hint ?? '').toContain(hint);
	});

	it('an embedder that no option takes is checked all the same', async () => {
		await expect(resolveSystem({ retriever: 'fts', embedder: 'local:bge-smal' })).rejects.toThrow('no built-in model');
	});

	it('gives what was set and the defaults of the rest', async () => {
		const settings = { legs: 'fts,fts5', 'fts5.tokenizer': 'porter', depth: '20' };
		const { options } = await resolveSystem({ retriever: 'hybrid', settings });
		expect(options).toMatchObject({
			k: 60,
			depth: 20,
			'depth.fts': 20,
			'fts5.tokenizer': 'porter',
			'fts.sort': 'relevance',
		});
	});
});
