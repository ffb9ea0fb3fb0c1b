import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { BenchError } from '../../harness/errors.ts';
import { temporaryName } from '../../harness/files/temporary-name.ts';
import { writeFileWhole } from '../../harness/files/write-file.ts';
import type { EmbedderContext } from './embedding.ts';
import type { HfRequest } from './hf-spec.ts';
import { modelFolder, sha256OfFile } from './model-files.ts';
import { download } from './sources/hub.ts';
import { Unreachable } from './sources/source.ts';

const REQUIRED = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];
/** The sentence-transformers settings of a model, where its repository has them. */
const DESCRIBING = [
	'modules.json',
	'1_Pooling/config.json',
	'sentence_bert_config.json',
	'config_sentence_transformers.json',
];

export interface HfFiles {
	readonly directory: string;
	/** sha-256 of the weights: of the model file, or of its hash and that of the data file beside it. */
	readonly weights: string;
	readonly tokenizer: string;
	/** @throws BenchError where the weights on disk are no longer those of the hash */
	check(): Promise<void>;
}

/**
 * The files of a hub model: from the user's folder of models, from the cache, or fetched into the cache. Their hashes
 * are computed once, when they are fetched, and kept beside them, so that opening a model reads no weights.
 */
export async function hfFiles(request: HfRequest, context: EmbedderContext): Promise<HfFiles> {
	const own = ownFolder(request, context);
	if (own !== undefined) return described(request, own, await hashes(request, own));

	const directory = modelFolder(
		`${request.repository.replace('/', '--')}@${request.revision.replaceAll('/', '-')}`,
		context,
	);
	const record = join(directory, `${basename(request.modelFile, '.onnx')}.sha256.json`);
	if (!existsSync(record)) {
		await fetchAll(request, directory, context);
		writeFileWhole(record, `${JSON.stringify(await hashes(request, directory), null, 2)}\n`);
	}
	return described(request, directory, JSON.parse(readFileSync(record, 'utf8')) as Record<string, string>);
}

function ownFolder(request: HfRequest, context: EmbedderContext): string | undefined {
	if (context.modelDirectory === undefined) return undefined;
	const name = request.repository.split('/')[1] as string;
	return [request.repository, name, '.']
		.map((folder) => resolve(context.modelDirectory as string, folder))
		.find((folder) => [...REQUIRED, request.modelFile].every((path) => existsSync(join(folder, path))));
}

function described(request: HfRequest, directory: string, known: Readonly<Record<string, string>>): HfFiles {
	const model = known[request.modelFile] as string;
	const data = known[dataFile(request)];
	return {
		directory,
		weights: data === undefined ? model : createHash('sha256').update(model).update(data).digest('hex'),
		tokenizer: known['tokenizer.json'] as string,
		async check() {
			for (const [path, wanted] of Object.entries(known))
				if ((await sha256OfFile(join(directory, path))) !== wanted)
					throw new BenchError('model', `${join(directory, path)} is not the file that was fetched`, {
						hint: `Delete ${directory}, so that the model is fetched anew.`,
					});
		},
	};
}

/** Weights over 2 GB stand in a file of their own beside the graph. */
function dataFile(request: HfRequest): string {
	return `${request.modelFile}_data`;
}

async function hashes(request: HfRequest, directory: string): Promise<Record<string, string>> {
	const found: Record<string, string> = {};
	for (const path of [...REQUIRED, ...DESCRIBING, request.modelFile, dataFile(request)]) {
		const hash = await sha256OfFile(join(directory, path));
		if (hash !== undefined) found[path] = hash;
	}
	return found;
}

async function fetchAll(request: HfRequest, directory: string, context: EmbedderContext): Promise<void> {
	const { repository, revision } = request;
	const into = temporaryName(directory);
	const fetched: string[] = [];
	const get = async (path: string): Promise<boolean> => {
		const found = await download({ repository, revision, path }, join(into, path), context.progress);
		if (found) fetched.push(path);
		return found;
	};
	try {
		context.note(`fetching ${repository} (${revision}, ${request.modelFile}) from the model hub`);
		for (const path of [...REQUIRED, request.modelFile])
			if (!(await get(path)))
				throw new BenchError('model', `the hub's ${repository} (${revision}) has no ${path}`, {
					hint:
						path === request.modelFile
							? 'Name another dtype or file (?dtype=q8, ?file=onnx/model_int8.onnx), or a repository with ONNX files.'
							: 'It is not an ONNX embedding model that can be used here.',
				});
		for (const path of [...DESCRIBING, dataFile(request)]) await get(path);
		for (const path of fetched) {
			mkdirSync(dirname(join(directory, path)), { recursive: true });
			renameSync(join(into, path), join(directory, path));
		}
	} catch (error) {
		if (!(error instanceof Unreachable)) throw error;
		throw new BenchError('model', `the model ${repository} can't be fetched: ${error.message}`, {
			hint: `Fetch it where the hub can be reached, or bring its files in a folder: --model-dir <folder>, with ${request.repository}/${request.modelFile} and ${REQUIRED.join(', ')} in it.`,
			cause: error,
		});
	} finally {
		rmSync(into, { recursive: true, force: true });
	}
}
