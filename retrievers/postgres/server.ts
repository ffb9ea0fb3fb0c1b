import { shownAddress } from './address.ts';
import type { Database, Parameter, Session } from './database.ts';
import { isLostConnection, readableError } from './errors.ts';

/** Waits before a statement is sent again on a new connection, in milliseconds. */
const RETRY_AFTER = [250, 1000, 3000];

/**
 * A server by its URL. Statements outside of transactions only read, so they are sent again where the connection was
 * lost; a transaction is not. Nothing is prepared under a name, as behind a transaction pooler, so every statement is
 * planned with its parameters.
 */
export async function openServer(url: string): Promise<Database> {
	const name = shownAddress(url);
	const { default: postgres } = await import('postgres');
	const client = postgres(url, {
		max: 2,
		prepare: false,
		idle_timeout: 10,
		connect_timeout: 15,
		onnotice: () => undefined,
		// The client asks for the types of arrays on its own, and nobody catches it where that connection is lost.
		fetch_types: false,
		connection: { application_name: `recall-bench ${process.pid}` },
	});

	function session(sql: Pick<typeof client, 'unsafe'>): Session {
		return {
			async query<Row>(text: string, parameters: readonly Parameter[] = []) {
				// As text, so that the types come from the casts of the statement alone.
				const values = parameters.map((value) => (value === null ? null : String(value)));
				return (await sql.unsafe(text, values)) as unknown as readonly Row[];
			},
		};
	}
	async function readable<T>(work: () => Promise<T>): Promise<T> {
		try {
			return await work();
		} catch (error) {
			throw readableError(error, name);
		}
	}

	const outside = session(client);
	const database: Database = {
		kind: 'server',
		name,
		query: <Row>(text: string, parameters?: readonly Parameter[]) =>
			readable(() => retried(() => outside.query<Row>(text, parameters))),
		transaction: <T>(work: (inside: Session) => Promise<T>, { readOnly = false } = {}) => {
			const run = async (): Promise<T> =>
				(await client.begin(readOnly ? 'READ ONLY' : '', (sql) => work(session(sql)))) as T;
			return readable(() => (readOnly ? retried(run) : run()));
		},
		close: () => client.end({ timeout: 5 }),
	};
	await database.query('SELECT 1');
	return database;
}

async function retried<T>(work: () => Promise<T>): Promise<T> {
	for (const wait of RETRY_AFTER) {
		try {
			return await work();
		} catch (error) {
			if (!isLostConnection(error)) throw error;
			await new Promise((done) => setTimeout(done, wait));
		}
	}
	return work();
}
