import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { JsonObject, Options } from '../contract.ts';
import { BenchError } from '../errors.ts';
import { claimFolder } from '../files/replace-folder.ts';
import { syncFoldersBelow } from '../files/sync-folder.ts';
import { clearLeftovers, temporaryName } from '../files/temporary-name.ts';
import { toolVersion } from '../files/tool-identity.ts';
import { writeFileWhole } from '../files/write-file.ts';
import { resolveOptions, type Settings } from '../options.ts';
import type { DatasetFormat, Rejected, Source } from './formats/format.ts';
import { FORMATS } from './formats/index.ts';
import { checkedSink, type ImportCounts } from './formats/sink.ts';
import { openLineWriter } from './write-lines.ts';

export interface ImportRequest {
	readonly format: DatasetFormat;
	/** `path` or `role=path`, as the user wrote them. */
	readonly paths: readonly string[];
	/** The name of the new dataset. */
	readonly name: string;
	readonly settings: Settings;
	/** GiB that each packed source may unpack to; absent: as `unpackLimit` says. */
	readonly maxUnpacked?: number;
	/** The directory of datasets: `data`. */
	readonly dataDirectory: string;
	/** Where the files came from before they lay at `paths`, for import.json. */
	readonly origin?: JsonObject;
}

export interface Imported {
	readonly directory: string;
	readonly counts: ImportCounts;
	readonly rejected: readonly Rejected[];
	/** Remarks that are no rejections, each with its count. */
	readonly counted: ReadonlyMap<string, number>;
}

/**
 * Brings a dataset of a foreign format in: `<dataDirectory>/<name>/{corpus,queries,qrels}.jsonl`, and import.json which
 * tells the format, its options, the source files with their sha-256, the counts, and every line that was rejected
 * with its reason. The folder appears whole or not at all.
 *
 * @throws BenchError `usage` for a name that is taken or can't be one; `data` where nothing can be used.
 */
export async function importDataset(request: ImportRequest): Promise<Imported> {
	const { format, name, dataDirectory } = request;
	const directory = join(dataDirectory, name);
	if (format.read === undefined)
		throw new BenchError('usage', `${format.name} can only be exported`, {
			hint: `These can be imported: ${FORMATS.filter(({ read }) => read !== undefined)
				.map((each) => each.name)
				.join(', ')}.`,
		});
	requireFreeName(name, dataDirectory);
	// A format of zip files has the limit as an option of its own.
	const limited = request.maxUnpacked !== undefined && Object.hasOwn(format.options, 'max_unpacked');
	const settings = limited ? { ...request.settings, max_unpacked: request.maxUnpacked as number } : request.settings;
	const options = resolveOptions(`import ${format.name}`, format.options, settings, 'bench import formats');
	clearLeftovers(dataDirectory);
	const temporary = temporaryName(directory);
	mkdirSync(temporary, { recursive: true });
	try {
		const read = await readInto(temporary, request, format.read, options);
		syncFoldersBelow(temporary);
		if (!claimFolder(temporary, directory)) throw taken(directory);
		return { directory, ...read };
	} catch (error) {
		rmSync(temporary, { recursive: true, force: true });
		throw error;
	}
}

async function readInto(
	folder: string,
	{ format, paths, origin, maxUnpacked = 0 }: ImportRequest,
	read: NonNullable<DatasetFormat['read']>,
	options: Options,
): Promise<Omit<Imported, 'directory'>> {
	const corpus = openLineWriter(join(folder, 'corpus.jsonl'));
	const queries = openLineWriter(join(folder, 'queries.jsonl'));
	const qrels = openLineWriter(join(folder, 'qrels.jsonl'));
	const sink = checkedSink(corpus.write, queries.write, maxUnpacked);
	try {
		const files = await read(paths.map(readSource), options, sink);
		const counts = sink.finish(qrels.write);
		const { rejected, counted } = sink;
		requireSomething(format, counts, rejected);
		const provenance = {
			...(origin === undefined ? {} : { origin }),
			...(await provenanceOf(format, options, files, { counts, rejected, counted })),
		};
		writeFileWhole(join(folder, 'import.json'), `${JSON.stringify(provenance, null, '\t')}\n`);
		return { counts, rejected, counted };
	} finally {
		for (const writer of [corpus, queries, qrels]) writer.close();
	}
}

function readSource(text: string): Source {
	const match = /^(docs|queries|qrels)=(.+)$/s.exec(text);
	return match === null ? { role: undefined, path: text } : { role: match[1], path: match[2] as string };
}

/** Throws `usage` for a name that is taken or can't be one. */
export function requireFreeName(name: string, dataDirectory: string): void {
	const directory = join(dataDirectory, name);
	if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(name))
		throw new BenchError('usage', `"${name}" can't be the name of a dataset`, {
			hint: 'It becomes a folder under data/: letters, digits, dots, dashes and underscores.',
		});
	if (existsSync(directory)) throw taken(directory);
}

function taken(directory: string): BenchError {
	return new BenchError('usage', `${directory} exists already`, { hint: 'Give another --name, or remove the folder.' });
}

function requireSomething(format: DatasetFormat, counts: ImportCounts, rejected: readonly Rejected[]): void {
	const missing = counts.docs === 0 ? 'document' : counts.queries === 0 ? 'query' : undefined;
	if (missing === undefined) return;
	const first = rejected[0];
	const why =
		first === undefined
			? ''
			: ` (${rejected.length} lines were rejected; first: ${first.file}:${first.line} ${first.reason})`;
	throw new BenchError('data', `There is no ${missing} to import${why}`, {
		hint: `${format.name} takes ${format.takes}.`,
	});
}

async function provenanceOf(
	format: DatasetFormat,
	options: Options,
	files: readonly string[],
	read: Omit<Imported, 'directory'>,
): Promise<JsonObject> {
	const sources: JsonObject[] = [];
	for (const path of files)
		sources.push({ name: basename(path), bytes: statSync(path).size, sha256: await sha256(path) });
	return {
		format: format.name,
		options: options as JsonObject,
		recall_bench: toolVersion(),
		files: sources,
		counts: {
			docs: read.counts.docs,
			queries: read.counts.queries,
			judgments: read.counts.judgments,
			queries_without_relevant: read.counts.queriesWithoutRelevant,
			rejected: read.rejected.length,
		},
		noted: Object.fromEntries(read.counted),
		rejected: read.rejected.map(({ file, line, reason }) => ({ file, line, reason })),
	};
}

async function sha256(path: string): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
	return hash.digest('hex');
}
