import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RetrieverPlugin } from '../../harness/contract.ts';
import { BenchError, reasonOf } from '../../harness/errors.ts';
import { unknownName } from '../../harness/names.ts';
import { requireTrusted } from './module-trust.ts';
import { callUser } from './user-call.ts';
import { hashUserCode } from './user-code.ts';
import { asPlugin, SHAPES } from './user-shape.ts';

/** A path that ends in a script's extension, then perhaps `#Name` or `:Name`; the colon of `C:\` is no such colon. */
const SPEC = /^(?<path>.+\.[cm]?[jt]s)(?:[#:](?<exported>[A-Za-z_$][\w$]*))?$/;

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
		throw new BenchError('plugin', `${path}: ${name ?? 'the default export'} is not a retriever`, { hint: SHAPES });
	return { ...plugin, ...(await hashUserCode(file)), module: exported === undefined ? file : `${file}#${exported}` };
}

export async function importModule(file: string): Promise<Readonly<Record<string, unknown>>> {
	await requireTrusted(file);
	const url = pathToFileURL(file).href;
	return callUser({ module: file, doing: 'its top level' }, async () => {
		if (!/\.[cm]?ts$/.test(file)) return await import(url);
		const { tsImport } = await import('tsx/esm/api');
		return await tsImport(url, import.meta.url);
	}).catch((error: BenchError) => {
		throw new BenchError('plugin', `${file} can't be loaded: ${reasonOf(error.cause)}`, { cause: error.cause });
	});
}

function pickExport(
	path: string,
	module: Readonly<Record<string, unknown>>,
	wanted: string | undefined,
): { readonly name: string | undefined; readonly value: unknown } {
	const { default: main, ...rest } = module;
	// CommonJS modules come with their exports under `default`, sometimes twice over.
	const named = { ...(isRecord(main) && !('retrieve' in main) ? main : {}), ...rest };
	const names = Object.keys(named).filter(
		(name) => name !== 'default' && name !== 'module.exports' && name !== '__esModule',
	);
	if (wanted !== undefined) {
		if (wanted === 'default' && main !== undefined) return { name: undefined, value: main };
		if (names.includes(wanted)) return { name: wanted, value: named[wanted] };
		throw unknownName('export', wanted, names, {
			code: 'plugin',
			message: `${path} has no export "${wanted}"`,
			...(names.length === 0 ? { hint: exportsOf(names, main) } : {}),
		});
	}
	if (main !== undefined && asPlugin(main, '', path) !== undefined) return { name: undefined, value: main };
	const fitting = names.filter((name) => asPlugin(named[name], name, path) !== undefined);
	const only = fitting.length === 1 ? fitting[0] : names.length === 1 ? names[0] : undefined;
	if (only !== undefined) return { name: only, value: named[only] };
	if (main !== undefined && names.length === 0) return { name: undefined, value: main };
	throw new BenchError('plugin', `${path} does not say which of its exports is the retriever`, {
		hint: `${exportsOf(names, main)} Name one: ${path}#${names[0] ?? 'Name'}.`,
	});
}

function exportsOf(names: readonly string[], main: unknown): string {
	const all = main === undefined ? names : ['default', ...names];
	return all.length === 0 ? 'It exports nothing.' : `It exports: ${all.join(', ')}.`;
}

function exportlessName(path: string): string {
	return path.replace(/^.*[\\/]/, '').replace(/\.[cm]?[jt]s$/, '');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null;
}
