import { findFormat } from '../../../harness/datasets/formats/index.ts';
import { locationText } from '../../../harness/datasets/formats/sink.ts';
import { type Imported, importDataset } from '../../../harness/datasets/import.ts';
import { problemsShown } from '../../../harness/datasets/problems.ts';
import { BenchError } from '../../../harness/errors.ts';
import type { Settings } from '../../../harness/options.ts';
import { formatCount } from '../../../harness/report/numbers.ts';
import { receiptView } from '../../../harness/report/receipt.ts';
import { toJsonObject } from '../../../harness/report/snake-case.ts';
import type { Terminal } from '../../terminal.ts';
import { importNamed, namedSource } from './named-source.ts';

interface ImportRequestFlags {
	readonly name?: string | undefined;
	readonly set: readonly string[];
	readonly scope?: string;
	readonly corrections?: string;
	readonly maxUnpacked?: number | undefined;
	readonly dataDir: string;
	readonly yes?: boolean | undefined;
}

/** `bench import <format> <path...>`, or `bench import <hf:...|ir_datasets:...>` */
export async function importInto(
	formatName: string,
	paths: readonly string[],
	flags: ImportRequestFlags,
	terminal: Terminal,
): Promise<void> {
	const { scope, corrections } = flags;
	const settings = {
		...Object.fromEntries(flags.set.map(readSetting)),
		...(scope === undefined ? {} : { scope }),
		...(corrections === undefined ? {} : { corrections }),
	};
	const imported =
		namedSource(formatName) === undefined
			? await importPaths(formatName, paths, flags, settings)
			: await importByName(formatName, paths, flags, settings, terminal);
	sayWhatWasLeft(imported, terminal);
	const { directory, counts, rejected, counted } = imported;
	terminal.printView(
		receiptView({
			kind: 'imported_dataset',
			title: `Import of ${directory}`,
			answer: [
				`${directory}: ${formatCount(counts.docs)} documents, ${formatCount(counts.queries)} queries, ${formatCount(counts.judgments)} judgments; ${formatCount(rejected.length)} rejected`,
			],
			data: toJsonObject({
				dataset: directory,
				docs: counts.docs,
				queries: counts.queries,
				judgments: counts.judgments,
				queries_without_relevant: counts.queriesWithoutRelevant,
				noted: new Map(counted),
				rejected,
			}),
		}),
	);
	terminal.note(`bench data stats ${directory}   shows what it is like`);
}

function importPaths(
	formatName: string,
	paths: readonly string[],
	flags: ImportRequestFlags,
	settings: Settings,
): Promise<Imported> {
	const format = findFormat(formatName);
	const example = `bench import ${format.name} <path> --name my-data`;
	if (paths.length === 0)
		throw new BenchError('usage', `bench import ${format.name} takes ${format.takes}`, { hint: example });
	if (flags.name === undefined) throw new BenchError('usage', 'The new dataset needs a --name', { hint: example });
	return importDataset({
		format,
		paths,
		name: flags.name,
		settings,
		...(flags.maxUnpacked === undefined ? {} : { maxUnpacked: flags.maxUnpacked }),
		dataDirectory: flags.dataDir,
	});
}

function importByName(
	source: string,
	paths: readonly string[],
	flags: ImportRequestFlags,
	settings: Settings,
	terminal: Terminal,
): Promise<Imported> {
	if (paths.length > 0)
		throw new BenchError('usage', `${source} is fetched by its name and takes no path`, {
			hint: `bench import ${source}`,
		});
	const { name, dataDir: dataDirectory, maxUnpacked, yes = false } = flags;
	const limited = maxUnpacked === undefined ? settings : { ...settings, max_unpacked: maxUnpacked };
	return importNamed(source, { name, settings: limited, dataDirectory, yes }, terminal);
}

function sayWhatWasLeft({ directory, counts, rejected, counted }: Imported, terminal: Terminal): void {
	for (const [what, times] of counted) terminal.note(`${formatCount(times)} ${what}`);
	if (counts.queriesWithoutRelevant > 0)
		terminal.note(
			`${formatCount(counts.queriesWithoutRelevant)} queries without a relevant document: they can't be scored`,
		);
	for (const line of rejected.slice(0, problemsShown)) terminal.warn(`rejected ${locationText(line)}: ${line.reason}`);
	if (rejected.length > problemsShown)
		terminal.warn(
			`and ${formatCount(rejected.length - problemsShown)} more; all of them are in ${directory}/import.json`,
		);
}

function readSetting(text: string): readonly [string, string] {
	const equals = text.indexOf('=');
	if (equals < 1)
		throw new BenchError('usage', `--set ${text} is not of the form key=value`, {
			hint: 'For example --set split=dev.',
		});
	return [text.slice(0, equals), text.slice(equals + 1)];
}
