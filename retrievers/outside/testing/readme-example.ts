import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the code block of this language in retrievers/outside/README.md to a file; gives its path. */
export function writeReadmeExample(language: 'python' | 'sh', folder: string): string {
	const page = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');
	const code = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(page)?.[1];
	if (code === undefined) throw new Error(`README.md has no example in ${language}`);
	const path = join(folder, `example.${language === 'sh' ? 'sh' : 'py'}`);
	writeFileSync(path, code);
	return path;
}
