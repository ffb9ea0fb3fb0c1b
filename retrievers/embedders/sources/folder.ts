import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type ModelSource, Unreachable } from './source.ts';

/**
 * A folder of the user's. Each file may stand under the model's name or directly, with or without the sub-folders of
 * the hub, or under the name it has in the Maven jar: whatever an unpacked download gives. Content is what is checked.
 */
export function folder(directory: string): ModelSource {
	return {
		name: directory,
		summary: 'a folder (--model-dir)',
		async fetch(model, into) {
			for (const file of model.files) {
				const names = [file.path, basename(file.path), model.maven.entries[file.path] ?? file.path];
				const candidates = names.flatMap((name) => [join(directory, model.name, name), join(directory, name)]);
				const path = candidates.find((candidate) => existsSync(candidate));
				if (path === undefined) throw new Unreachable(`${directory} has no ${file.path} of ${model.name}`);
				mkdirSync(dirname(join(into, file.path)), { recursive: true });
				copyFileSync(path, join(into, file.path));
			}
		},
	};
}
