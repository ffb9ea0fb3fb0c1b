import type { IndexContext } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';

/** What may leave this machine without another word: tokens, estimated, in all. */
export type SendingLimit = NonNullable<IndexContext['sending']>;

/** A dry run has said what would be embedded, and goes no further. */
export class DryRunEnd extends Error {
	override readonly name = 'DryRunEnd';
}

/** Sent without asking where nobody said otherwise. */
export const DEFAULT_MOST_TOKENS = 1_000_000;

/** Texts about to be sent to one host. */
export interface Sending {
	readonly host: string;
	/** `documents`, `queries`, `pairs`. */
	readonly what: string;
	readonly texts: number;
	/** Estimated. */
	readonly tokens: number;
}

/** Keeps count of what one retriever sends. */
export interface SendingCounter {
	/** Says what is about to be sent, where to. Throws `usage` where that would be more than the limit. */
	announce(sending: Sending): void;
}

export function sendingCounter(limit: SendingLimit | undefined, note: (message: string) => void): SendingCounter {
	const most = limit?.mostTokens ?? DEFAULT_MOST_TOKENS;
	let sent = 0;
	return {
		announce({ host, what, texts, tokens }) {
			note(`${texts} ${what} (about ${tokens} tokens) are sent to ${host}`);
			if (sent + tokens > most)
				throw new BenchError(
					'usage',
					`${texts} ${what}, about ${tokens} tokens, would be sent to ${host}: more than ${most} in all are not sent unasked`,
					{ hint: 'Nothing of it was sent. --yes sends it; --send-limit <tokens> sets another limit.' },
				);
			sent += tokens;
		},
	};
}
