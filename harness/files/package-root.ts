import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BenchError } from '../errors.ts';

/**
 * The folder of this package: the nearest one above this file whose package.json is ours. The same whether the code
 * runs from source, from dist/ or from somebody's node_modules.
 *
 * @throws BenchError `environment` when there is none, which means that the installation is broken
 */
export function packageRoot(): string {
	const start = dirname(fileURLToPath(import.meta.url));
	for (let folder = start; ; folder = dirname(folder)) {
		const file = join(folder, 'package.json');
		if (existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown }).name === 'recall-bench')
			return folder;
		if (dirname(folder) === folder)
			throw new BenchError('environment', `no package.json of recall-bench stands above ${start}`, {
				hint: 'Install the package again: its files have been moved apart.',
			});
	}
}
