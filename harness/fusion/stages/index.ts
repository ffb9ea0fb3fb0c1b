import { BenchError } from '../../errors.ts';
import { nearNames } from '../../options.ts';
import { exact } from './exact.ts';
import { filter } from './filter.ts';
import { importance } from './importance.ts';
import { limit } from './limit.ts';
import { sort } from './sort.ts';
import type { Stage } from './stage.ts';

/** Every post-fusion stage by name. */
export const stages: Readonly<Record<string, Stage>> = { importance, exact, sort, limit, filter };

/** Throws `usage` for an unknown name, with the near ones. */
export function findStage(name: string): Stage {
	const found = Object.hasOwn(stages, name) ? stages[name] : undefined;
	if (found !== undefined) return found;
	const near = nearNames(name, Object.keys(stages));
	throw new BenchError('usage', `there is no stage "${name}"`, {
		hint: near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `There are: ${Object.keys(stages).join(', ')}.`,
	});
}
