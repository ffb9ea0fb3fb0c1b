import type { KeptLeg, KeptLegs } from '../../fusion/kept-legs.ts';
import { corpusOrder } from '../../ranking.ts';
import { judgeQueries } from '../../run/scoring.ts';

/** How many of the relevant documents the leg's index knows anything of. */
export interface Coverage {
	/** Pairs of query and relevant document. */
	readonly relevant: number;
	readonly covered: number;
	/**
	 * `index`: the leg said which documents it knows (in a graph: which have an edge). `lists`: it did not say, so a
	 * document counts where the leg returned it for any query.
	 */
	readonly source: 'index' | 'lists';
}

export function coverageOf(kept: KeptLegs, leg: KeptLeg): Coverage {
	const unknown = new Set(leg.unknown);
	const listed = new Set(leg.unknown === undefined ? leg.rankings.flatMap(({ docs }) => [...docs]) : []);
	const knows = (docIndex: number): boolean =>
		leg.unknown === undefined ? listed.has(docIndex) : !unknown.has(docIndex);
	const order = corpusOrder(kept.corpus);
	let relevant = 0;
	let covered = 0;
	for (const { gradeOf } of judgeQueries(kept, order))
		for (const [docIndex, grade] of gradeOf)
			if (grade >= 1) {
				relevant++;
				if (knows(docIndex)) covered++;
			}
	return { relevant, covered, source: leg.unknown === undefined ? 'lists' : 'index' };
}

/** The number of edges that the leg reports of its graph; undefined where it is no graph. */
export function edgesOf({ facts }: KeptLeg): number | undefined {
	return typeof facts.edges === 'number' ? facts.edges : undefined;
}
