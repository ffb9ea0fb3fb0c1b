import type { Command } from 'commander';
import type { CommandEntry } from '../command.ts';
import { registerAblate } from './ablate.ts';
import { registerAgree } from './agree.ts';
import { registerAudit } from './audit.ts';
import { registerAuditData } from './audit-data.ts';
import { registerBuildEvalset } from './build-evalset.ts';
import { registerCache } from './cache.ts';
import { registerCompare } from './compare.ts';
import { registerCompletions } from './completions.ts';
import { registerData } from './data.ts';
import { registerEval } from './eval.ts';
import { registerExport } from './export.ts';
import { registerExportCorpus } from './export-corpus.ts';
import { registerExtract } from './extract.ts';
import { registerGate } from './gate.ts';
import { registerGraph } from './graph.ts';
import { registerImport } from './import.ts';
import { registerImportRun } from './import-run.ts';
import { registerJudge } from './judge.ts';
import { registerMergeJudgments } from './merge-judgments.ts';
import { registerModel } from './model.ts';
import { registerPool } from './pool.ts';
import { registerPower } from './power.ts';
import { registerRetest } from './retest.ts';
import { registerSweep } from './sweep.ts';
import { registerVerify } from './verify.ts';

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
		{ register: registerVerify, example: 'bench verify latest' },
		{ register: registerEval, example: 'bench eval run.trec qrels.txt --metrics nDCG@10,AP' },
		{ register: registerImportRun, example: 'bench import-run run.trec --data data/mine' },
	],
	'compare and decide': [
		{ register: registerCompare, example: 'bench compare <baseline> latest --margin 0.02' },
		{ register: registerGate, example: 'bench gate --baseline <run> --metric recall@10 --max-drop auto' },
		{ register: registerPower, example: 'bench power latest' },
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
		{ register: registerAudit, example: 'bench audit --set legs=fts,dense,graph' },
		{ register: registerAblate, example: 'bench ablate --set legs=fts,dense,graph' },
		{ register: registerSweep, example: 'bench sweep --grid "weights.graph=0:2:0.05"' },
		{ register: registerRetest, example: 'bench retest graph' },
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
