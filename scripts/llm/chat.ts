import type { Doc } from '../../harness/contract.ts';

/**
 * The client of chat endpoints stands under scripts/ and not in the harness, which knows no network, nor among the
 * retrievers, for nothing under test speaks to one: models write triples, word queries and judge, before any run.
 */
export interface ChatRequest {
	readonly system: string;
	readonly user: string;
	/** Every document of which the prompt holds text. One that is sensitive is refused before anything is sent. */
	readonly docs: readonly Doc[];
	/** Asks for a JSON object (`response_format`), for as long as the endpoint does not refuse the parameter. */
	readonly json: boolean;
	/** The longest answer, in tokens. */
	readonly maxTokens: number;
}

export interface ChatAnswer {
	readonly content: string;
	/** The answer ended at `maxTokens`: what is there may be half an object. */
	readonly cutShort: boolean;
	/**
	 * Why the endpoint would not answer this prompt, though it answers others: a content filter, a prompt over its
	 * window. `content` is empty then.
	 */
	readonly declined?: string;
}

/** The work spent. Tokens are as the endpoint counted them; answers without a count add none. */
export interface Usage {
	readonly calls: number;
	readonly attempts: number;
	/** How often an attempt was made again, by reason. */
	readonly retries: Readonly<Record<string, number>>;
	readonly promptTokens: number;
	readonly completionTokens: number;
}

export interface ChatClient {
	readonly model: string;
	/**
	 * @throws BenchError `network` when the endpoint refuses the request, or no attempt succeeded
	 */
	ask(request: ChatRequest): Promise<ChatAnswer>;
	usage(): Usage;
	/** Ends whatever is under way, so that the process can end. */
	close(): void;
}
