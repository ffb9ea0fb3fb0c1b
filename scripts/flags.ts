import { type Command, InvalidArgumentError, Option, type OptionValues } from '@commander-js/extra-typings';
import { FORMAT_NAMES } from '../harness/report/formats/index.ts';
import { DEFAULT_POLICY, UNKNOWN_IDS } from '../harness/run/query-policy.ts';

// Flags that several commands share, declared once. Each function adds some to a command, whose action then gets them
// with their types.

// biome-ignore lint/suspicious/noExplicitAny: commander's own bound of argument types
type Arguments = any[];

const NONE: readonly string[] = [];

/**
 * The form of the result, and what is said beside it.
 *
 * @internal
 */
export function addOutputFlags<A extends Arguments, F extends OptionValues, G extends OptionValues>(
	command: Command<A, F, G>,
) {
	return command
		.addOption(new Option('--format <name>', 'form of the result').choices(FORMAT_NAMES))
		.option('--json', 'short for --format json')
		.option('--details', 'the full tables')
		.option('--report <format[=file]>', 'another form of the result, to stdout or a file; repeatable', collect, NONE)
		.option('--quiet', 'no progress and no remarks on stderr')
		.option('--no-color', 'no colours');
}

/** @internal */
export function addDatasetFlags<A extends Arguments, F extends OptionValues, G extends OptionValues>(
	command: Command<A, F, G>,
) {
	return command
		.option('--data <dir-or-name>', 'dataset: a folder, or a name under data/ (default: data/ itself, else the sample)')
		.option('--strata <names>', 'only these strata, comma-separated', commaList)
		.option(
			'--sensitive <policy>',
			'sensitive documents: leave-out, or lexical-only (kept, never embedded)',
			'leave-out',
		)
		.addOption(
			new Option('--scopes <how>', 'queries with a scope: a store each, one index filtered, or all in one').choices([
				'separate',
				'filtered',
				'shared',
			] as const),
		)
		.option('--as-of', 'documents newer than a query (asked_at) are not there for it');
}

/** @internal */
export function addSystemFlags<A extends Arguments, F extends OptionValues, G extends OptionValues>(
	command: Command<A, F, G>,
) {
	return command
		.option(
			'--retriever <name>',
			'built-in, named system of the config, module path.ts[#Export], exec:"...", http://... or mcp:"..."; repeatable',
			collect,
			NONE,
		)
		.option('--set <key=value>', 'an option of the retriever; repeatable', collect, NONE)
		.option('--config <file>', 'named systems (default: bench.config.json or bench.config.ts, where there is one)')
		.option('--embedder <provider:model>', 'embedding model for every dense leg');
}

/**
 * How queries are asked, and when the run gives up.
 *
 * @internal
 */
export function addQueryPolicyFlags<A extends Arguments, F extends OptionValues, G extends OptionValues>(
	command: Command<A, F, G>,
) {
	return command
		.option('--timeout <seconds>', 'per query and attempt', aboveZero, DEFAULT_POLICY.timeoutSeconds)
		.option('--retries <n>', 'how often a failed query is asked again', wholeNumber, DEFAULT_POLICY.retries)
		.option('--max-failures <n>', 'queries that may fail and score 0', wholeNumber, DEFAULT_POLICY.maxFailures)
		.option('--concurrency <n>', 'queries asked at once', positiveInteger, DEFAULT_POLICY.concurrency)
		.addOption(
			new Option('--unknown-ids <policy>', 'returned ids that the corpus lacks')
				.choices(UNKNOWN_IDS)
				.default(DEFAULT_POLICY.unknownIds),
		)
		.option('--fresh', 'start over where an interrupted run was kept');
}

/**
 * Where things are kept, and the seed.
 *
 * @internal
 */
export function addDirectoryFlags<A extends Arguments, F extends OptionValues, G extends OptionValues>(
	command: Command<A, F, G>,
) {
	return command
		.option('--cache-dir <dir>', 'vectors, models and kept legs', 'cache')
		.option('--results-dir <dir>', 'run folders', 'results')
		.option('--model-dir <dir>', 'a folder of embedding models to look in first')
		.option('--send-limit <tokens>', 'the most that hosted models are sent unasked (default: 1000000)', wholeNumber)
		.option('--yes', 'send hosted models whatever they need')
		.option('--seed <n>', 'seed of everything random', wholeNumber, 42);
}

/**
 * `--metrics`; absent: what the command says.
 *
 * @internal
 */
export function addMetricsFlag<A extends Arguments, F extends OptionValues, G extends OptionValues>(
	command: Command<A, F, G>,
	otherwise: string,
) {
	return command.option(
		'--metrics <names>',
		`comma-separated, for example nDCG@10,recall@100,AP (default: ${otherwise})`,
		commaList,
	);
}

/** @internal */
export function addResultsFlag<A extends Arguments, F extends OptionValues, G extends OptionValues>(
	command: Command<A, F, G>,
) {
	return command.option('--results-dir <dir>', 'run folders', 'results');
}

export function collect(value: string, before: readonly string[]): readonly string[] {
	return [...before, value];
}

export function commaList(value: string): readonly string[] {
	return value
		.split(',')
		.map((part) => part.trim())
		.filter((part) => part !== '');
}

export function wholeNumber(value: string): number {
	const number = Number(value);
	if (!Number.isSafeInteger(number) || number < 0) throw new InvalidArgumentError('it takes a whole number from 0 up.');
	return number;
}

export function positiveInteger(value: string): number {
	const number = Number(value);
	if (!Number.isSafeInteger(number) || number < 1) throw new InvalidArgumentError('it takes a whole number from 1 up.');
	return number;
}

export function aboveZero(value: string): number {
	const number = Number(value);
	if (!Number.isFinite(number) || number <= 0) throw new InvalidArgumentError('it takes a number above 0.');
	return number;
}

export function readNumber(value: string): number {
	const number = Number(value);
	if (value.trim() === '' || !Number.isFinite(number)) throw new InvalidArgumentError('it takes a number.');
	return number;
}

export function numberList(value: string): readonly number[] {
	return commaList(value).map(readNumber);
}
