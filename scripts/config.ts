import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import type { OptionValue } from '../harness/contract.ts';
import { BenchError } from '../harness/errors.ts';
import { checkShape, exactObject, namedValues } from '../harness/files/check-shape.ts';
import type { Settings } from '../harness/options.ts';

/** A system as `bench.config.json` names it. */
export interface ConfiguredSystem {
	readonly retriever: string;
	readonly options: Settings;
}

/** By the name of the system. */
export type Config = ReadonlyMap<string, ConfiguredSystem>;

const DEFAULT_FILES = ['bench.config.json', 'bench.config.ts'];

/**
 * The named systems of `bench.config.json` or `bench.config.ts`:
 * `{ "systems": { "mine": { "retriever": "hybrid", "options": { "weights": { "graph": 0.5 } } } } }`. Nested options
 * are read as dotted ones. No file is no systems; a file that was named must be there.
 */
export async function readConfig(file: string | undefined): Promise<Config> {
	const path = file ?? DEFAULT_FILES.find((name) => existsSync(name));
	if (path === undefined) return new Map();
	if (!existsSync(path))
		throw new BenchError('config', `there is no config file ${path}`, {
			hint: `Without --config, ${DEFAULT_FILES.join(' or ')} is read where it stands in the working folder.`,
		});
	const content = path.endsWith('.json') ? readJson(path) : await importConfig(path);
	const { systems } = checkShape(SCHEMA, content, { code: 'config', where: path, hint: EXAMPLE });
	return new Map(
		Object.entries(systems).map(([name, { retriever, options = {} }]): [string, ConfiguredSystem] => [
			name,
			{ retriever, options: flatten(options) },
		]),
	);
}

const EXAMPLE = 'Expected { "systems": { "<name>": { "retriever": "hybrid", "options": { "k": 60 } } } }.';

type Nested = OptionValue | { readonly [key: string]: Nested };

const optionValue: v.GenericSchema<unknown, Nested> = v.lazy((value) => {
	if (Array.isArray(value))
		return v.array(v.union([v.string(), v.number(), v.boolean()], 'is neither text, number nor true/false'));
	if (typeof value === 'object' && value !== null) return namedValues(optionValue);
	return v.union(
		[v.string(), v.number(), v.boolean()],
		'is neither text, number, true/false, a list nor an object of these',
	);
}) as v.GenericSchema<unknown, Nested>;

const SCHEMA = exactObject({
	systems: namedValues(
		exactObject({ retriever: v.string('names no retriever'), options: v.optional(namedValues(optionValue)) }),
	),
});

function readJson(path: string): unknown {
	try {
		return JSON.parse(readFileSync(path, 'utf8'));
	} catch (error) {
		throw wrongShape(path, `it is not valid JSON: ${(error as Error).message}`);
	}
}

async function importConfig(path: string): Promise<unknown> {
	const { tsImport } = await import('tsx/esm/api');
	try {
		const module = await tsImport(pathToFileURL(resolve(path)).href, import.meta.url);
		return unwrapDefault(module);
	} catch (error) {
		throw new BenchError('config', `${path} can't be loaded: ${(error as Error).message}`, { cause: error });
	}
}

/** A module loaded as CommonJS has its default export one level deeper. */
function unwrapDefault(module: Record<string, unknown>): unknown {
	const first = module.default ?? module;
	return isRecord(first) && isRecord(first.default) ? first.default : first;
}

function flatten(options: Readonly<Record<string, Nested>>, prefix = ''): Settings {
	return Object.fromEntries(
		Object.entries(options).flatMap(([key, value]): readonly (readonly [string, OptionValue])[] => {
			const name = `${prefix}${key}`;
			if (Array.isArray(value)) return [[name, value.map(String)]];
			if (isRecord(value)) return Object.entries(flatten(value as Readonly<Record<string, Nested>>, `${name}.`));
			return [[name, value as OptionValue]];
		}),
	);
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrongShape(path: string, what: string): BenchError {
	return new BenchError('config', `${path}: ${what}`, { hint: EXAMPLE });
}
