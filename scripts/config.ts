import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OptionValue } from '../harness/contract.ts';
import { BenchError } from '../harness/errors.ts';
import { unknownName } from '../harness/names.ts';
import type { Settings } from '../harness/options.ts';

/** A system as `bench.config.json` names it. */
export interface ConfiguredSystem {
	readonly retriever: string;
	readonly options: Settings;
}

/** By the name of the system. */
export type Config = ReadonlyMap<string, ConfiguredSystem>;

const SYSTEM_KEYS: readonly string[] = ['retriever', 'options'];

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
	const systems = (content as { systems?: unknown }).systems;
	if (!isRecord(systems)) throw wrongShape(path, 'it has no "systems" object');
	return new Map(
		Object.entries(systems).map(([name, system]): [string, ConfiguredSystem] => {
			if (!isRecord(system) || typeof system.retriever !== 'string')
				throw wrongShape(path, `system "${name}" names no retriever`);
			const unknown = Object.keys(system).find((key) => !SYSTEM_KEYS.includes(key));
			if (unknown !== undefined)
				throw unknownName('key', unknown, SYSTEM_KEYS, {
					code: 'config',
					message: `${path}: system "${name}" has an unknown key "${unknown}"`,
				});
			return [name, { retriever: system.retriever, options: flatten(path, name, system.options ?? {}) }];
		}),
	);
}

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

function flatten(path: string, system: string, options: unknown, prefix = ''): Settings {
	if (!isRecord(options)) throw wrongShape(path, `the options of "${system}" are no object`);
	const settings = Object.entries(options).flatMap(([key, value]): [string, OptionValue][] => {
		const name = `${prefix}${key}`;
		if (isRecord(value)) return Object.entries(flatten(path, system, value, `${name}.`));
		if (Array.isArray(value)) return [[name, value.map(String)]];
		if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [[name, value]];
		throw wrongShape(path, `option ${name} of "${system}" is neither text, number, true/false nor a list`);
	});
	return Object.fromEntries(settings);
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrongShape(path: string, what: string): BenchError {
	return new BenchError('config', `${path}: ${what}`, {
		hint: 'Expected { "systems": { "<name>": { "retriever": "hybrid", "options": { "k": 60 } } } }.',
	});
}
