import type { OptionSpecs, RetrieverPlugin } from '../../../harness/contract.ts';
import { FORMATS } from '../../../harness/datasets/formats/index.ts';
import { fusions } from '../../../harness/fusion/index.ts';
import { stages } from '../../../harness/fusion/stages/index.ts';
import { families } from '../../../harness/metrics/families.ts';
import { findNamed } from '../../../harness/names.ts';
import { OPTION_COLUMNS, optionRows, optionsToJson, specToJson } from '../../../harness/report/options.ts';
import { toJsonObject } from '../../../harness/report/snake-case.ts';
import { type Column, type View, viewTable } from '../../../harness/report/view.ts';
import { PROVIDERS } from '../../../retrievers/embedders/index.ts';
import { findRetriever, RETRIEVERS } from '../../../retrievers/index.ts';
import { optionsOf } from '../../../retrievers/options-of.ts';
import { isOutsideSpec, outsideKinds } from '../../../retrievers/outside/index.ts';
import { RERANKER_PROVIDERS } from '../../../retrievers/rerankers/index.ts';
import { isModuleSpec } from '../../../retrievers/user/user-module.ts';

/** The description that retrievers, fusions, stages, formats and embedders share. */
interface Configurable {
	readonly name: string;
	readonly summary: string;
	readonly options: OptionSpecs;
	readonly optionPatterns?: NonNullable<RetrieverPlugin['optionPatterns']>;
}

interface Listed {
	readonly name: string;
	readonly summary: string;
}

const NAMES: readonly Column<Listed>[] = [
	{ key: 'name', header: 'name', identifies: true, cell: ({ name }) => name },
	{ key: 'summary', header: 'what it is', wraps: true, cell: ({ summary }) => summary },
];

export function listAll(): View {
	const listed = {
		retrievers: [...Object.values(RETRIEVERS), ...outsideKinds()].map(inShort),
		fusions: Object.values(fusions).map(inShort),
		stages: Object.values(stages).map(inShort),
		metrics: families.map(({ name, summary }) => ({ name, summary })),
		embedders: Object.values(PROVIDERS).map(inShort),
		rerankers: Object.values(RERANKER_PROVIDERS).map(inShort),
		formats: FORMATS.map(inShort),
	};
	return {
		kind: 'parts',
		title: 'Built-in parts',
		answer: [],
		warnings: [],
		sections: Object.entries(listed).map(([title, rows]) => ({
			name: title,
			title,
			table: viewTable<Listed>(NAMES, rows),
		})),
		notes: [
			'`bench list <name>` shows the options of one; exec, http and mcp name those of systems in other processes; `bench model list` names embedding models and rerankers.',
		],
		data: toJsonObject(listed),
	};
}

/** One part with all its options; a hybrid's are those of its default legs. */
export async function listOne(name: string): Promise<View> {
	const { kind, part } = await find(name);
	const patterns = Object.entries(part.optionPatterns ?? {});
	const rows = [
		...optionRows(part.options),
		...patterns.flatMap(([option, spec]) =>
			'type' in spec ? optionRows({ [option]: spec }) : [{ option, type: '', otherwise: '', help: spec.help }],
		),
	];
	return {
		kind: 'part',
		title: `${part.name} (${kind})`,
		answer: [`${part.name} (${kind}): ${part.summary}`],
		warnings: [],
		sections: rows.length === 0 ? [] : [{ name: 'options', table: viewTable(OPTION_COLUMNS, rows) }],
		notes: rows.length === 0 ? ['It has no options.'] : [],
		data: {
			kind,
			name: part.name,
			summary: part.summary,
			options: optionsToJson(part.options),
			open_options: patterns.map(([option, spec]) => ({
				option,
				...('type' in spec ? specToJson(spec) : { help: spec.help }),
			})),
		},
	};
}

/** Names are looked up in this order; a fusion and a format never share one with a retriever. */
async function find(name: string): Promise<{ readonly kind: string; readonly part: Configurable }> {
	if (isModuleSpec(name) || isOutsideSpec(name)) return retriever(await findRetriever(name));
	const parts = new Map<string, () => Promise<{ kind: string; part: Configurable }>>();
	const add = (kind: string, listed: readonly Configurable[]): void => {
		for (const part of listed) if (!parts.has(part.name)) parts.set(part.name, async () => ({ kind, part }));
	};
	add('fusion', Object.values(fusions));
	add('stage', Object.values(stages));
	for (const plugin of Object.values(RETRIEVERS)) parts.set(plugin.name, () => retriever(plugin));
	for (const { kind, ...plugin } of outsideKinds()) parts.set(kind, () => retriever(plugin));
	add('embedder', Object.values(PROVIDERS));
	add('format', FORMATS);
	const open = findNamed('retriever, fusion, stage, embedder or format', name, parts, {
		hint: '`bench list` shows all of them.',
	});
	return open();
}

/** With the options that it has before anything is set. */
async function retriever(plugin: RetrieverPlugin): Promise<{ readonly kind: string; readonly part: Configurable }> {
	return { kind: 'retriever', part: { ...plugin, options: await optionsOf(plugin, {}) } };
}

function inShort({ name, summary, options }: Configurable): { name: string; summary: string; options: string[] } {
	return { name, summary, options: Object.keys(options) };
}
