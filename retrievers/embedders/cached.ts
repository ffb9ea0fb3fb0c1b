import type { Doc, EmbedRole, Progress } from '../../harness/contract.ts';
import { DryRunEnd, type SendingCounter, type SendingLimit, sendingCounter } from '../hosted/sending.ts';
import type { CountedVector, TextEmbedder } from './embedding.ts';
import { estimatedTokens } from './hosted/batches.ts';
import { textKey } from './text-key.ts';
import { requireUsable, vectorFault } from './usable-vector.ts';
import type { CacheRow, VectorCache } from './vector-cache.ts';
import type { VectorPack } from './vector-pack.ts';

/** An embedder that computes only what neither the cache nor the dataset's pack has, and keeps what it computed. */
export interface CachedEmbedder {
	readonly embedder: TextEmbedder;
	/** Vectors that need no computing: from the cache, else from the pack. */
	lookUp(texts: readonly string[], role: EmbedRole): (CountedVector | undefined)[];
	/**
	 * The vectors of documents: of their texts, or by their ids where the embedder has no other.
	 * @param textOf the one text of each that is embedded
	 */
	embedDocuments(
		docs: readonly Pick<Doc, 'id'>[],
		textOf: (index: number) => string,
		watch: Watch,
	): Promise<readonly CountedVector[]>;
	/** All vectors, in order; each distinct text is computed once, and what is computed is kept as it goes. */
	embed(texts: readonly string[], role: EmbedRole, watch: Watch): Promise<readonly CountedVector[]>;
	/** Computes the vector of one text, whatever is cached; `keep` writes it to the cache. */
	compute(text: string, role: EmbedRole): Promise<{ readonly vector: Float32Array; keep(): void }>;
	/**
	 * Says what will be sent for these queries, and counts it towards the limit, before any document is sent.
	 *
	 * @param looksUp whether queries whose vectors are there already are not embedded again
	 */
	announceQueries(texts: readonly string[], looksUp: boolean, watch: Watch): void;
	close(): void;
}

export interface Watch {
	readonly progress: Progress;
	note(message: string): void;
	/** The limit on texts sent to a hosted model unasked. */
	readonly sending?: SendingLimit;
}

/** Texts per call of the embedder: small enough that a bar moves and a kill loses little. */
const SLICE = 16;
/** Computed vectors are written at the latest after this many texts, or after this time. */
const WRITE_AFTER_TEXTS = 256;
const WRITE_AFTER_MS = 1000;

