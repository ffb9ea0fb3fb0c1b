import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { BenchError } from '../../harness/errors.ts';
import { option } from '../../harness/options.ts';
import { sha256OfFile } from '../embedders/model-files.ts';
import { specOptions } from '../embedders/spec-options.ts';
import { crossEncoder } from './cross-encoder.ts';
import { modelWindow } from './model-window.ts';
import type { RerankerProvider } from './reranker.ts';

const FOLDER_OPTIONS = {
	file: option.text('', 'the .onnx file inside the folder, where there are several'),
	max_tokens: option.integer(0, { min: 8, also: [0], help: "the window; 0: as the model's files say" }),
};

const NEEDED = ['tokenizer.json', 'config.json'];
const EXAMPLE =
	'For example folder:./models/my-reranker, with model.onnx (or onnx/model.onnx), tokenizer.json and config.json.';

/** `folder:<path>`: a cross-encoder of one's own, exported to ONNX. */
export const folderReranker: RerankerProvider = {
	name: 'folder',
	summary: 'an ONNX cross-encoder in a folder, in this process: folder:<path>[?file=onnx/model.onnx&max_tokens=512]',
	options: FOLDER_OPTIONS,
	check(model) {
		readFolder(model);
	},
	async open(model) {
		const { directory, modelFile, maxTokens } = readFolder(model);
		const hash = async (path: string): Promise<string> => (await sha256OfFile(join(directory, path))) as string;
		const name = `folder:${basename(directory)}`;
		return crossEncoder({
			name,
			hashes: { weights: await hash(modelFile), tokenizer: await hash('tokenizer.json') },
			dtype: basename(modelFile, '.onnx').replace(/^model_?/, '') || 'fp32',
			modelFile,
			maxTokens: modelWindow(name, directory, { asked: maxTokens === 0 ? undefined : maxTokens }),
			directory: async () => directory,
		});
	},
};

interface Folder {
	readonly directory: string;
	readonly modelFile: string;
	/** 0: as its files say. */
	readonly maxTokens: number;
}

/** @throws BenchError `usage` where it lacks a file, or holds several models and none is named */
function readFolder(spec: string): Folder {
	const question = spec.lastIndexOf('?');
	const path = question < 0 ? spec : spec.slice(0, question);
	const owner = `folder:${path}`;
	const { values } = specOptions(question < 0 ? '' : spec.slice(question + 1), FOLDER_OPTIONS, owner, EXAMPLE);
	const directory = resolve(path);
	if (path.trim() === '' || !existsSync(directory) || !statSync(directory).isDirectory())
		throw new BenchError('usage', `${owner} is no folder`, { hint: EXAMPLE });
	const missing = NEEDED.filter((file) => !existsSync(join(directory, file)));
	const models = values.file === '' ? onnxFiles(directory) : [values.file];
	const [modelFile] = models;
	if (modelFile === undefined || !existsSync(join(directory, modelFile))) missing.unshift(modelFile ?? 'model.onnx');
	if (missing.length > 0) throw new BenchError('usage', `${owner} lacks ${missing.join(', ')}`, { hint: EXAMPLE });
	if (models.length > 1)
		throw new BenchError('usage', `${owner} holds several models: ${models.join(', ')}`, {
			hint: `Name one: ${owner}?file=${modelFile}`,
		});
	return { directory, modelFile: modelFile as string, maxTokens: values.max_tokens };
}

/** `model.onnx` where there is one, else `onnx/model.onnx`, else every `model*.onnx`. */
function onnxFiles(directory: string): readonly string[] {
	const plain = ['model.onnx', 'onnx/model.onnx'].find((file) => existsSync(join(directory, file)));
	if (plain !== undefined) return [plain];
	const inFolder = (folder: string): readonly string[] => {
		const whole = join(directory, folder);
		if (!existsSync(whole)) return [];
		const names = readdirSync(whole).filter((name) => /^model.*\.onnx$/.test(name));
		return names.sort().map((name) => (folder === '.' ? name : `${folder}/${name}`));
	};
	return [...inFolder('.'), ...inFolder('onnx')];
}
