import { isMisfit, readDate } from '../../harness/datasets/fields.ts';
import { BenchError } from '../../harness/errors.ts';
import { type Bindings, storable } from './database.ts';

/** One condition of `where`, as SQL over the columns of the table. */
type Condition = (bindings: Bindings) => string;

interface Field {
	readonly operators: readonly string[];
	/** Undefined where the value does not fit. */
	condition(operator: string, value: string): Condition | undefined;
	readonly takes: string;
}

const ORDER = ['>=', '<=', '=', '>', '<'];

const FIELDS: Readonly<Record<string, Field>> = {
	category: {
		operators: ['!=', '='],
		takes: 'text',
		condition: (operator, value) => (bindings) =>
			operator === '='
				? `category = ${bindings.bind(storable(value), 'text')}`
				: `category IS DISTINCT FROM ${bindings.bind(storable(value), 'text')}`,
	},
	tag: {
		operators: ['!=', '='],
		takes: 'text',
		condition: (operator, value) => (bindings) =>
			`${operator === '=' ? '' : 'NOT '}${bindings.bind(storable(value), 'text')} = ANY (tags)`,
	},
	importance: {
		operators: ORDER,
		takes: 'a number from 0 to 1',
		condition(operator, value) {
			const number = Number(value);
			if (value === '' || !(number >= 0 && number <= 1)) return undefined;
			return (bindings) => `importance ${operator} ${bindings.bind(number, 'float8')}`;
		},
	},
	created_at: {
		operators: ORDER,
		takes: 'an ISO date such as 2024-05-01',
		condition(operator, value) {
			const date = readDate(value);
			if (date === undefined || isMisfit(date)) return undefined;
			return (bindings) => `created_at ${operator} ${bindings.bind(date.toISOString(), 'timestamptz')}`;
		},
	},
};

/**
 * Reads `where`: conditions that all have to hold, for example `category=decisions,tag!=old,created_at>=2024-01-01`.
 *
 * @returns what gives the SQL that follows a first condition, ` AND ...` or nothing
 * @throws BenchError `usage` for an unknown field, a wrong operator or a value that does not fit
 */
export function readWhere(owner: string, conditions: readonly string[]): (bindings: Bindings) => string {
	const read = conditions.map((text) => readCondition(owner, text));
	return (bindings) => read.map((condition) => ` AND ${condition(bindings)}`).join('');
}

function readCondition(owner: string, text: string): Condition {
	const match = /^\s*(\w+)\s*(!=|>=|<=|=|>|<)\s*(.*?)\s*$/s.exec(text);
	const [, name = '', operator = '', value = ''] = match ?? [];
	const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
	const known = Object.entries(FIELDS).map(([field, { operators }]) => `${field} (${operators.join(' ')})`);
	if (field === undefined)
		throw new BenchError('usage', `${owner}: where "${text}" names no field`, { hint: `Fields: ${known.join(', ')}.` });
	const condition = field.operators.includes(operator) ? field.condition(operator, value) : undefined;
	if (condition === undefined)
		throw new BenchError('usage', `${owner}: where "${text}" does not fit`, {
			hint: `${name} takes ${field.takes} after one of ${field.operators.join(' ')}.`,
		});
	return condition;
}
