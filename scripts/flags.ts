import { type Command, InvalidArgumentError } from 'commander';

export function addOutputFlags(command: Command): Command {
	return command
		.option('--json', 'print one JSON object to stdout')
		.option('--quiet', 'no progress and no remarks on stderr')
		.option('--no-color', 'no colours');
}

export function addDatasetFlags(command: Command): Command {
	return command
		.option('--data <dir-or-name>', 'dataset: a folder, or a name under data/ (default: data/ itself, else the sample)')
		.option('--strata <names>', 'only these strata, comma-separated', commaList)
		.option(
			'--sensitive <policy>',
			'sensitive documents: leave-out, or lexical-only (kept, never embedded)',
			'leave-out',
		);
}

export function addSystemFlags(command: Command): Command {
	return command
		.option(
			'--retriever <name>',
			'built-in, named system of the config, or module path.ts[#Export]; repeatable',
			collect,
			[],
		)
		.option('--set <key=value>', 'an option of the retriever; repeatable', collect, [])
		.option('--config <file>', 'named systems (default: bench.config.json or bench.config.ts, where there is one)')
		.option('--embedder <provider:model>', 'embedding model for every dense leg');
}

export function addPlaceFlags(command: Command): Command {
	return command
		.option('--cache-dir <dir>', 'vectors, models and kept legs', 'cache')
		.option('--results-dir <dir>', 'run folders', 'results')
		.option('--model-dir <dir>', 'a folder of embedding models to look in first')
		.option('--seed <n>', 'seed of everything random', wholeNumber, 42);
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

export function readNumber(value: string): number {
	const number = Number(value);
	if (value.trim() === '' || !Number.isFinite(number)) throw new InvalidArgumentError('it takes a number.');
	return number;
}

export function numberList(value: string): readonly number[] {
	return commaList(value).map(readNumber);
}
