import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Doc, Json, JsonObject, Options } from '../../contract.ts';
import { BenchError } from '../../errors.ts';
import { clearLeftovers, temporaryName } from '../../files/temporary-name.ts';
import { option } from '../../options.ts';
import { docFields } from '../lines.ts';
import { defaultStratum } from '../read-queries.ts';
import { unpackLimit } from '../unpack-limit.ts';
import type { DatasetFormat, ExportSource, ImportSink, Source } from './format.ts';
import { docFrom, gradeOf, idText, objectLines, type SourceFile, textLines, without } from './source-lines.ts';
import { unzip } from './unzip.ts';

/**
 * BEIR (Thakur et al. 2021): a folder or zip of corpus.jsonl (`_id`, `title`, `text`, `metadata`), queries.jsonl
 * (`_id`, `text`, `metadata`) and qrels/<split>.tsv with a header. As BEIR's own retrievers do, title and text become
 * one content with a space between; the title is kept as metadata too.
 *
 * Our own fields travel in `metadata`, so that writing and reading again loses nothing.
 */
export const beir: DatasetFormat = {
	name: 'beir',
	summary: 'BEIR: corpus.jsonl, queries.jsonl, qrels/<split>.tsv',
	takes: 'a folder or a zip',
	options: {
		split: option.text('test', 'which qrels/<split>.tsv'),
		stratum: option.text(defaultStratum, 'stratum of queries that name none in their metadata'),
		max_unpacked: option.number(0, {
			min: 0,
			help: 'GiB that a zip may unpack to; 0: 64, and 100 times its own size where that is over 64 MiB',
		}),
	},
	async read(sources, options, sink) {
		const path = onlyPath(sources);
		if (!existsSync(path)) throw new BenchError('data', `${path}: there is no such file or folder`);
		if (statSync(path).isDirectory()) {
			const file = (name: string): SourceFile => ({ path: join(path, name), shownAs: join(path, name) });
			return (await readFolder(path, path, file, options, sink)).map(({ path: used }) => used);
		}
		clearLeftovers(tmpdir());
		const directory = temporaryName(join(tmpdir(), 'recall-bench-beir'));
		mkdirSync(directory, { mode: 0o700 });
		try {
			await unzip(path, directory, pathOf, unpackLimit(path, options.max_unpacked as number));
			const file = (name: string): SourceFile => ({ path: join(directory, name), shownAs: `${path}/${name}` });
			await readFolder(directory, path, file, options, sink);
			return [path];
		} finally {
			rmSync(directory, { recursive: true, force: true });
		}
	},
	write: (source) => ({
		'corpus.jsonl': corpusLines(source.corpus),
		'queries.jsonl': queryLines(source),
		'qrels/test.tsv': qrelsLines(source),
	}),
};

function onlyPath(sources: readonly Source[]): string {
	const [first, ...others] = sources;
	if (first === undefined || others.length > 0)
		throw new BenchError('usage', 'BEIR takes one folder or one zip', {
			hint: 'bench import beir scifact.zip --name scifact',
		});
	return first.path;
}

/** The path to unpack an entry of a zip to; undefined for entries above or beside the dataset, which are passed over. */
function pathOf(entryName: string): string | undefined {
	const match = /(?:^|\/)(corpus\.jsonl|queries\.jsonl|qrels\/[^/]+\.tsv)$/.exec(entryName);
	return entryName.includes('__MACOSX') ? undefined : match?.[1];
}

