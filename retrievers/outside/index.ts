import type { RetrieverPlugin } from '../../harness/contract.ts';
import { execPlugin } from './exec.ts';
import { httpPlugin } from './http.ts';
import { mcpPlugin } from './mcp.ts';

/** By the prefix of a retriever's name: systems in other processes. */
const OUTSIDE: Readonly<Record<string, (spec: string) => RetrieverPlugin>> = {
	'http://': httpPlugin,
	'https://': httpPlugin,
	'mcp:': (spec) => mcpPlugin(spec) as unknown as RetrieverPlugin,
	'exec:': (spec) => execPlugin(spec) as unknown as RetrieverPlugin,
};

/** One of each kind, for lists of what there is: its options are those of all. */
export function outsideKinds(): readonly (RetrieverPlugin & { readonly kind: string })[] {
	return [
		{ ...(execPlugin('exec:command') as unknown as RetrieverPlugin), kind: 'exec', name: 'exec:"<command>"' },
		{ ...httpPlugin('http://localhost'), kind: 'http', name: 'http://<address>' },
		{ ...(mcpPlugin('mcp:command') as unknown as RetrieverPlugin), kind: 'mcp', name: 'mcp:"<command or address>"' },
	];
}

function makerOf(spec: string): ((spec: string) => RetrieverPlugin) | undefined {
	return Object.entries(OUTSIDE).find(([prefix]) => spec.startsWith(prefix))?.[1];
}

/** Whether a retriever's name is that of a system in another process: `exec:...`, `http://...`, `mcp:...`. */
export function isOutsideSpec(spec: string): boolean {
	return makerOf(spec) !== undefined;
}

/** The plugin of such a name; undefined for any other name. */
export function outsidePlugin(spec: string): RetrieverPlugin | undefined {
	return makerOf(spec)?.(spec);
}
