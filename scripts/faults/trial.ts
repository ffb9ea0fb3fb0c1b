import type { RandomStream } from '../../harness/random.ts';

/** One way to go wrong, tried many times. */
export interface FaultKind {
	readonly name: string;
	/** Its subject, for the table. */
	readonly tried: string;
	/** How many are tried in the short form, and by default. */
	readonly short: number;
	readonly usual: number;
	/** Trials at the same time; default: 1. */
	readonly atOnce?: number;
	/** No trial takes so many seconds: what does, hangs. Default: 60. */
	readonly hangsAfter?: number;
	/** Makes what every trial starts from. */
	open(): Promise<FaultTrials>;
}

export interface FaultTrials {
	/** @returns what did not hold, in words; undefined where all did */
	run(stream: RandomStream, trial: number): Promise<string | undefined>;
	close(): void | Promise<void>;
}

/** Strings that no output of ours may hold, whatever went wrong: a stack trace, a key, a text of a document. */
export function saidWrong(output: string): string | undefined {
	if (/bug in bench|^\s+at .+:\d+/m.test(output)) return `a stack trace: ${firstLines(output)}`;
	if (output.includes(CANARY_KEY)) return `the key: ${firstLines(output)}`;
	if (output.includes(CANARY_TEXT)) return `text of a document: ${firstLines(output)}`;
	return undefined;
}

/** A key, and a word of a document, that may be found nowhere. */
export const CANARY_KEY = 'sk-canary-5d1f';
export const CANARY_TEXT = 'canaryword';

function firstLines(output: string): string {
	return output.trim().split('\n').slice(0, 3).join(' | ').slice(0, 300);
}
