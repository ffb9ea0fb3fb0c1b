import { basename, join } from 'node:path';
import { type Command, Option } from '@commander-js/extra-typings';
import { BenchError } from '../../../harness/errors.ts';
import { receiptView } from '../../../harness/report/receipt.ts';
import { toJsonObject } from '../../../harness/report/snake-case.ts';
import type { View } from '../../../harness/report/view.ts';
import { isPostgresUrl, shownAddress } from '../../../retrievers/postgres/address.ts';
import { addOutputFlags, collect, commaList, positiveInteger } from '../../flags.ts';
import type { Io } from '../../io.ts';
import { openTerminal, type Terminal } from '../../terminal.ts';
import { checkEnds } from './check-ends.ts';
import { checkFree, countsOf, type ExportedMemory, readMemory, writeCorpus } from './export.ts';
import { holdsObservations, observations, PARTS, type Parts } from './observations.ts';
import { openMemory } from './open.ts';
import { type PlainMapping, plainStore } from './plain-store.ts';
import { openPostgresRows, ROWS_TABLE } from './postgres.ts';
import { isView } from './schema.ts';
import { sessions } from './sessions.ts';
import { sqliteError } from './sqlite-errors.ts';

const NONE: readonly string[] = [];

export function define(command: Command, io: Io): void {
	addOutputFlags(
		command
			.argument('<source>', 'the SQLite file, or postgres://user@host/database')
			.option('--name <name>', "the dataset's name (default: the file's)")
			.option('--data-dir <dir>', 'where datasets stand', 'data')
			.option('--table <name>', 'the table (default: memories, or the only one with the column of the text)')
			.option(
				'--map <field=column>',
				'where a field is not in the column of its name: id, content, category, tags, expanded_keywords, importance, is_sensitive, created_at; an empty column leaves the field out; repeatable',
				collect,
				NONE,
			)
			.option('--sql <select>', 'postgres://: the SELECT whose rows are read, or a .sql file that holds it')
			.option('--keep <columns>', 'columns to keep as metadata, comma-separated', commaList, NONE)
			.option('--importance-max <n>', 'the largest importance in the store; it becomes 1', positiveInteger, 1)
			.option('--force', 'replace a corpus.jsonl that is there')
			.addOption(
				new Option('--form <form>', 'what the database is (default: as its tables show)').choices([
					'memories',
					'claude-mem',
					'claude-mem-sessions',
				] as const),
			)
			.addOption(
				new Option(
					'--parts <how>',
					'claude-mem: title, narrative and facts as a document each, joined, or joined with each kept as a field (for units=fields)',
				)
					.choices(PARTS)
					.default('each' as const),
			),
	)
		.description(
			'Reads an SQLite memory store, or a query on a Postgres server, read-only, and writes data/<name>/corpus.jsonl. Sensitive rows are left out and counted. The observations of claude-mem are known by their table; --form claude-mem-sessions reads its session summaries.',
		)
		.action(async (path, flags) => {
			const terminal = await openTerminal(flags, io);
			const { view, directory, rejected } = await exportCorpus(path, flags, terminal);
			terminal.printView(view);
			for (const reason of rejected.slice(0, REJECTED_SHOWN)) terminal.warn(`rejected: ${reason}`);
			if (rejected.length > REJECTED_SHOWN) terminal.warn(`and ${rejected.length - REJECTED_SHOWN} more`);
			terminal.note(`queries for it: bench build-evalset --data ${directory}`);
		});
}

const REJECTED_SHOWN = 20;

interface ExportCorpusFlags extends PlainMapping {
	readonly name?: string | undefined;
	readonly dataDir: string;
	readonly form?: 'memories' | 'claude-mem' | 'claude-mem-sessions' | undefined;
	readonly parts: Parts;
	readonly force?: true | undefined;
	/** postgres:// only: the SELECT whose rows are read, or a file that holds it. */
	readonly sql?: string | undefined;
}

async function exportCorpus(source: string, flags: ExportCorpusFlags, terminal: Terminal) {
	const server = isPostgresUrl(source);
	if (!server && flags.sql !== undefined)
		throw new BenchError('usage', '--sql reads from a Postgres server, and the source is a file', {
			hint: 'For an SQLite file there are --table and --map.',
		});
	// The address may hold a password: from here on it is shown without.
	const path = server ? shownAddress(source) : source;
	const name = flags.name ?? basename(path).replace(/\.[^.]*$/, '');
	if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(name))
		throw new BenchError('usage', `"${name}" can't be the name of a dataset`, {
			hint: 'Give --name: letters, digits, dots, dashes and underscores.',
		});
	const directory = join(flags.dataDir, name);
	const force = flags.force === true;
	checkFree(directory, force);
	const database = server ? await openPostgresRows(source, rowsOf(flags)) : await openMemory(path);
	try {
		const plain = flags.table !== undefined || flags.map.length > 0;
		const form = flags.form ?? (!plain && holdsObservations(database) ? 'claude-mem' : 'memories');
		const store =
			form === 'claude-mem'
				? observations(database, flags.parts)
				: form === 'claude-mem-sessions'
					? sessions(database)
					: plainStore(database, server ? { ...flags, table: ROWS_TABLE } : flags);
		terminal.note(`${path}: table ${store.table}, read as ${form}`);
		if (!store.marksSensitive)
			terminal.warn(`table ${store.table} has no mark for what is sensitive: every row is exported, look it through`);
		if (!server && isView(database, store.table)) checkEnds(path, store.table);
		const memory = readMemory(database, store);
		writeCorpus(directory, path, store, memory, force);
		const corpus = join(directory, 'corpus.jsonl');
		const { table, mapping } = store;
		const { rejected } = memory;
		const data = { corpus, table, form, mapping: new Map(Object.entries(mapping)), counts: countsOf(memory), rejected };
		return { directory, rejected, view: exportedView(corpus, memory, data) };
	} catch (error) {
		throw sqliteError(path, error);
	} finally {
		database.close();
	}
}

/** The options of openPostgresRows: absent where a flag was not given. */
function rowsOf({ sql, table }: ExportCorpusFlags): { readonly sql?: string; readonly table?: string } {
	return { ...(sql === undefined ? {} : { sql }), ...(table === undefined ? {} : { table }) };
}

function exportedView(corpus: string, memory: ExportedMemory, data: object): View {
	return receiptView({
		kind: 'exported_corpus',
		title: `Export of ${corpus}`,
		answer: [corpus],
		counts: [
			['rows', memory.rows],
			['documents', memory.documents],
			['sensitive rows, left out', memory.sensitiveLeftOut],
			['unmarked copies of those, left out', memory.copiesLeftOut],
			['rows without text, left out', memory.empty],
			['dates that could not be read', memory.unreadableDates],
			['rejected', memory.rejected.length],
		],
		data: toJsonObject(data),
	});
}
