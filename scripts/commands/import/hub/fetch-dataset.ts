import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../../harness/contract.ts';
import { BenchError } from '../../../../harness/errors.ts';
import type { Terminal } from '../../../terminal.ts';
import { beirPaths, writeJudgments, writeObjects } from '../beir-folder.ts';
import type { NamedDataset } from '../named-source.ts';
import { type ChosenFiles, chooseFiles } from './choose.ts';
import { downloadFile } from './download.ts';
import { type HubFile, listRepository } from './repository.ts';
import { type Row, rowsOf } from './rows.ts';

const GIB = 1024 ** 3;
/** More than this is fetched only where --yes was said. */
const UNASKED_BYTES = GIB;

export interface FetchOptions {
	/** Where downloads lie until the dataset is there: below the folder of datasets, for they are its text. */
	readonly dataDirectory: string;
	readonly maxUnpacked: number;
	/** Whether more than {@link UNASKED_BYTES} may be fetched. */
	readonly yes: boolean;
}

/** `hf:<owner>/<name>[@revision]`: fetched, checked, and laid out as a BEIR folder. */
export async function fetchHubDataset(
	reference: string,
	options: FetchOptions,
	terminal: Terminal,
): Promise<NamedDataset> {
	const [repository = '', wanted = 'main'] = reference.split('@');
	if (!/^[\w.-]+\/[\w.-]+$/.test(repository) || !/^[\w./-]+$/.test(wanted))
		throw new BenchError('usage', `"hf:${reference}" names no dataset of the hub`, {
			hint: 'For example hf:BeIR/scifact, or hf:BeIR/scifact@<commit> for a certain revision.',
		});
	const files = await listRepository(repository, wanted);
	if (files === undefined)
		throw new BenchError('data', `the hub has no dataset ${repository} with a revision ${wanted} that is open to all`, {
			hint: 'Check owner and name. One that asks for a login: fetch it with your own client, then bench import beir <folder>.',
		});
	const sibling = await listRepository(`${repository}-qrels`, 'main');
	const chosen = chooseFiles(repository, files, sibling);
	const all = filesOf(chosen);
	const bytes = all.reduce((sum, file) => sum + file.bytes, 0);
	for (const [of, revision] of new Map(all.map((file) => [file.repository, file.revision])))
		terminal.note(`${of} at ${revision.slice(0, 12)}: ${all.filter((file) => file.repository === of).length} files`);
	terminal.note(`to fetch: ${sizeText(bytes)}`);
	if (bytes > UNASKED_BYTES && !options.yes)
		throw new BenchError('usage', `${repository} is ${sizeText(bytes)}`, {
			hint: 'Nothing was fetched. Add --yes to fetch it.',
		});
	const revision = all[0]?.revision ?? '';
	const folder = join(options.dataDirectory, '.downloads', `${repository.replace('/', '--')}@${revision}`);
	return {
		name: repository.split('/')[1] as string,
		folder: join(folder, 'beir'),
		origin: originOf(reference, all),
		async prepare() {
			const paths = await downloadAll(all, folder, bytes, terminal);
			await layOut(chosen, paths, join(folder, 'beir'), options.maxUnpacked);
		},
		goesOn: true,
		clear: () => rmSync(folder, { recursive: true, force: true }),
	};
}

function filesOf({ corpus, queries, qrels }: ChosenFiles): readonly HubFile[] {
	return [...corpus, ...queries, ...[...qrels.values()].flat()];
}

async function downloadAll(
	files: readonly HubFile[],
	folder: string,
	bytes: number,
	terminal: Terminal,
): Promise<ReadonlyMap<HubFile, string>> {
	mkdirSync(folder, { recursive: true });
	// Whatever folder of datasets it is: its downloads are never committed.
	writeFileSync(join(folder, '..', '.gitignore'), '*\n');
	const bar = terminal.progress.start('fetching (bytes)', bytes);
	const paths = new Map<HubFile, string>();
	try {
		for (const file of files)
			paths.set(file, await downloadFile(file, join(folder, file.repository.replace('/', '--')), bar));
	} finally {
		bar.stop();
	}
	return paths;
}

async function layOut(
	{ corpus, queries, qrels }: ChosenFiles,
	paths: ReadonlyMap<HubFile, string>,
	folder: string,
	maxUnpacked: number,
): Promise<void> {
	async function* rows(files: readonly HubFile[]): AsyncGenerator<Row> {
		for (const file of files) yield* rowsOf(paths.get(file) as string, maxUnpacked);
	}
	const to = beirPaths(folder);
	await writeObjects(to.corpus, rows(corpus));
	await writeObjects(to.queries, rows(queries));
	for (const [split, files] of qrels) await writeJudgments(to.qrels(split), rows(files));
}

function originOf(reference: string, files: readonly HubFile[]): JsonObject {
	return {
		source: `hf:${reference}`,
		files: files.map(({ repository, revision, path, bytes, hash }) => ({
			repository,
			revision,
			path,
			bytes,
			[hash.kind === 'sha256' ? 'sha256' : 'git_sha1']: hash.hex,
		})),
	};
}

function sizeText(bytes: number): string {
	return bytes < GIB ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
