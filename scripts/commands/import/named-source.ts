import type { JsonObject } from '../../../harness/contract.ts';
import { findFormat } from '../../../harness/datasets/formats/index.ts';
import { type Imported, importDataset, requireFreeName } from '../../../harness/datasets/import.ts';
import { resolveOptions, type Settings } from '../../../harness/options.ts';
import type { Terminal } from '../../terminal.ts';

/** A dataset that is fetched by its name and then read as BEIR. */
export interface NamedDataset {
	/** The name that it gets where the user gives none. */
	readonly name: string;
	/** The BEIR folder that `prepare` makes. */
	readonly folder: string;
	/** What import.json says of where it came from. */
	readonly origin: JsonObject;
	prepare(): Promise<void>;
	/** Whether what was fetched before a fault is of use to the next attempt. */
	readonly goesOn: boolean;
	/** Removes what was fetched. */
	clear(): void;
}

/** `hf:` or `ir_datasets:` and what follows; undefined for a format. */
export function namedSource(
	text: string,
): { readonly kind: 'hf' | 'ir_datasets'; readonly reference: string } | undefined {
	const match = /^(hf|ir_datasets):(.*)$/s.exec(text);
	return match === null ? undefined : { kind: match[1] as 'hf' | 'ir_datasets', reference: match[2] as string };
}

export interface NamedImport {
	readonly name: string | undefined;
	readonly settings: Settings;
	readonly dataDirectory: string;
	readonly yes: boolean;
}

/** `bench import hf:BeIR/scifact`, `bench import ir_datasets:beir/scifact/test`: options and name are checked first. */
export async function importNamed(source: string, request: NamedImport, terminal: Terminal): Promise<Imported> {
	const { dataDirectory, settings, yes } = request;
	const format = findFormat('beir');
	const options = resolveOptions(`import ${source}`, format.options, settings, 'bench import formats');
	if (request.name !== undefined) requireFreeName(request.name, dataDirectory);
	const { kind, reference } = namedSource(source) as NonNullable<ReturnType<typeof namedSource>>;
	const dataset =
		kind === 'hf'
			? await (await import('./hub/fetch-dataset.ts')).fetchHubDataset(
					reference,
					{ dataDirectory, maxUnpacked: Number(options.max_unpacked), yes },
					terminal,
				)
			: (await import('./ir-datasets.ts')).irDataset(reference, dataDirectory, terminal);
	const name = request.name ?? dataset.name;
	requireFreeName(name, dataDirectory);
	try {
		await dataset.prepare();
		const { folder, origin } = dataset;
		const imported = await importDataset({ format, paths: [folder], name, settings, dataDirectory, origin });
		dataset.clear();
		return imported;
	} catch (error) {
		if (!dataset.goesOn) dataset.clear();
		throw error;
	}
}
