import type { JudgmentEntry, SkipReason } from './judgments-file.ts';
import { pairKey } from './pool-file.ts';
import type { PoolItem } from './pool-runs.ts';

/** The state of a judge's work on a pool. Immutable: every step returns a new one. */
export interface Session {
	/** Items that nobody had judged when the pool was made. */
	readonly items: readonly PoolItem[];
	/** By index in `items`, in the order in which they were made: undo takes back the last one. */
	readonly decisions: ReadonlyMap<number, Decision>;
	/** The item to judge next; undefined when each has a decision. */
	readonly current: number | undefined;
}

export type Decision = { readonly grade: number } | { readonly skipped: SkipReason };

/** A session as the lines of a judgments file left it. Lines about items that the pool doesn't ask for are passed over. */
export function resumeSession(pool: readonly PoolItem[], entries: readonly JudgmentEntry[]): Session {
	const items = pool.filter(({ grade }) => grade === undefined);
	const itemIndices = new Map(items.map(({ queryId, docId }, itemIndex) => [pairKey(queryId, docId), itemIndex]));
	const decisions = new Map<number, Decision>();
	for (const entry of entries) {
		const itemIndex = itemIndices.get(pairKey(entry.queryId, entry.docId));
		if (itemIndex === undefined) continue;
		decisions.delete(itemIndex);
		if ('grade' in entry) decisions.set(itemIndex, { grade: entry.grade });
		else if ('skipped' in entry) decisions.set(itemIndex, { skipped: entry.skipped });
	}
	return { items, decisions, current: nextUndecided(items, decisions, 0) };
}

/** Decides on the current item and moves on to the next one without a decision. */
export function decideCurrent(session: Session, decision: Decision): Session {
	const { items, current } = session;
	if (current === undefined) return session;
	const decisions = new Map(session.decisions);
	decisions.delete(current);
	decisions.set(current, decision);
	return { items, decisions, current: nextUndecided(items, decisions, current) };
}

/** Takes the last decision back and returns to its item; the same session where there is none. */
export function undoLast(session: Session): Session {
	const last = [...session.decisions.keys()].at(-1);
	if (last === undefined) return session;
	const decisions = new Map(session.decisions);
	decisions.delete(last);
	return { items: session.items, decisions, current: last };
}

/** Skipped items come up again. */
export function returnToSkipped({ items, decisions }: Session): Session {
	const kept = new Map([...decisions].filter(([, decision]) => 'grade' in decision));
	return { items, decisions: kept, current: nextUndecided(items, kept, 0) };
}

export interface SessionCounts {
	readonly items: number;
	readonly judged: number;
	readonly skipped: number;
	readonly left: number;
}

export function sessionCounts({ items, decisions }: Session): SessionCounts {
	const judged = [...decisions.values()].filter((decision) => 'grade' in decision).length;
	return { items: items.length, judged, skipped: decisions.size - judged, left: items.length - decisions.size };
}

/** The next item without a decision from `from` on, then from the top. */
function nextUndecided(
	items: readonly PoolItem[],
	decisions: ReadonlyMap<number, Decision>,
	from: number,
): number | undefined {
	for (let step = 0; step < items.length; step++) {
		const itemIndex = (from + step) % items.length;
		if (!decisions.has(itemIndex)) return itemIndex;
	}
	return undefined;
}
