import type { CommandEntry } from '../command.ts';

/** Every subcommand, by what a person is about to do, in the order the overview shows them. */
export const COMMAND_GROUPS: Readonly<Record<string, readonly CommandEntry[]>> = {
	'run and score': [
		{
			name: 'run',
			summary: 'run one or more systems over a dataset and score them',
			example: 'bench run --retriever hybrid',
			load: () => import('./run.ts'),
		},
		{
			name: 'show',
			summary: 'print a run that was made before',
			example: 'bench show latest',
			load: () => import('./show.ts'),
		},
		{
			name: 'runs',
			summary: 'list the runs of a folder, and which systems are told apart',
			example: 'bench runs',
			load: () => import('./runs.ts'),
		},
		{
			name: 'history',
			summary: 'one system over time, and the first run that lost',
			example: 'bench history hybrid --results-dir baselines',
			load: () => import('./history.ts'),
		},
		{
			name: 'verify',
			summary: 'repeat a run from its manifest and compare every byte',
			example: 'bench verify latest',
			load: () => import('./verify.ts'),
		},
		{
			name: 'eval',
			summary: 'score a TREC run against TREC qrels',
			example: 'bench eval run.trec qrels.txt --metrics nDCG@10,AP',
			load: () => import('./eval.ts'),
		},
		{
			name: 'import-run',
			summary: 'make a run folder from a TREC run of another tool',
			example: 'bench import-run run.trec --data data/mine',
			load: () => import('./import-run.ts'),
		},
	],
	'compare and decide': [
		{
			name: 'compare',
			summary: 'test whether runs differ from a baseline, in one word each',
			example: 'bench compare <baseline> latest --margin 0.02',
			load: () => import('./compare/compare.ts'),
		},
		{
			name: 'gate',
			summary: 'pass or fail a run against a baseline, for CI',
			example: 'bench gate --baseline <run> --metric recall@10 --max-drop auto',
			load: () => import('./gate/gate.ts'),
		},
		{
			name: 'power',
			summary: 'what differences a dataset of this size can show, or how many queries a planned one needs',
			example: 'bench power latest',
			load: () => import('./power.ts'),
		},
	],
	'look closer': [
		{
			name: 'report',
			summary: 'one page with pictures: answer, systems, latency, losses, every query',
			example: 'bench report <baseline> latest --out report.html',
			load: () => import('./report.ts'),
		},
		{
			name: 'losses',
			summary: 'where relevant documents get lost: legs, fusion, stages, index',
			example: 'bench losses latest',
			load: () => import('./losses.ts'),
		},
		{
			name: 'explain',
			summary: 'one query: its top K and relevant documents, leg by leg',
			example: 'bench explain latest <query-id>',
			load: () => import('./explain.ts'),
		},
		{
			name: 'diff',
			summary: 'which queries changed between two runs, and which leg moved them',
			example: 'bench diff <run> <run> --only worse',
			load: () => import('./diff.ts'),
		},
	],
	'take a fused system apart': [
		{
			name: 'audit',
			summary: 'can each leg of a fused system affect the top K at all, and did it',
			example: 'bench audit --set legs=fts,dense,graph',
			load: () => import('./audit.ts'),
		},
		{
			name: 'ablate',
			summary: 'take a fused system apart: every subset of its legs, every stage left out',
			example: 'bench ablate --set legs=fts,dense,graph',
			load: () => import('./ablate.ts'),
		},
		{
			name: 'sweep',
			summary: 'vary weights, fusion and stage options, and say what tuning buys on unseen queries',
			example: 'bench sweep --grid "weights.graph=0:2:0.05"',
			load: () => import('./sweep.ts'),
		},
		{
			name: 'retest',
			aliases: ['leg-test'],
			summary: 'the fair test of one leg, tuned as much as the base; or of a stage or option, with against without it',
			example: 'bench retest graph',
			load: () => import('./retest/command.ts'),
		},
	],
	'data in and out': [
		{
			name: 'data',
			summary: 'describe or check a dataset',
			example: 'bench data stats',
			load: () => import('./data.ts'),
		},
		{
			name: 'import',
			summary: "bring in a dataset of the field's formats",
			example: 'bench import beir scifact.zip --name scifact',
			load: () => import('./import/index.ts'),
		},
		{
			name: 'export',
			summary: 'write a dataset as beir, trec, tsv or qrels',
			example: 'bench export trec --data scifact --out scifact-trec',
			load: () => import('./export.ts'),
		},
		{
			name: 'export-corpus',
			summary: 'a corpus out of a memory database',
			example: 'bench export-corpus memories.db --name mine',
			load: () => import('./export-corpus/index.ts'),
		},
		{
			name: 'build-evalset',
			summary: 'queries and judgments for a corpus that has none',
			example: 'bench build-evalset --data mine',
			load: () => import('./build-evalset/index.ts'),
		},
		{
			name: 'extract',
			summary: 'triples of a corpus, read by a model, for graph:typed',
			example: 'bench extract --llm-url http://localhost:11434/v1 --llm-model qwen3:8b',
			load: () => import('./extract/index.ts'),
		},
		{
			name: 'graph',
			summary: 'the graph that a graph retriever walks: its figures, or the graph as a file',
			example: 'bench graph stats --data musique',
			load: () => import('./graph/index.ts'),
		},
	],
	'labels one can believe': [
		{
			name: 'pool',
			summary: 'merge the top of several runs into a file to judge',
			example: 'bench pool <run> <run> --depth 20',
			load: () => import('./pool.ts'),
		},
		{
			name: 'judge',
			summary: 'judge pooled documents on a screen, key by key',
			example: 'bench judge cranfield.pool.jsonl',
			load: () => import('./judge/index.ts'),
		},
		{
			name: 'merge-judgments',
			summary: 'make graded qrels of judgments files',
			example: 'bench merge-judgments *.judgments.jsonl --dataset data/judged',
			load: () => import('./merge-judgments/index.ts'),
		},
		{
			name: 'agree',
			summary: 'how far two judges agree, and what it means for the systems',
			example: 'bench agree anna.judgments.jsonl ben.judgments.jsonl',
			load: () => import('./agree/index.ts'),
		},
		{
			name: 'audit-data',
			summary: "what a dataset's labels can't carry in the comparison of runs",
			example: 'bench audit-data <run> <run>',
			load: () => import('./audit-data.ts'),
		},
	],
	'set up': [
		{
			name: 'list',
			summary: 'retrievers, fusions, stages, metrics, embedders and formats, with their options',
			example: 'bench list graph',
			load: () => import('./list/index.ts'),
		},
		{
			name: 'doctor',
			summary: 'check node, native modules, FTS5, model, cache and disk',
			example: 'bench doctor',
			load: () => import('./doctor.ts'),
		},
		{
			name: 'mcp',
			summary: 'the tools of a memory server, and the recipe to run it with',
			example: 'bench mcp tools "npx -y @modelcontextprotocol/server-memory"',
			load: () => import('./mcp.ts'),
		},
		{
			name: 'model',
			summary: 'embedding models: which there are, and fetching one',
			example: 'bench model list',
			load: () => import('./model/index.ts'),
		},
		{
			name: 'cache',
			summary: 'the vectors that were computed before',
			example: 'bench cache stats',
			load: () => import('./cache/index.ts'),
		},
		{
			name: 'completions',
			summary: 'shell completions for bash or zsh',
			example: 'source <(bench completions bash)',
			load: () => import('./completions/index.ts'),
		},
		{
			name: 'postgres',
			summary: 'what runs built on a Postgres server: list it, drop it',
			example: 'bench postgres list',
			load: () => import('./postgres.ts'),
		},
	],
};

/** All of them, in the same order. */
export const COMMANDS: readonly CommandEntry[] = Object.values(COMMAND_GROUPS).flat();
