import type { Command, OptionValues } from '@commander-js/extra-typings';
import { BenchError } from '../../harness/errors.ts';
import { positiveInteger, readNumber, wholeNumber } from '../flags.ts';
import type { ChatClient } from './chat.ts';
import { CLIENT_DEFAULTS, openChat } from './client.ts';
import { readEndpoint, sendsInTheClear } from './endpoint.ts';

export interface LlmFlags {
	readonly llmUrl?: string | undefined;
	readonly llmModel?: string | undefined;
	readonly concurrency: number;
	readonly rpm: number;
	/** Seconds. */
	readonly llmTimeout: number;
	readonly llmRetries: number;
	readonly seed: number;
}

// biome-ignore lint/suspicious/noExplicitAny: commander's own bound of argument types
type Arguments = any[];

/** @internal */
export function addLlmFlags<A extends Arguments, F extends OptionValues, G extends OptionValues>(
	command: Command<A, F, G>,
) {
	return command
		.option(
			'--llm-url <url>',
			'base URL of an OpenAI-compatible endpoint; the key comes from BENCH_LLM_KEY or OPENAI_API_KEY',
		)
		.option('--llm-model <name>', 'the model to ask')
		.option('--concurrency <n>', 'calls under way at once', positiveInteger, CLIENT_DEFAULTS.concurrency)
		.option('--rpm <n>', 'requests begun in a minute, at most; 0 is no limit', wholeNumber, CLIENT_DEFAULTS.perMinute)
		.option('--llm-timeout <seconds>', 'for one attempt', positiveInteger, CLIENT_DEFAULTS.timeout / 1000)
		.option('--llm-retries <n>', 'attempts after the first', wholeNumber, CLIENT_DEFAULTS.retries);
}

/** @internal */
export function addPriceFlags<A extends Arguments, F extends OptionValues, G extends OptionValues>(
	command: Command<A, F, G>,
) {
	return command
		.option('--price-in <amount>', 'price of a million prompt tokens, for the estimate of cost', readNumber)
		.option('--price-out <amount>', 'price of a million answer tokens', readNumber);
}

/**
 * @throws BenchError `usage` when --llm-url or --llm-model is missing
 */
export function openFlaggedChat(flags: LlmFlags, warn: (message: string) => void): ChatClient {
	if (flags.llmUrl === undefined || flags.llmModel === undefined)
		throw new BenchError('usage', `${flags.llmUrl === undefined ? '--llm-url' : '--llm-model'} is missing`, {
			hint: 'For example --llm-url http://localhost:11434/v1 --llm-model qwen3:8b.',
		});
	const endpoint = readEndpoint({ url: flags.llmUrl, model: flags.llmModel });
	if (sendsInTheClear(endpoint))
		warn(
			`warning: ${endpoint.key === undefined ? 'the documents go' : 'the API key and the documents go'} to ${endpoint.host} unencrypted (http)`,
		);
	return openChat(endpoint, {
		...CLIENT_DEFAULTS,
		concurrency: flags.concurrency,
		perMinute: flags.rpm,
		timeout: flags.llmTimeout * 1000,
		retries: flags.llmRetries,
		seed: flags.seed,
	});
}
