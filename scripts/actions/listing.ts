import type { Options } from '../../harness/contract.ts';
import { fusions } from '../../harness/fusion/index.ts';
import { stages } from '../../harness/fusion/stages/index.ts';
import { families } from '../../harness/metrics/families.ts';
import { type Column, renderTable } from '../../harness/report/table.ts';
import { findRetriever, RETRIEVERS } from '../../retrievers/index.ts';
import type { Terminal } from '../terminal.ts';

/** What retrievers, fusions and stages have in common for a reader. */
interface Configurable {
	readonly name: string;
	readonly summary: string;
	readonly defaults: Options;
	readonly help?: Readonly<Record<string, string>>;
}

const NAMES: readonly Column[] = [{ header: 'name' }, { header: 'what it is' }];

export function listAll(terminal: Terminal): void {
	const listed = {
		retrievers: Object.values(RETRIEVERS).map(inShort),
		fusions: Object.values(fusions).map(inShort),
		stages: Object.values(stages).map(inShort),
		metrics: families.map(({ name, summary }) => ({ name, summary })),
	};
	if (terminal.json) {
		terminal.printJson(listed);
		return;
	}
	const blocks = Object.entries(listed).map(([title, rows]) => {
		const table = renderTable(
			NAMES,
			rows.map(({ name, summary }) => [name, summary]),
		);
		return `${title}\n\n${table}`;
	});
	terminal.print(blocks.join('\n\n'));
	terminal.note('\n`bench list <name>` shows the options of one.');
}

/** One retriever, fusion or stage with all its options; a hybrid's are those of its default legs. */
export async function listOne(name: string, terminal: Terminal): Promise<void> {
	const found = await find(name);
	const options = Object.entries(found.defaults).map(([option, value]) => ({
		option,
		default: value,
		help: found.help?.[option] ?? '',
	}));
	const patterns = Object.entries(found.help ?? {}).filter(([option]) => option.includes('<'));
	if (terminal.json) {
		const open = Object.fromEntries(patterns);
		terminal.printJson({ kind: found.kind, name: found.name, summary: found.summary, options, open_options: open });
		return;
	}
	terminal.print(`${found.name} (${found.kind}): ${found.summary}`);
	if (options.length === 0) {
		terminal.print('It has no options.');
		return;
	}
	const rows = [
		...options.map((row) => [row.option, shown(row.default), row.help]),
		...patterns.map(([pattern, help]) => [pattern, '', help]),
	];
	const columns = [{ header: 'option' }, { header: 'default' }, { header: 'what it does' }];
	terminal.print(`\n${renderTable(columns, rows)}`);
}

async function find(name: string): Promise<Configurable & { readonly kind: string }> {
	const fusion = Object.hasOwn(fusions, name) ? fusions[name] : undefined;
	if (fusion !== undefined) return { ...fusion, kind: 'fusion' };
	const stage = Object.hasOwn(stages, name) ? stages[name] : undefined;
	if (stage !== undefined) return { ...stage, kind: 'stage' };
	const plugin = await findRetriever(name);
	const defaults = plugin.optionsFor === undefined ? plugin.defaults : await plugin.optionsFor({});
	return { ...plugin, defaults, kind: 'retriever' };
}

function inShort({ name, summary, defaults }: Configurable): { name: string; summary: string; options: string[] } {
	return { name, summary, options: Object.keys(defaults) };
}

function shown(value: Options[string]): string {
	if (Array.isArray(value)) return value.length === 0 ? '(none)' : value.join(',');
	return value === '' ? '(none)' : String(value);
}
