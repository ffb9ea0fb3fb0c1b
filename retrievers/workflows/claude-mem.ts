import type { RetrieverPlugin } from '../../harness/contract.ts';
import { createWorkflow, type Preset } from './workflow.ts';

/** Semantic search over a vector for each field of a memory, the 100 best. */
const SEMANTIC: Preset = { 'semantic.units': 'fields', 'depth.semantic': 100 };

/** Metadata decides who is a candidate, and semantic search orders those that it returned itself. */
const byField = (field: string): Preset => ({
	...SEMANTIC,
	legs: ['semantic=chroma', 'records'],
	'depth.records': 1000,
	stages: ['filter', 'rerank-by'],
	'filter.field': field,
	'filter.from': 'query',
	'rerank-by.leg': 'semantic',
});

const WORKFLOWS: Readonly<Record<string, readonly [string, Preset]>> = {
	observations: [
		'semantic top 100, of those the last 90 days, newest first',
		{ ...SEMANTIC, legs: ['semantic=chroma'], stages: ['window', 'sort'], 'window.days': 90, 'sort.by': 'recency' },
	],
	'by-type': ["observations of the query's type, in semantic order", byField('type')],
	'by-concept': ["observations with the query's concept, in semantic order", byField('concepts')],
	'by-file': ["observations that read or modified the query's file, in semantic order", byField('files')],
	sessions: ['session summaries by FTS5', { legs: ['fts5'], 'depth.fts5': 100 }],
	recent: ['the last 50 by date, whatever the query', { legs: ['records'], 'depth.records': 50 }],
};

/**
 * The searches of claude-mem (its SearchManager, version 6 on) as systems by name: Chroma, SQLite and the rules between
 * them as legs and stages.
 */
export function claudeMem(hybrid: RetrieverPlugin): Readonly<Record<string, RetrieverPlugin>> {
	return Object.fromEntries(
		Object.entries(WORKFLOWS).map(([part, [summary, preset]]) => {
			const name = `claude-mem:${part}`;
			return [name, createWorkflow(hybrid, name, `claude-mem: ${summary}`, preset)];
		}),
	);
}