async function readFolder(
	folder: string,
	shownFolder: string,
	file: (name: string) => SourceFile,
	options: Options,
	sink: ImportSink,
): Promise<readonly SourceFile[]> {
	for (const name of ['corpus.jsonl', 'queries.jsonl'])
		if (!existsSync(join(folder, name)))
			throw new BenchError('data', `${shownFolder} holds no ${name}`, {
				hint: 'BEIR is a folder or zip with corpus.jsonl, queries.jsonl and qrels/<split>.tsv.',
			});
	const split = String(options.split);
	const splits = existsSync(join(folder, 'qrels'))
		? readdirSync(join(folder, 'qrels'))
				.filter((name) => name.endsWith('.tsv'))
				.map((name) => basename(name, '.tsv'))
				.sort()
		: [];
	if (!splits.includes(split))
		throw new BenchError('data', `${shownFolder} holds no qrels/${split}.tsv`, {
			hint:
				splits.length === 0 ? 'It holds no qrels at all.' : `--set split=<name> chooses; it has: ${splits.join(', ')}.`,
		});

	const corpus = file('corpus.jsonl');
	const queries = file('queries.jsonl');
	const qrels = file(`qrels/${split}.tsv`);
	const judged = await readQrels(qrels, sink);
	const elsewhere = new Set<string>();
	const silent: ImportSink = { ...sink, judge: () => undefined, reject: () => undefined, count: () => undefined };
	for (const other of splits)
		if (other !== split) for (const id of await readQrels(file(`qrels/${other}.tsv`), silent)) elsewhere.add(id);

	for await (const { value, location } of objectLines(corpus, sink)) {
		const id = idText(value._id);
		if (id === undefined || typeof value.text !== 'string') sink.reject(location, 'has no _id or no text');
		else sink.doc(docOfBeir(id, value.text, value), location);
	}
	for await (const { value, location } of objectLines(queries, sink)) {
		const id = idText(value._id);
		if (id === undefined || typeof value.text !== 'string') sink.reject(location, 'has no _id or no text');
		else if (!judged.has(id) && elsewhere.has(id)) sink.count(`queries of other splits (left out)`);
		else {
			const { stratum, ...rest } = { ...without(value, ['_id', 'text', 'metadata']), ...objectOf(value.metadata) };
			const named = typeof stratum === 'string' && stratum.trim() !== '' ? stratum : String(options.stratum);
			sink.query({ id, text: value.text, stratum: named }, rest, location);
		}
	}
	return [corpus, queries, qrels];
}

function docOfBeir(id: string, text: string, value: JsonObject): Doc {
	const title = typeof value.title === 'string' && value.title !== '' ? value.title : undefined;
	const fields = { ...without(value, ['_id', 'title', 'text', 'metadata']), ...objectOf(value.metadata) };
	return docFrom(id, title === undefined ? text : `${title} ${text}`, {
		...fields,
		...(title === undefined ? {} : { title }),
	});
}

function objectOf(value: Json | undefined): JsonObject {
	if (value === undefined || value === null) return {};
	return typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : { metadata: value };
}

/** Hands over the judgments and gives the ids of the judged queries. */
async function readQrels(file: SourceFile, sink: ImportSink): Promise<ReadonlySet<string>> {
	const judged = new Set<string>();
	for await (const { text, location } of textLines(file, sink)) {
		const [queryId = '', docId = '', grade = '', ...more] = text.split('\t').map((field) => field.trim());
		if (location.line === 1 && Number.isNaN(gradeOf(grade))) continue;
		if (more.length > 0 || grade === '') {
			sink.reject(location, 'is not of the form query-id, corpus-id, score');
			continue;
		}
		judged.add(queryId);
		sink.judge(queryId, docId, gradeOf(grade), location);
	}
	return judged;
}

function* corpusLines(corpus: readonly Doc[]): Iterable<string> {
	for (const doc of corpus) {
		const { title, ...rest } = docFields(doc);
		const titled = typeof title === 'string' && title !== '' && doc.content.startsWith(`${title} `);
		yield JSON.stringify({
			_id: doc.id,
			title: titled ? title : '',
			text: titled ? doc.content.slice(title.length + 1) : doc.content,
			metadata: titled || title === undefined ? rest : { ...rest, title },
		});
	}
}

function* queryLines({ queries, provenance }: ExportSource): Iterable<string> {
	for (const { id, text, stratum } of queries)
		yield JSON.stringify({ _id: id, text, metadata: { stratum, ...provenance.get(id) } });
}

function* qrelsLines({ qrels }: ExportSource): Iterable<string> {
	yield 'query-id\tcorpus-id\tscore';
	for (const [queryId, grades] of qrels) for (const [docId, grade] of grades) yield `${queryId}\t${docId}\t${grade}`;
}
