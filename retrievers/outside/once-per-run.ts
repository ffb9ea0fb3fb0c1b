import type { IndexContext } from '../../harness/contract.ts';

/** What `make` gives, made once for all stores of a run; each time where a run has one store. */
export function oncePerRun<T extends object>(
	{ shared }: Pick<IndexContext, 'shared'>,
	key: string,
	make: () => Promise<T>,
): Promise<T> {
	const known = shared?.get(key) as Promise<T> | undefined;
	if (known !== undefined) return known;
	const made = make();
	shared?.set(key, made as Promise<object>);
	return made;
}