export function cachedEmbedder(outer: TextEmbedder, cache: VectorCache, pack?: VectorPack): CachedEmbedder {
	// What is computed and kept are the vectors of the model itself; what it is asked for may be made from them.
	const embedder = outer.madeFrom?.embedder ?? outer;
	const made = (counted: CountedVector): CountedVector =>
		outer.madeFrom === undefined ? counted : { ...counted, vector: outer.madeFrom.make(counted.vector) };
	const lookUpKeys = (keys: readonly Buffer[]): (CountedVector | undefined)[] =>
		cache.read(embedder.id, embedder.dimensions, keys).map((found, i) => {
			// Earlier versions kept such vectors too: they are computed anew.
			const kept = found !== undefined && vectorFault(found.vector) === undefined ? found : undefined;
			return kept ?? pack?.find(keys[i] as Buffer);
		});

	async function embed(texts: readonly string[], role: EmbedRole, watch: Watch): Promise<readonly CountedVector[]> {
		const keys = texts.map((text) => textKey(text, role));
		const vectors = lookUpKeys(keys).map((found) => found && made(found));
		const missing = new Map<string, number[]>();
		for (const [i, found] of vectors.entries())
			if (found === undefined) {
				const name = (keys[i] as Buffer).toString('hex');
				missing.set(name, [...(missing.get(name) ?? []), i]);
			}
		if (missing.size > 0) {
			const groups = [...missing.values()];
			await computeMissing(
				groups.map(([first]) => ({ key: keys[first as number] as Buffer, text: texts[first as number] as string })),
				role,
				watch,
				(group, vector) => {
					const own = made(vector);
					for (const i of groups[group] as number[]) vectors[i] = own;
				},
			);
		}
		return vectors as CountedVector[];
	}

	const name = embedder.id.split(' ')[0] as string;
	let counter: SendingCounter | undefined;
	let queriesAnnounced = false;

	function announce(texts: readonly string[], role: EmbedRole, { sending, note }: Watch): void {
		const what = role === 'document' ? 'documents' : 'queries';
		const tokens = texts.reduce((sum, text) => sum + estimatedTokens(text), 0);
		const host = embedder.sendsTo;
		if (sending?.plan !== undefined) sending.plan({ model: name, host, what, texts: texts.length, tokens });
		else if (host !== undefined) {
			counter ??= sendingCounter(sending, note);
			counter.announce({ host, what, texts: texts.length, tokens });
		}
	}

	async function computeMissing(
		wanted: readonly { readonly key: Buffer; readonly text: string }[],
		role: EmbedRole,
		watch: Watch,
		deliver: (group: number, vector: CountedVector) => void,
	): Promise<void> {
		const what = role === 'document' ? 'documents' : 'queries';
		const announced = role === 'query' && queriesAnnounced;
		if (!announced)
			announce(
				wanted.map(({ text }) => text),
				role,
				watch,
			);
		if (watch.sending?.plan !== undefined) throw new DryRunEnd();
		cache.requireWritable(wanted.length);
		watch.note(`embedding ${wanted.length} ${what} with ${name}`);
		await embedder.load();
		const bar = watch.progress.start(`embedding ${what}`, wanted.length);
		let pending: CacheRow[] = [];
		let written = performance.now();
		const write = (): void => {
			if (pending.length > 0) cache.write(embedder.id, pending);
			pending = [];
			written = performance.now();
		};
		try {
			const take = (i: number, vector: CountedVector): void => {
				deliver(i, vector);
				pending.push({ key: (wanted[i] as { key: Buffer }).key, ...vector });
				if (pending.length >= WRITE_AFTER_TEXTS || performance.now() - written > WRITE_AFTER_MS) write();
			};
			const texts = wanted.map(({ text }) => text);
			if (embedder.embedInBatches !== undefined)
				await embedder.embedInBatches(texts, role, (i, vector) => {
					requireUsable(name, [texts[i] as string], [vector]);
					take(i, vector);
					bar.advance();
				});
			else
				for (let start = 0; start < texts.length; start += SLICE) {
					const slice = texts.slice(start, start + SLICE);
					const computed = await embedder.embedCounted(slice, role);
					requireUsable(name, slice, computed);
					for (const [i, vector] of computed.entries()) take(start + i, vector);
					bar.advance(computed.length);
				}
		} finally {
			write();
			bar.stop();
		}
	}

	return {
		embedder: outer,
		lookUp: (texts, role) => lookUpKeys(texts.map((text) => textKey(text, role))).map((found) => found && made(found)),
		embed,
		announceQueries(texts, looksUp, watch) {
			const distinct = [...new Set(texts)];
			const known = looksUp ? lookUpKeys(distinct.map((text) => textKey(text, 'query'))) : [];
			const wanted = distinct.filter((text, i) => text.trim() !== '' && known[i] === undefined);
			queriesAnnounced = true;
			if (wanted.length > 0) announce(wanted, 'query', watch);
		},
		embedDocuments: async (docs, textOf, watch) =>
			embedder.byId?.vectors(
				'document',
				docs.map(({ id }) => id),
			) ??
			embed(
				docs.map((_, i) => textOf(i)),
				'document',
				watch,
			),
		async compute(text, role) {
			const [computed] = await embedder.embedCounted([text], role);
			if (computed === undefined) throw new Error('the embedder gave no vector');
			return {
				vector: made(computed).vector,
				keep: () => cache.write(embedder.id, [{ key: textKey(text, role), ...computed }]),
			};
		},
		close() {
			cache.close();
			outer.close?.();
		},
	};
}
