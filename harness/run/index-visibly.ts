import type { IndexContext, ProgressBar } from '../contract.ts';

/**
 * Indexing with a line that shows life, of no known length, until the plugin shows progress of its own or is done.
 */
export async function indexVisibly<T>(
	name: string,
	context: IndexContext,
	work: (context: IndexContext) => Promise<T>,
): Promise<T> {
	let line: ProgressBar | undefined = context.progress.start(`indexing with ${name}`, 0);
	const endLine = (): void => {
		line?.stop();
		line = undefined;
	};
	const progress = {
		start: (label: string, total: number): ProgressBar => {
			endLine();
			return context.progress.start(label, total);
		},
	};
	try {
		return await work({ ...context, progress });
	} finally {
		endLine();
	}
}
