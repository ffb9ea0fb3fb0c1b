import type { EmbedRole } from '../../../harness/contract.ts';
import { BenchError } from '../../../harness/errors.ts';
import { ask, type Question, Refused } from '../../hosted/ask.ts';
import { inParallel } from '../../hosted/gate.ts';
import { recipient, type Service } from '../../hosted/service.ts';
import type { CountedVector, TextEmbedder } from '../embedding.ts';
import { type BatchLimits, batchesOf, surelyFits } from './batches.ts';
import { readVector, type Sent, type VectorType, wrongVectors } from './vectors.ts';

/** A model behind a service, and how that service is talked to. */
export interface HostedModel {
	readonly id: string;
	readonly service: Service;
	readonly dimensions: number;
	readonly vectorType: VectorType;
	/** Tokens of a text that the model reads; undefined where nobody says. */
	readonly window: number | undefined;
	readonly limits: BatchLimits;
	/** Requests at once. */
	readonly concurrency: number;
	readonly weightsHash?: string;
	/** Put before the texts; absent where the provider is told the role. */
	readonly prefixes?: Readonly<Record<EmbedRole, string>>;
	/** The texts have their prefixes. */
	question(texts: readonly string[], role: EmbedRole): Question;
	/** The vectors of an answer in the order of the texts, and how many tokens it read in all, where it says so. */
	read(answer: unknown, texts: number): { readonly vectors: readonly Sent[]; readonly tokens?: number };
	/** Counts the tokens of one text, where the service does that. */
	count?(text: string): Promise<number | undefined>;
}

/** The share of a text that stays when the service refuses it for its length. */
const SHORTER = 0.75;

/**
 * An embedder behind a service. Batches keep the documented limits; one that is refused is halved, and a text that is
 * refused alone is cut until the service takes it, which is counted as truncation. A text that may be longer than the
 * window goes alone, so that the service's own count tells whether it was cut.
 */
export function hostedEmbedder(model: HostedModel): TextEmbedder {
	const { service, window, dimensions } = model;
	const host = service.base.host;

	async function embedInBatches(
		plain: readonly string[],
		role: EmbedRole,
		deliver: (i: number, vector: CountedVector) => void,
	): Promise<void> {
		const texts = plain.map((text) => (model.prefixes?.[role] ?? '') + text);
		const alone = (text: string): boolean => window !== undefined && !surelyFits(text, window);
		await inParallel(batchesOf(texts, model.limits, alone), model.concurrency, (batch) => whole(batch));

		async function whole(batch: readonly number[]): Promise<void> {
			if (batch.length === 1) {
				const i = batch[0] as number;
				deliver(i, await single(texts[i] as string, role));
				return;
			}
			try {
				const { vectors } = await answered(
					batch.map((i) => texts[i] as string),
					role,
				);
				for (const [position, i] of batch.entries())
					deliver(i, { vector: vectors[position] as Float32Array, tokens: window === undefined ? -1 : 0 });
			} catch (error) {
				if (!(error instanceof Refused)) throw error;
				const half = Math.ceil(batch.length / 2);
				await whole(batch.slice(0, half));
				await whole(batch.slice(half));
			}
		}
	}

	async function single(text: string, role: EmbedRole): Promise<CountedVector> {
		const sure = window !== undefined && surelyFits(text, window);
		const counted = sure ? 0 : await model.count?.(text);
		for (let sent = text; ; sent = shorter(sent)) {
			try {
				const { vectors, tokens } = await answered([sent], role);
				const vector = vectors[0] as Float32Array;
				return { vector, tokens: sent === text ? lengthOf(tokens, sure, counted) : (window ?? 0) + 1 };
			} catch (error) {
				// Only a text that may be too long is cut: a refusal of any other has another reason.
				if (!(error instanceof Refused) || sure || window === undefined || surelyFits(sent, window)) throw error;
			}
		}
	}

	/** 0 where the text surely fits and nobody counted; -1 where nobody knows. */
	function lengthOf(read: number | undefined, sure: boolean, counted: number | undefined): number {
		if (counted !== undefined && counted > 0) return counted;
		if (window === undefined) return -1;
		if (sure) return 0;
		// A service that cuts reads exactly its window.
		return read === undefined ? -1 : read >= window ? window + 1 : read;
	}

	async function answered(texts: readonly string[], role: EmbedRole) {
		const { vectors, tokens } = model.read(await ask(service, model.question(texts, role)), texts.length);
		const read = vectors.map((sent) => readVector(sent, model.vectorType, dimensions));
		if (read.length !== texts.length || read.includes(undefined)) throw wrongVectors(host, dimensions);
		return { vectors: read, tokens };
	}

	async function embedCounted(texts: readonly string[], role: EmbedRole): Promise<readonly CountedVector[]> {
		const out: CountedVector[] = new Array(texts.length);
		await embedInBatches(texts, role, (i, vector) => {
			out[i] = vector;
		});
		return out;
	}

	return {
		id: model.id,
		dimensions,
		...(window === undefined ? {} : { maxTokens: window }),
		...(model.weightsHash === undefined ? {} : { weightsHash: model.weightsHash }),
		sendsTo: recipient(service),
		embedCounted,
		embedInBatches,
		embed: async (texts, role) => (await embedCounted(texts, role)).map(({ vector }) => vector),
		load: async () => undefined,
	};
}

function shorter(text: string): string {
	const characters = [...text];
	const kept = characters.slice(0, Math.floor(characters.length * SHORTER)).join('');
	if (kept === '') throw new BenchError('network', 'the server takes no text, however short');
	return kept;
}
