import type { Command } from 'commander';
import type { CommandEntry } from '../command.ts';
import { registerAgree } from './agree.ts';
import { registerAuditData } from './audit-data.ts';
import { registerBuildEvalset } from './build-evalset.ts';
import { registerCache } from './cache.ts';
import { registerCompletions } from './completions.ts';
import { registerData } from './data.ts';
import { registerExport } from './export.ts';
import { registerExportCorpus } from './export-corpus.ts';
import { registerExtract } from './extract.ts';
import { registerGraph } from './graph.ts';
import { registerImport } from './import.ts';
import { registerJudge } from './judge.ts';
import { registerMergeJudgments } from './merge-judgments.ts';
import { registerModel } from './model.ts';
import { registerPool } from './pool.ts';

/** A command whose flags are declared whenever the program starts. */
export interface LegacyEntry {
	readonly register: (program: Command) => void;
	readonly example: string;
}

/** Every subcommand, by what a person is about to do, in the order the overview shows them. */
export const COMMAND_GROUPS: Readonly<Record<string, readonly (CommandEntry | LegacyEntry)[]>> = {
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
			summary: 'the fair test of one leg: all its variants, tuned, against the base tuned as much, on unseen queries',
			example: 'bench retest graph',
			load: () => import('./retest/command.ts'),
		},
	],
	'data in and out': [
		{ register: registerData, example: 'bench data stats' },
		{ register: registerImport, example: 'bench import beir scifact.zip --name scifact' },
		{ register: registerExport, example: 'bench export trec --data scifact --out scifact-trec' },
		{ register: registerExportCorpus, example: 'bench export-corpus memories.db --name mine' },
		{ register: registerBuildEvalset, example: 'bench build-evalset --data mine' },
		{ register: registerExtract, example: 'bench extract --llm-url http://localhost:11434/v1 --llm-model qwen3:8b' },
		{ register: registerGraph, example: 'bench graph stats --data musique' },
	],
	'labels one can believe': [
		{ register: registerPool, example: 'bench pool <run> <run> --depth 20' },
		{ register: registerJudge, example: 'bench judge cranfield.pool.jsonl' },
		{ register: registerMergeJudgments, example: 'bench merge-judgments *.judgments.jsonl --dataset data/judged' },
		{ register: registerAgree, example: 'bench agree anna.judgments.jsonl ben.judgments.jsonl' },
		{ register: registerAuditData, example: 'bench audit-data <run> <run>' },
	],
	'set up': [
		{
			name: 'list',
			summary: 'retrievers, fusions, stages, metrics, embedders and formats, with their options',
			example: 'bench list graph',
			load: () => import('./list.ts'),
		},
		{
			name: 'doctor',
			summary: 'check node, native modules, FTS5, model, cache and disk',
			example: 'bench doctor',
			load: () => import('./doctor.ts'),
		},
		{ register: registerModel, example: 'bench model list' },
		{ register: registerCache, example: 'bench cache stats' },
		{ register: registerCompletions, example: 'source <(bench completions bash)' },
	],
};

/** All of them, in the same order. */
export const COMMANDS: readonly (CommandEntry | LegacyEntry)[] = Object.values(COMMAND_GROUPS).flat();
