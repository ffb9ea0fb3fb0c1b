import type { DocId, Progress } from '../../../harness/contract.ts';
import type { ChatAnswer, ChatClient } from '../../llm/chat.ts';
import { readExtractionAnswer } from './answer.ts';
import type { Extraction } from './extraction.ts';
import type { ExtractionPlan, KeyedDoc } from './plan.ts';
import { extractionRequest } from './prompt.ts';
import type { ExtractionState } from './state.ts';

export interface SetAside {
	readonly id: DocId;
	readonly reason: string;
}

/** The outcome of asking, with everything that went wrong. */
export interface ExtractionOutcome {
	/** By key. */
	readonly found: ReadonlyMap<string, Extraction>;
	readonly setAside: readonly SetAside[];
	/** Documents that were asked about once more, alone. */
	readonly askedAlone: number;
	/** How many answers needed each kind of repair. */
	readonly repairs: Readonly<Record<string, number>>;
	readonly dropped: number;
	readonly strays: number;
}

/** How often a document is asked about alone before it is set aside. */
const ALONE = 2;

/**
 * Asks for everything that the plan has not, and keeps each answer as it comes. A document that an answer leaves out, or
 * whose answer can't be read, is asked about alone, twice at most, then set aside.
 *
 * @throws BenchError `network` when the endpoint can't be used; what was answered before is kept
 */
export async function extract(
	plan: ExtractionPlan,
	chat: ChatClient,
	state: ExtractionState,
	maxTokens: number,
	progress: Progress,
): Promise<ExtractionOutcome> {
	const found = new Map<string, Extraction>();
	const setAside: SetAside[] = [];
	const repairs: Record<string, number> = Object.create(null);
	const counted = { askedAlone: 0, dropped: 0, strays: 0 };
	const bar = progress.start(
		'extracting',
		plan.batches.reduce((sum, batch) => sum + batch.length, 0),
	);

	/** Asks about these documents together; returns those that the answer did not give, and why. */
	async function askAbout(docs: readonly KeyedDoc[]): Promise<Missing> {
		const said = await chat.ask(extractionRequest(docs, maxTokens));
		const answer = readExtractionAnswer(
			said.content,
			docs.map(({ doc }) => doc.id),
		);
		for (const repair of new Set(answer.repairs)) repairs[repair] = (repairs[repair] ?? 0) + 1;
		counted.dropped += answer.dropped;
		counted.strays += answer.strays;
		const missing: KeyedDoc[] = [];
		for (const keyed of docs) {
			const extraction = answer.found.get(keyed.doc.id);
			if (extraction === undefined) missing.push(keyed);
			else {
				state.add(keyed.key, extraction);
				found.set(keyed.key, extraction);
				bar.advance();
			}
		}
		return { missing, reason: reasonOf(said, answer.readable), declined: said.declined !== undefined };
	}

	async function askAlone(keyed: KeyedDoc): Promise<void> {
		counted.askedAlone++;
		let reason = '';
		for (let made = 0; made < ALONE; made++) {
			const result = await askAbout([keyed]);
			if (result.missing.length === 0) return;
			reason = result.reason;
			if (result.declined) break;
		}
		for (const { doc, key } of plan.docs) if (key === keyed.key) setAside.push({ id: doc.id, reason });
		bar.advance();
	}

	async function work(batch: readonly KeyedDoc[]): Promise<void> {
		const { missing } = await askAbout(batch);
		await Promise.all(missing.map(askAlone));
	}

	try {
		// The client holds back what exceeds its limits.
		await Promise.all(plan.batches.map(work));
	} finally {
		bar.stop();
		chat.close();
	}
	const order = new Map(plan.docs.map(({ doc }, place) => [doc.id, place]));
	setAside.sort((x, y) => (order.get(x.id) ?? 0) - (order.get(y.id) ?? 0));
	return { found, setAside, repairs, ...counted };
}

interface Missing {
	readonly missing: readonly KeyedDoc[];
	readonly reason: string;
	/** Asking again would give the same. */
	readonly declined: boolean;
}

function reasonOf({ declined, cutShort }: ChatAnswer, readable: boolean): string {
	if (declined !== undefined) return `the endpoint would not answer (${declined})`;
	if (cutShort) return 'the answer was cut at the longest that was allowed';
	return readable ? 'the answer left it out' : 'the answer could not be read';
}
