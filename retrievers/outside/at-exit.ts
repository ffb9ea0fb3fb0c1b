const left = new Set<() => void>();

/**
 * Work that must be done however this process ends (a child to end, a scratch folder to remove), unless it is taken
 * back before by the function returned. It must be synchronous and may not throw.
 */
export function atExit(work: () => void): () => void {
	if (left.size === 0) process.once('exit', endAll);
	left.add(work);
	return () => {
		left.delete(work);
		if (left.size === 0) process.removeListener('exit', endAll);
	};
}

function endAll(): void {
	for (const work of left) work();
}
