/** A name that is safe as a file name on every system: `graph:typed` becomes `graph-typed`. */
export function fileName(name: string): string {
	return name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '') || 'unnamed';
}
