import type { IndexedRanking } from '../../../contract.ts';
import type { QueryFeatures } from '../../../fusion/stages/stage.ts';
import { type RandomStream, shuffled } from '../../../random.ts';
import { oneOf, type RandomSystem } from './random-system.ts';

export interface RandomInput {
	readonly rankings: ReadonlyMap<string, IndexedRanking>;
	readonly features: QueryFeatures;
	/** Rankings of the other legs of positive weight, within their depth. */
	readonly othersReturned: ReadonlySet<number>;
}

export interface InputChoices {
	/** Whether the other legs return as many documents as they are deep. */
	readonly full: boolean;
	/** Whether every document passes the filters. */
	readonly allPass: boolean;
	/** Whether the audited leg returns a full list, of documents that only it returns. */
	readonly ownOnly?: boolean;
	/** Whether the audited leg's list is full. */
	readonly ownFull?: boolean;
}

/** Lists of one query: related or unrelated, of any shape of scores, over documents with any features. */
export function randomInput({ pipeline }: RandomSystem, choices: InputChoices, stream: RandomStream): RandomInput {
	const documents = 25 + stream.below(60);
	const common = shuffled(
		Array.from({ length: documents }, (_, index) => index),
		stream,
	);
	const noise = oneOf([0, 0.1, 0.5, 5], stream);
	const lists = new Map<string, readonly number[]>();
	for (const { name, depth } of pipeline.legs.slice(1)) {
		const length = choices.full ? depth : stream.below(depth + 1);
		lists.set(name, relatedList(common, length, noise, stream));
	}
	const others = new Set(
		pipeline.legs.slice(1).flatMap(({ name, weight }) => (weight > 0 ? (lists.get(name) ?? []) : [])),
	);
	lists.set('a', ownList(common, others, choices, pipeline.legs[0]?.depth ?? 0, stream));
	return {
		othersReturned: others,
		rankings: new Map(
			[...lists].map(([name, docs]) => [
				name,
				{ docs: Int32Array.from(docs), scores: randomScores(docs.length, stream) },
			]),
		),
		features: randomFeatures(documents, others, choices, stream),
	};
}

function ownList(
	common: readonly number[],
	others: ReadonlySet<number>,
	{ ownOnly = false, ownFull = false }: InputChoices,
	depth: number,
	stream: RandomStream,
): readonly number[] {
	const length = ownFull || ownOnly || stream.below(2) === 0 ? depth : 1 + stream.below(depth);
	const fresh = common.filter((doc) => !others.has(doc));
	const shared = shuffled([...others], stream);
	switch (ownOnly ? 0 : stream.below(4)) {
		case 0:
			return shuffled(fresh, stream).slice(0, length);
		case 1:
			return [...new Set([...shuffled(fresh, stream).slice(0, 1), ...shared, ...fresh])].slice(0, length);
		case 2:
			return [...shared.slice(0, 1 + stream.below(length)), ...fresh].slice(0, length);
		default:
			return shuffled(common, stream).slice(0, length);
	}
}

/** The common order, each document moved by some noise, from some document on. */
function relatedList(
	common: readonly number[],
	length: number,
	noise: number,
	stream: RandomStream,
): readonly number[] {
	const head = stream.below(length + 1);
	const shift = stream.below(4) === 0 ? stream.below(10) : 0;
	const keyed = common.map((doc, rank) => ({ doc, key: rank + noise * length * (stream.next() - 0.5) }));
	const order = keyed.sort((x, y) => x.key - y.key).map(({ doc }) => doc);
	if (stream.below(2) === 0) return [...order.slice(shift), ...order.slice(0, shift)].slice(0, length);
	return [...order.slice(0, head), ...shuffled(order.slice(head), stream)].slice(0, length);
}

/** Falling scores of a random shape and scale. */
function randomScores(length: number, stream: RandomStream): Float64Array {
	const kind = stream.below(6);
	const cut = stream.below(length + 1);
	const raw = Array.from({ length }, (_, rank) => {
		const noise = stream.next();
		if (kind === 0) return noise;
		if (kind === 1) return noise ** 8;
		if (kind === 2) return (rank < cut ? 1 : 0) + 1e-6 * noise;
		if (kind === 3) return (rank === 0 ? 1 : 0) + 0.01 * noise;
		if (kind === 4) return noise - 2;
		return (rank < length - 1 ? 1 : 0) + 0.001 * noise;
	});
	const scale = 10 ** (4 * stream.next() - 2);
	return Float64Array.from(
		raw.sort((x, y) => y - x),
		(score) => scale * score,
	);
}

function randomFeatures(
	documents: number,
	others: ReadonlySet<number>,
	{ allPass }: InputChoices,
	stream: RandomStream,
): QueryFeatures {
	const polarised = stream.below(2) === 0;
	const value = (doc: number): number => (polarised ? Number(!others.has(doc)) : stream.next());
	const importance = Float64Array.from({ length: documents }, (_, doc) => value(doc));
	const createdAt = Float64Array.from({ length: documents }, (_, doc) => value(doc) * 1e6 + stream.next());
	const share = stream.next();
	const passes = Array.from({ length: documents }, () => allPass || stream.next() < share);
	const matches = Array.from({ length: documents }, (_, doc) => (polarised ? !others.has(doc) : stream.next() < 0.2));
	// A reranker may think anything of a document, and see some of them not at all.
	const pairs = Array.from({ length: documents }, (_, doc) =>
		stream.below(8) === 0 ? undefined : { score: value(doc), milliseconds: 0 },
	);
	return {
		importance,
		createdAt,
		pairScores: { model: 'm', of: (doc) => pairs[doc] },
		field: (doc, name) => (name === 'category' && passes[doc] === true ? ['kept'] : []),
		exactMatch: (doc) => matches[doc] === true,
	};
}
