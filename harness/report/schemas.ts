import { bytesCell, countCell, numberCell } from './cells.ts';
import { toJsonObject } from './snake-case.ts';
import { type View, viewTable } from './view.ts';

/** A schema in a database, as `bench postgres list` shows it. */
export interface SchemaRow {
	readonly name: string;
	readonly kind: string;
	readonly documents: number;
	readonly bytes: number;
	readonly buildSeconds: number;
	readonly built: string;
	/** The settings it was built with, in words. */
	readonly settings: string;
}

/** @param action what was done with them: listed, or dropped */
export function schemasView(database: string, schemas: readonly SchemaRow[], action: 'listed' | 'dropped'): View {
	const count = `${schemas.length} ${schemas.length === 1 ? 'schema' : 'schemas'}`;
	return {
		kind: 'postgres_schemas',
		title: 'Schemas built in Postgres',
		answer: [action === 'listed' ? `${database} holds ${count} of bench.` : `${count} dropped from ${database}.`],
		warnings: [],
		sections: [
			{
				name: 'schemas',
				table: viewTable<SchemaRow>(
					[
						{ key: 'name', header: 'schema', identifies: true, cell: ({ name }) => name },
						{ key: 'documents', header: 'documents', align: 'right', cell: ({ documents }) => countCell(documents) },
						{ key: 'bytes', header: 'size', align: 'right', cell: ({ bytes }) => bytesCell(bytes) },
						{
							key: 'build_seconds',
							header: 'build, s',
							align: 'right',
							cell: ({ buildSeconds }) => numberCell(buildSeconds, 1),
						},
						{ key: 'built', header: 'built', cell: ({ built }) => built.slice(0, 16).replace('T', ' ') },
						{ key: 'settings', header: 'settings', dropOrder: 1, cell: ({ settings }) => settings },
					],
					schemas,
				),
			},
		],
		notes: [],
		data: toJsonObject({ database, action, schemas }),
	};
}
