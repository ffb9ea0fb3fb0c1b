import type { Options } from '../../contract.ts';
import type { ImportSink, Source } from './format.ts';
import { filesByRole, startOf } from './roles.ts';
import { type SourceFile, sourceFile } from './source-lines.ts';
import { readJsonDocs, readSgmlDocs } from './trec-docs.ts';
import { readJsonTopics, readTopics } from './trec-topics.ts';
import { readQrelsLines, readTsvDocs, readTsvQueries } from './tsv-lines.ts';

/** The forms that documents and queries come in, told by how a file begins. */
type Form = 'json' | 'markup' | 'topics' | 'tsv';

const docReaders: Readonly<Record<Form, (file: SourceFile, sink: ImportSink) => Promise<void>>> = {
	json: readJsonDocs,
	markup: readSgmlDocs,
	topics: readSgmlDocs,
	tsv: readTsvDocs,
};

const queryReaders: Readonly<Record<Form, (file: SourceFile, options: Options, sink: ImportSink) => Promise<void>>> = {
	json: readJsonTopics,
	markup: (file, options, sink) => readTopics(file, 'top', options, sink),
	topics: (file, options, sink) => readTopics(file, 'topic', options, sink),
	tsv: readTsvQueries,
};

/** Reads documents, queries and judgments that stand in files of their own, each in whatever form it has. */
export async function readRoles(
	sources: readonly Source[],
	options: Options,
	sink: ImportSink,
): Promise<readonly string[]> {
	const { docs, queries, qrels } = await filesByRole(sources, (path) =>
		sink.count(`files of unknown role (passed over): ${path}`),
	);
	for (const path of docs) await docReaders[await formOf(path)](sourceFile(path), sink);
	for (const path of queries) await queryReaders[await formOf(path)](sourceFile(path), options, sink);
	for (const path of qrels) await readQrelsLines(sourceFile(path), sink);
	return [...docs, ...queries, ...qrels];
}

async function formOf(path: string): Promise<Form> {
	const start = await startOf(path);
	if (start.startsWith('{')) return 'json';
	if (!start.startsWith('<')) return 'tsv';
	return /<topic[\s>]/i.test(start) ? 'topics' : 'markup';
}
