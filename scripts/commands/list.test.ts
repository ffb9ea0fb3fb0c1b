import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { callBench } from '../testing/call-bench.ts';

const list = (...args: string[]) => callBench(['list', ...args], tmpdir());

describe('bench list', () => {
	it('shows every kind of part', async () => {
		const { stdout, code } = await list('--json');
		expect(code).toBe(0);
		const parts = JSON.parse(stdout) as Record<string, { name: string }[]>;
		expect(Object.keys(parts)).toEqual([
			'retrievers',
			'fusions',
			'stages',
			'metrics',
			'embedders',
			'rerankers',
			'formats',
		]);
		expect(parts.retrievers?.map(({ name }) => name)).toEqual(
			expect.arrayContaining(['fts', 'fts5', 'graph', 'hybrid']),
		);
		expect((await list()).stdout).toMatch(/^retrievers\n\nname +what it is\n/);
	});

	it('shows the options of one', async () => {
		const { stdout } = await list('fts5');
		expect(stdout).toMatchInlineSnapshot(`
			"fts5 (retriever): SQLite FTS5, the plain reference: OR of the tokens, bm25(), then importance

			option      type                        default                   what it does
			──────────────────────────────────────────────────────────────────────────────────────────────
			tokenizer   choice: unicode61, porter,  unicode61                 unicode61 (no stemming),
			            trigram, segment                                      porter (unicode61, then the
			                                                                  Porter stemmer for English),
			                                                                  trigram (runs of three
			                                                                  characters), or segment
			                                                                  (words by ICU, for scripts
			                                                                  without spaces)
			stop_words  choice: none, english       none                      words of the query that are
			                                                                  not searched for: none, or
			                                                                  English function words
			                                                                  (unless it has no others)
			columns     list: content, category,    content, category, tags,  the indexed fields of a
			            tags, expanded_keywords     expanded_keywords         document
			"
		`);
		expect(JSON.parse((await list('rrf', '--json')).stdout)).toMatchObject({
			kind: 'fusion',
			name: 'rrf',
			options: [
				{ option: 'k', type: 'number', default: 60, min: 0, help: 'the constant of the denominator' },
				{ option: 'rank_base', type: 'number', default: 1, min: 0 },
				{ option: 'absent', type: 'choice', default: 'zero', choices: ['zero', 'union'] },
			],
		});
		expect((await list('hybrid')).stdout).toMatch(/weights\.<leg>/);
	});

	it.each([
		['exec', 'index_timeout', /batch_characters +integer/],
		['http', 'add_body', /header\.<name>/],
		['mcp', 'keep_store', /shipped one/],
		['exec:"python mine.py"', 'batch', /JSON lines/],
		['http://localhost:9200', 'hits', /search service/],
	])('shows those of systems in other processes: %s', async (name, option, text) => {
		expect((await list()).stdout).toContain(`${name.split(':')[0]}:`);
		const { stdout, code } = await list(name);
		expect(code).toBe(0);
		expect(stdout).toContain(option);
		expect(stdout).toMatch(text);
	});

	it('names the near ones of an unknown name, and exits with 2', async () => {
		const { stderr, stdout, code } = await list('grahp');
		expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
		expect(stderr).toContain(
			'error: there is no retriever, fusion, stage, embedder or format "grahp"\n  Did you mean graph?',
		);
	});
});
