import type { Command } from '@commander-js/extra-typings';
import type { JsonObject } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { type SchemaRow, schemasView } from '../../harness/report/schemas.ts';
import { EMBEDDED } from '../../retrievers/postgres/address.ts';
import { type Connection, connect } from '../../retrievers/postgres/connect.ts';
import { type BuiltSchema, dropSchemas, listSchemas } from '../../retrievers/postgres/schemas.ts';
import { addOutputFlags } from '../flags.ts';
import type { Io } from '../io.ts';
import { openTerminal } from '../terminal.ts';

const URL_FLAG = [
	'--url <address>',
	'the server: postgres://user@host/database (default: BENCH_POSTGRES_URL)',
] as const;

export function define(command: Command, io: Io): void {
	command.description(
		'Each corpus and each way to index it has a schema of its own on a server, named bench_..., which later runs use again. The embedded Postgres keeps nothing.',
	);
	addOutputFlags(
		command
			.command('list')
			.summary('the schemas that runs built on a server')
			.option(...URL_FLAG),
	).action(async (flags) => {
		const terminal = await openTerminal(flags, io);
		const { database, release } = await openServer(flags.url);
		try {
			terminal.printView(schemasView(database.name, (await listSchemas(database)).map(rowOf), 'listed'));
		} finally {
			release();
		}
	});
	addOutputFlags(
		command
			.command('drop')
			.summary('drop such schemas')
			.argument('[names...]', 'schemas, as `bench postgres list` names them')
			.option(...URL_FLAG)
			.option('--all', 'every schema that bench built there'),
	).action(async (names, flags) => {
		const terminal = await openTerminal(flags, io);
		if ((flags.all === true) === names.length > 0)
			throw new BenchError('usage', 'name the schemas to drop, or give --all', {
				hint: '`bench postgres list` shows them.',
			});
		const { database, release } = await openServer(flags.url);
		try {
			const built = await listSchemas(database);
			const chosen = flags.all === true ? built.map(({ name }) => name) : names;
			await dropSchemas(database, chosen);
			const dropped = built.filter(({ name }) => chosen.includes(name));
			terminal.printView(schemasView(database.name, dropped.map(rowOf), 'dropped'));
		} finally {
			release();
		}
	});
}

async function openServer(url = ''): Promise<Connection> {
	if (url === EMBEDDED || (url === '' && (process.env.BENCH_POSTGRES_URL ?? '') === ''))
		throw new BenchError('usage', 'no Postgres server is named', {
			hint: 'Give --url postgres://user@host/database, or set BENCH_POSTGRES_URL. The embedded Postgres keeps nothing, so there is nothing to list.',
		});
	return connect(url, '');
}

function rowOf({ name, bytes, note }: BuiltSchema): SchemaRow {
	return {
		name,
		kind: note.kind,
		documents: note.documents,
		bytes,
		buildSeconds: note.build_seconds,
		built: note.built,
		settings: settingsText(note.settings),
	};
}

/** The embedder's line is long; its name is what a person looks for. */
function settingsText(settings: JsonObject): string {
	return Object.entries(settings)
		.map(([name, value]) => `${name}=${String(value).split(' ')[0]}`)
		.join(' ');
}
