import { basename, join } from 'node:path';
import { BenchError } from '../../../harness/errors.ts';
import { formatCount } from '../../../harness/report/numbers.ts';
import { renderTable } from '../../../harness/report/table.ts';
import { isPostgresUrl, shownAddress } from '../../../retrievers/postgres/address.ts';
import { type OutputFlags, openTerminal } from '../../terminal.ts';
import { checkFree, countsOf, readMemory, writeCorpus } from './export.ts';
import { holdsObservations, observations, type Parts } from './observations.ts';
import { openMemory } from './open.ts';
import { type PlainMapping, plainStore } from './plain-store.ts';
import { openPostgresRows, ROWS_TABLE } from './postgres.ts';

export interface ExportCorpusFlags extends OutputFlags, PlainMapping {
	readonly name?: string;
	readonly dataDir: string;
	readonly form?: 'memories' | 'claude-mem';
	readonly parts: Parts;
	readonly force?: boolean;
	/** postgres:// only: the SELECT whose rows are read, or a file that holds it. */
	readonly sql?: string;
}

/** `bench export-corpus <source>`: an SQLite file, or the address of a Postgres server. */
export async function runExportCorpus(source: string, flags: ExportCorpusFlags): Promise<void> {
	const terminal = await openTerminal(flags);
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
	checkFree(directory, flags.force === true);
	const database = server ? await openPostgresRows(source, flags) : await openMemory(path);
	try {
		const plain = flags.table !== undefined || flags.map.length > 0;
		const form = flags.form ?? (!plain && holdsObservations(database) ? 'claude-mem' : 'memories');
		const store =
			form === 'claude-mem'
				? observations(database, flags.parts)
				: plainStore(database, server ? { ...flags, table: ROWS_TABLE } : flags);
		terminal.note(`${path}: table ${store.table}, read as ${form}`);
		if (!store.marksSensitive)
			terminal.warn(`table ${store.table} has no mark for what is sensitive: every row is exported, look it through`);
		const memory = readMemory(database, store);
		writeCorpus(directory, path, store, memory, flags.force === true);
		const corpus = join(directory, 'corpus.jsonl');
		if (terminal.json)
			return terminal.printJson({
				corpus,
				table: store.table,
				form,
				mapping: store.mapping,
				counts: countsOf(memory),
				rejected: memory.rejected,
			});
		terminal.print(
			renderTable(
				[{ header: 'export' }, { header: 'count', align: 'right' }],
				[
					['rows', formatCount(memory.rows)],
					['documents', formatCount(memory.documents)],
					['sensitive rows, left out', formatCount(memory.sensitiveLeftOut)],
					['unmarked copies of those, left out', formatCount(memory.copiesLeftOut)],
					['rows without text, left out', formatCount(memory.empty)],
					['dates that could not be read', formatCount(memory.unreadableDates)],
					['rejected', formatCount(memory.rejected.length)],
				],
			),
		);
		terminal.print(`\n${corpus}`);
		for (const reason of memory.rejected.slice(0, 20)) terminal.warn(`rejected: ${reason}`);
		if (memory.rejected.length > 20) terminal.warn(`and ${memory.rejected.length - 20} more`);
		terminal.note(`queries for it: bench build-evalset --data ${directory}`);
	} finally {
		database.close();
	}
}
