import { BenchError } from '../../harness/errors.ts';

/** Opens a part of a model from its folder. Throws `model` that names the folder and the ways out. */
export async function loadedFrom<T>(name: string, folder: string, open: (folder: string) => Promise<T>): Promise<T> {
	try {
		return await open(folder);
	} catch (cause) {
		throw new BenchError('model', `${name} can't be loaded from ${folder}: ${(cause as Error).message}`, {
			hint: 'Run `bench doctor`, or delete that folder so that the model is fetched anew.',
			cause,
		});
	}
}

/** The work, done at the first call; later calls get the same. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
	let started: Promise<T> | undefined;
	return () => {
		started ??= work();
		return started;
	};
}
