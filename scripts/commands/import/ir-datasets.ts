import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BenchError } from '../../../harness/errors.ts';
import { temporaryName } from '../../../harness/files/temporary-name.ts';
import type { Terminal } from '../../terminal.ts';
import { beirPaths, parsed, writeJudgments, writeObjects } from './beir-folder.ts';
import { type Row, rowsOf } from './hub/rows.ts';
import type { NamedDataset } from './named-source.ts';

const PROGRAM = 'ir_datasets';
/** Text of a record that has no field `text`, in the order of preference. */
const TEXT_FIELDS = ['text', 'body', 'contents', 'abstract', 'query', 'title', 'description'];

/**
 * `ir_datasets:<id>`: `ir_datasets export <id> docs|queries|qrels` of the person's own installation, whose licences,
 * mirrors and caches are theirs. Documents and queries come as JSON lines, judgments as TREC qrels.
 */
export function irDataset(id: string, dataDirectory: string, terminal: Terminal): NamedDataset {
	if (!/^\w[\w.-]*(?:\/[\w.-]+)*$/.test(id))
		throw new BenchError('usage', `"ir_datasets:${id}" names no dataset`, {
			hint: 'For example ir_datasets:beir/scifact/test.',
		});
	const folder = temporaryName(join(dataDirectory, 'ir_datasets'));
	return {
		name: id.replaceAll('/', '-'),
		folder: join(folder, 'beir'),
		origin: { source: `ir_datasets:${id}`, exported_with: 'ir_datasets export' },
		async prepare() {
			mkdirSync(folder, { recursive: true });
			const parts: [part: string, format: string][] = [
				['queries', 'jsonl'],
				['qrels', 'trec'],
				['docs', 'jsonl'],
			];
			// The small parts first: where the dataset has no judgments, its documents are not fetched.
			for (const [part, format] of parts) await exportPart(id, part, format, join(folder, part), terminal);
			const to = beirPaths(join(folder, 'beir'));
			await writeObjects(to.corpus, renamed(rowsOf(join(folder, 'docs'), 0), 'doc_id'));
			await writeObjects(to.queries, renamed(rowsOf(join(folder, 'queries'), 0), 'query_id'));
			await writeJudgments(to.qrels('test'), judgments(rowsOf(join(folder, 'qrels'), 0)));
		},
		goesOn: false,
		clear: () => rmSync(folder, { recursive: true, force: true }),
	};
}

async function exportPart(id: string, part: string, format: string, path: string, terminal: Terminal): Promise<void> {
	terminal.note(`ir_datasets export ${id} ${part} --format ${format}`);
	const child = spawn(PROGRAM, ['export', id, part, '--format', format], {
		stdio: ['ignore', 'pipe', 'pipe'],
		// .cmd files start only through a shell; the id holds nothing that a shell reads.
		shell: process.platform === 'win32',
	});
	let said = '';
	child.stderr.on('data', (chunk: Buffer) => {
		said = `${said}${chunk.toString('utf8')}`.slice(-2000);
	});
	const ended = new Promise<number | null>((resolve, reject) => {
		child.on('error', reject);
		child.on('close', resolve);
	});
	try {
		const [code] = await Promise.all([ended, pipeline(child.stdout, createWriteStream(path))]);
		if (code === 0) return;
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code === 'ENOENT')
			throw new BenchError('environment', 'there is no ir_datasets command', {
				hint: 'Install it where you install Python programs: pip install ir_datasets',
			});
		child.kill();
		throw cause;
	}
	const last = said.trim().split('\n').at(-1) ?? '';
	throw new BenchError('data', `ir_datasets can't export the ${part} of ${id}${last === '' ? '' : `: ${last}`}`, {
		hint: 'ir_datasets list shows what it has; some datasets must be fetched by hand first, and it says how.',
	});
}

async function* renamed(rows: AsyncIterable<Row>, idField: string): AsyncGenerator<Row> {
	for await (const line of rows) {
		const record = parsed(line as string);
		// A line that is no record stays as it is: the reader rejects it by its number.
		if (record === undefined) {
			yield line;
			continue;
		}
		const textField = TEXT_FIELDS.find((field) => typeof record[field] === 'string');
		const { [idField]: _id, title, ...others } = record;
		const text = textField === undefined ? '' : record[textField];
		const rest = Object.fromEntries(Object.entries(others).filter(([field]) => field !== textField));
		const titled = typeof title === 'string' && textField !== 'title' ? { title } : {};
		yield { _id, ...titled, text, metadata: rest };
	}
}

/** `query iteration document grade` */
async function* judgments(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
	for await (const line of rows) {
		const [queryId, , docId, grade] = (line as string).trim().split(/\s+/);
		if (queryId !== '') yield [queryId, docId, grade].join('\t');
	}
}
