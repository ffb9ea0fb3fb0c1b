import type { Dataset, IndexContext } from '../contract.ts';
import { BenchError } from '../errors.ts';
import { type FusedRetriever, isFused } from '../fusion/fused-retriever.ts';
import type { System } from './experiment.ts';
import { indexDataset } from './index-dataset.ts';

/** A fused system over a dataset, its legs still unopened. A system without legs is a BenchError. */
export async function indexFused(dataset: Dataset, system: System, context: IndexContext): Promise<FusedRetriever> {
	const fused = await indexDataset(system.plugin, dataset, system.options, context);
	if (isFused(fused)) return fused;
	fused.close?.();
	throw new BenchError('usage', `${system.name} has no legs: it is a single retriever`, {
		hint: 'Name a fused system, for example --retriever hybrid --set legs=fts,dense,graph.',
	});
}
