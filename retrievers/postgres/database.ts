/** A parameter of a statement. Each is cast in the SQL text, so that every client and server reads it alike. */
export type Parameter = string | number | boolean | null;

/** Where statements run: a database, or one transaction in it. */
export interface Session {
	/** Rows as objects. int8 must be cast to int, and float4 to float8, for clients differ in how they read them. */
	query<Row>(text: string, parameters?: readonly Parameter[]): Promise<readonly Row[]>;
}

/** A Postgres, in this process or on a server: the same SQL text for both. Every error is a BenchError. */
export interface Database extends Session {
	readonly kind: 'pglite' | 'server';
	/** As messages name it. */
	readonly name: string;
	/** All of it or nothing. `readOnly` also refuses every statement that writes. */
	transaction<T>(work: (session: Session) => Promise<T>, options?: { readonly readOnly?: boolean }): Promise<T>;
	close(): Promise<void>;
}

/** A statement in the making: every value becomes a parameter, with its type written beside it. */
export interface Bindings {
	readonly parameters: readonly Parameter[];
	/** Adds a value and gives the text that stands for it, for example `$3::int`. */
	bind(value: Parameter, type: 'text' | 'int' | 'float8' | 'jsonb' | 'timestamptz' | 'float4[]'): string;
}

export function createBindings(): Bindings {
	const parameters: Parameter[] = [];
	return {
		parameters,
		bind(value, type) {
			parameters.push(value);
			// As text first, so that no client guesses a binary form.
			return type === 'text' ? `$${parameters.length}::text` : `($${parameters.length}::text)::${type}`;
		},
	};
}

/** A text that Postgres can store: without NUL and without halves of surrogate pairs. */
export function storable(text: string): string {
	return Buffer.from(text.replaceAll('\0', ' '), 'utf8').toString('utf8');
}

/** A name as SQL takes it. */
export function identifier(name: string): string {
	return `"${name.replaceAll('"', '""')}"`;
}
