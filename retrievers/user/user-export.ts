import { unknownName } from '../../harness/names.ts';

/** A module as it is imported: its exports by name. */
export type ImportedModule = Readonly<Record<string, unknown>>;

/**
 * The default export and the named ones. CommonJS modules have all of them under `default`; so has TypeScript in a
 * package that is not `"type": "module"`, whose own default export then stands one level deeper.
 */
export function exportsOf(module: ImportedModule): { readonly main: unknown; readonly named: ImportedModule } {
	const { default: outer, ...rest } = module;
	const compiled = isRecord(outer) && (outer.__esModule === true || '__esModule' in rest) && !('retrieve' in outer);
	const main = compiled ? outer.default : outer;
	const inner = isRecord(outer) && !('retrieve' in outer) ? outer : {};
	const named = Object.entries({ ...inner, ...rest }).filter(([name]) => !HIDDEN.includes(name));
	return { main, named: Object.fromEntries(named) };
}

const HIDDEN: readonly string[] = ['default', 'module.exports', '__esModule'];

/**
 * The export of this name.
 *
 * @throws BenchError `plugin` for a name that is none, with those that there are
 */
export function exportOf(path: string, module: ImportedModule, wanted: string): unknown {
	const { main, named } = exportsOf(module);
	if (wanted === 'default' && main !== undefined) return main;
	if (Object.hasOwn(named, wanted)) return named[wanted];
	throw unknownName('export', wanted, Object.keys(named), {
		code: 'plugin',
		message: `${path} has no export "${wanted}"`,
		...(Object.keys(named).length === 0 ? { hint: listExports(named, main) } : {}),
	});
}

/** In words, for errors: `It exports: a, b.` */
export function listExports(named: ImportedModule, main: unknown): string {
	const names = main === undefined ? Object.keys(named) : ['default', ...Object.keys(named)];
	return names.length === 0 ? 'It exports nothing.' : `It exports: ${names.join(', ')}.`;
}

function isRecord(value: unknown): value is ImportedModule {
	return typeof value === 'object' && value !== null;
}
