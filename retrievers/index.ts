import type { RetrieverPlugin } from '../harness/contract.ts';
import { BenchError } from '../harness/errors.ts';
import { nearNames } from '../harness/options.ts';
import { dense } from './dense.ts';
import { fts } from './fts.ts';
import { fts5 } from './fts5.ts';
import { cooccurrence } from './graph/cooccurrence.ts';
import { typed } from './graph/typed.ts';
import { createHybrid } from './hybrid.ts';
import { isModuleSpec, loadUserModule } from './user-module.ts';

/** The one list of built-in retrievers, by name. */
export const RETRIEVERS: Readonly<Record<string, RetrieverPlugin>> = {
	fts,
	fts5,
	dense,
	graph: cooccurrence,
	'graph:typed': typed,
	hybrid: createHybrid(findRetriever),
};

/**
 * The retriever of a name: a built-in, or a module of the user's own (`./mine.ts`, `./mine.js#Mine`).
 *
 * @throws BenchError for an unknown name, with the near ones.
 */
export async function findRetriever(nameOrPath: string): Promise<RetrieverPlugin> {
	const builtIn = Object.hasOwn(RETRIEVERS, nameOrPath) ? RETRIEVERS[nameOrPath] : undefined;
	if (builtIn !== undefined) return builtIn;
	if (isModuleSpec(nameOrPath)) return loadUserModule(nameOrPath);
	const near = nearNames(nameOrPath, Object.keys(RETRIEVERS));
	throw new BenchError('usage', `There is no retriever "${nameOrPath}"`, {
		hint:
			near.length > 0
				? `Did you mean ${near.join(' or ')}? \`bench list\` shows all of them.`
				: `There are ${Object.keys(RETRIEVERS).join(', ')}; one of your own is a path such as ./mine.ts.`,
	});
}
