import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RetrieverPlugin } from '../../harness/contract.ts';
import { BenchError, reasonOf } from '../../harness/errors.ts';
import { requireTrusted } from './module-trust.ts';
import { callUser } from './user-call.ts';
import { hashUserCode } from './user-code.ts';
import { exportOf, exportsOf, type ImportedModule, listExports } from './user-export.ts';
import { SHAPES, uncalledMethods } from './user-hooks.ts';
import { asPlugin } from './user-shape.ts';

/**
 * A path that ends in a script's extension, then perhaps `#Name` or `:Name`; the colon of `C:\` is no such colon. A
 * command (`exec:node mine.js`) or an address may end like a path and is none.
 */
const SPEC = /^(?!(?:exec|mcp):|https?:\/\/)(?<path>.+\.[cm]?[jt]s)(?:[#:](?<exported>[A-Za-z_$][\w$]*))?$/;

/** Whether a retriever's name is a module's path rather than the name of a built-in. */
export function isModuleSpec(name: string): boolean {
	return SPEC.test(name);
}

/** The file that a module's path stands for in this working folder; undefined for the name of a built-in. */
export function moduleFile(name: string): string | undefined {
	const path = SPEC.exec(name)?.groups?.path;
	return path === undefined ? undefined : resolve(path);
}

/**
 * A user's own retriever: `path.ts`, `path.js` or `path.mjs`, with `#ExportName` or `:ExportName` where the module
 * exports several. Without a name it is the default export, else the only one. TypeScript needs no build step.
 *
 * {@link asPlugin} lists the shapes of an export and its arguments; {@link hashUserCode} says what `codeHash` covers.
 *
 * @throws BenchError `plugin` where there is no such file or export, it can't be loaded, or has none of the shapes.
 */
export async function loadUserModule(spec: string): Promise<RetrieverPlugin> {
	const { path, exported } = SPEC.exec(spec)?.groups ?? {};
	if (path === undefined)
		throw new BenchError('usage', `"${spec}" is not the path of a module`, {
			hint: 'Write path.ts or path.js, with #ExportName behind it where the module exports several.',
		});
	const file = resolve(path);
	if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
		throw new BenchError('plugin', `There is no module ${path}`, { hint: `Looked for ${file}.` });
	const { name, value } = pickExport(path, await importModule(file), exported);
	const plugin = asPlugin(value, name ?? exportlessName(path), spec);
	if (plugin === undefined)
		throw new BenchError('plugin', `${path}: ${name ?? 'the default export'} is not a retriever`, {
			hint: [...uncalledOf(value), SHAPES].join('\n'),
		});
	return { ...plugin, ...(await hashUserCode(file)), module: exported === undefined ? file : `${file}#${exported}` };
}

/** Names that a class or object may have in place of `retrieve`. */
function uncalledOf(value: unknown): readonly string[] {
	const object: unknown = typeof value === 'function' ? value.prototype : value;
	if (typeof object !== 'object' || object === null) return [];
	return uncalledMethods(object).map((words) => `${words}.`);
}

const TOP_LEVEL_AWAIT =
	'Only ES modules can await at their top level: call the file .mts or .mjs, or put "type": "module" into its package.json.';

export async function importModule(file: string): Promise<ImportedModule> {
	await requireTrusted(file);
	const url = pathToFileURL(file).href;
	return callUser({ module: file, doing: 'its top level' }, async () => {
		if (!/\.[cm]?ts$/.test(file)) return await import(url);
		const { tsImport } = await import('tsx/esm/api');
		// Lines of traces are then those of the TypeScript file.
		process.setSourceMapsEnabled(true);
		return await tsImport(url, import.meta.url);
	}).catch((error: BenchError) => {
		const reason = reasonOf(error.cause);
		const awaits = /top-level await/i.test(reason);
		throw new BenchError('plugin', `${file} can't be loaded: ${reason}`, {
			...(awaits ? { hint: TOP_LEVEL_AWAIT } : {}),
			cause: error.cause,
		});
	});
}

function pickExport(
	path: string,
	module: ImportedModule,
	wanted: string | undefined,
): { readonly name: string | undefined; readonly value: unknown } {
	const { main, named } = exportsOf(module);
	const names = Object.keys(named);
	if (wanted !== undefined)
		return { name: wanted === 'default' ? undefined : wanted, value: exportOf(path, module, wanted) };
	if (main !== undefined && asPlugin(main, '', path) !== undefined) return { name: undefined, value: main };
	const fitting = names.filter((name) => asPlugin(named[name], name, path) !== undefined);
	const only = fitting.length === 1 ? fitting[0] : names.length === 1 ? names[0] : undefined;
	if (only !== undefined) return { name: only, value: named[only] };
	if (main !== undefined && names.length === 0) return { name: undefined, value: main };
	throw new BenchError('plugin', `${path} does not say which of its exports is the retriever`, {
		hint: `${listExports(named, main)} Name one: ${path}#${names[0] ?? 'Name'}.`,
	});
}

function exportlessName(path: string): string {
	return path.replace(/^.*[\\/]/, '').replace(/\.[cm]?[jt]s$/, '');
}
