import { findNamed } from '../../names.ts';
import { exact } from './exact.ts';
import { filter } from './filter.ts';
import { importance } from './importance.ts';
import { limit } from './limit.ts';
import { rerank } from './rerank.ts';
import { rerankBy } from './rerank-by.ts';
import { sort } from './sort.ts';
import type { Stage } from './stage.ts';
import { window } from './window.ts';

/** Every post-fusion stage by name. */
export const stages: Readonly<Record<string, Stage>> = {
	importance,
	exact,
	sort,
	limit,
	filter,
	window,
	'rerank-by': rerankBy,
	rerank,
};

/** Throws `usage` for an unknown name, with the near ones. */
export function findStage(name: string): Stage {
	return findNamed('stage', name, stages);
}
