import type { JsonObject } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';
import { answerWithin } from './answer-within.ts';
import { startChild } from './child.ts';
import { type Slots, slots } from './slots.ts';

export interface Request {
	/** Without its id, which the conversation gives. */
	readonly message: JsonObject;
	/** Its name in errors: `the search for a query`. */
	readonly doing: string;
	readonly seconds: number;
	readonly signal?: AbortSignal | undefined;
}

export type Answer = Readonly<Record<string, unknown>>;

/** Requests to a process and its answers, one JSON object a line, matched by id. */
export interface Conversation {
	/**
	 * @throws BenchError `plugin` where the answer is late or says `error`, or the process has ended, answered what it was
	 *   not asked or printed something else; with its last lines of stderr
	 */
	ask(request: Request): Promise<Answer>;
	/** How many requests may be unanswered at once; 1 until it is said. */
	allow(concurrency: number): void;
	close(): void;
}

interface Asked {
	readonly resolve: (answer: Answer) => void;
	readonly reject: (error: BenchError) => void;
}

export function startConversation(
	words: readonly string[],
	label: string,
	onStderr: (line: string) => void,
): Conversation {
	const asked = new Map<number, Asked>();
	/** Given up by us; the process may still answer them. */
	const late = new Map<number, () => void>();
	let queue: Slots = slots(1);
	let dead: BenchError | undefined;
	let closing = false;
	let ids = 0;

	const child = startChild(words, label, {
		onLine: (line) => {
			if (closing || dead !== undefined || line.trim() === '') return;
			const answer = readLine(line);
			if (typeof answer === 'string') return breakOff(answer);
			const id = answer.id as number;
			const waiting = asked.get(id);
			asked.delete(id);
			late.get(id)?.();
			if (waiting === undefined && !late.delete(id))
				return breakOff(`answered id ${JSON.stringify(answer.id)}, ${NOT_ASKED}`);
			if (typeof answer.error === 'string') waiting?.reject(new BenchError('plugin', `it says: ${answer.error}`));
			else waiting?.resolve(answer);
		},
		onEnd: (error) => fail(error),
		onStderr,
	});

	function breakOff(what: string): void {
		fail(new BenchError('plugin', `${label} ${what}`, { hint: PROTOCOL }));
		child.kill();
	}
	function fail(error: BenchError): void {
		dead ??= withLastWords(error);
		for (const { reject } of asked.values()) reject(dead);
		for (const free of late.values()) free();
		asked.clear();
		late.clear();
	}
	function withLastWords(error: BenchError): BenchError {
		const lines = child.lastWords();
		const words =
			lines.length === 0 ? 'It wrote nothing to stderr.' : `Its last lines of stderr:\n  ${lines.join('\n  ')}`;
		const hint = error.hint === undefined ? words : `${error.hint}\n${words}`;
		return new BenchError(error.code, error.message, { hint, cause: error.cause });
	}

	async function exchange({ message }: Request, signal: AbortSignal): Promise<Answer> {
		const free = await queue.take();
		if (dead !== undefined || signal.aborted) {
			free();
			throw dead ?? signal.reason;
		}
		const id = ++ids;
		const answer = new Promise<Answer>((resolve, reject) => asked.set(id, { resolve, reject }));
		// The process is still at work on what we gave up: its slot is free when it answers.
		const giveUp = (): void => {
			if (asked.delete(id)) late.set(id, free);
		};
		signal.addEventListener('abort', giveUp);
		child.write(JSON.stringify({ id, ...message }));
		return answer.finally(() => {
			signal.removeEventListener('abort', giveUp);
			free();
		});
	}

	return {
		ask: async (request) => {
			if (dead !== undefined) throw dead;
			try {
				return await answerWithin(request.seconds, `${label}: ${request.doing}`, request.signal, (signal) =>
					exchange(request, signal),
				);
			} catch (error) {
				if (error === dead || !(error instanceof BenchError)) throw error;
				throw withLastWords(error);
			}
		},
		allow: (concurrency) => {
			queue = slots(concurrency);
		},
		close: () => {
			if (closing) return;
			closing = true;
			child.write(JSON.stringify({ id: ++ids, method: 'close' }));
			child.stop();
		},
	};
}

const PROTOCOL =
	'Each line on its stdout answers one request: {"id": <the id of the request>, ...}. Print anything else to stderr.';
const NOT_ASKED = 'which it was not asked or has answered before';

/** The answer, or what is wrong with the line. */
function readLine(line: string): Answer | string {
	let value: unknown;
	try {
		value = JSON.parse(line);
	} catch {
		return `printed a line that is no JSON: ${line.slice(0, 120)}`;
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value) || !('id' in value))
		return `printed JSON that is no answer with an id: ${line.slice(0, 120)}`;
	return value as Answer;
}
