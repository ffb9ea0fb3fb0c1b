import { type RandomStream, shuffled } from '../../random.ts';
import type { EvalItem, Failure, ItemSource, NearDuplicatePolicy } from './item.ts';
import { type NearDuplicates, nearDuplicatesOfAll } from './near-duplicates.ts';
import type { Neighbours } from './neighbours.ts';
import type { SharedEntity } from './shared-entities.ts';

/** A document takes part in so many items at most, so that no hub makes up the stratum. */
const MOST_USES = 2;

/** The share of items for which a third document is looked for. */
const THREE_SHARE = 0.25;

/**
 * Multihop items: two documents, sometimes three, that share an entity, of which none is a duplicate of another or among
 * another's nearest. Each entity gives one item at most.
 */
export function multihopItems(
	entities: readonly SharedEntity[],
	nearDuplicates: NearDuplicates,
	policy: NearDuplicatePolicy,
	neighbours: Neighbours,
	stream: RandomStream,
): ItemSource {
	const order = shuffled(entities, stream);
	const uses = new Map<number, number>();
	let at = 0;
	return {
		next() {
			const entity = order[at++];
			return entity === undefined ? undefined : itemOf(entity, nearDuplicates, policy, neighbours, stream, uses);
		},
	};
}

function itemOf(
	entity: SharedEntity,
	nearDuplicates: NearDuplicates,
	policy: NearDuplicatePolicy,
	neighbours: Neighbours,
	stream: RandomStream,
	uses: Map<number, number>,
): EvalItem | Failure {
	// Drawn for every entity, whatever comes of it, so that one that fails moves no other.
	const holders = shuffled(entity.holders, stream);
	const wanted = stream.next() < THREE_SHARE ? 3 : 2;
	let why = 'its documents are in enough queries already';
	const fits = (x: number, y: number): boolean => {
		if (nearDuplicates(x).includes(y)) why = 'its documents are near-duplicates';
		else if (neighbours.near(x).has(y) || neighbours.near(y).has(x)) why = 'its documents are near neighbours';
		else return true;
		return false;
	};
	const free = holders.filter((docIndex) => (uses.get(docIndex) ?? 0) < MOST_USES);
	for (const [i, first] of free.entries())
		for (const second of free.slice(i + 1)) {
			if (!fits(first, second)) continue;
			const targets = [first, second];
			const third = wanted === 3 ? free.find((docIndex) => fitsAll(docIndex, targets, fits)) : undefined;
			if (third !== undefined) targets.push(third);
			targets.sort((x, y) => x - y);
			for (const docIndex of targets) uses.set(docIndex, (uses.get(docIndex) ?? 0) + 1);
			const theirs = nearDuplicatesOfAll(nearDuplicates, targets);
			const discriminates = policy === 'discriminate' && theirs.length > 0;
			return { stratum: 'multihop', targets, nearDuplicates: theirs, discriminates, entity: entity.name };
		}
	return { targets: [...entity.holders], reason: why };
}

function fitsAll(docIndex: number, targets: readonly number[], fits: (x: number, y: number) => boolean): boolean {
	return !targets.includes(docIndex) && targets.every((target) => fits(docIndex, target));
}
