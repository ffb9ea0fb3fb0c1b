import type { LegAudit, MeasuredLeg } from './leg-audit.ts';
import type { LegVerdict } from './verdicts.ts';
import { percent, shortWeight } from './wording.ts';

type Audited = Omit<LegAudit, 'remark'>;

/**
 * Says what a comparison with and without the leg tests and what it does not, to stand beside its verdict; null where it
 * tests the leg without restriction, or not at all.
 */
export function remarkOn(audit: Audited): string | null {
	if (!audit.canMatter) return null;
	const limits = LIMITS[audit.verdict]?.(audit) ?? coverage(audit);
	if (limits === null) return null;
	return audit.measured?.changedQueries === 0
		? `${limits}; on these queries it changed no top ${audit.cutoff}`
		: limits;
}

const LIMITS: Partial<Readonly<Record<LegVerdict, (audit: Audited) => string>>> = {
	'reorder-only': ({ leg, threshold, measured }) =>
		`a test of ${leg} as a re-orderer${asSource(measured)}; ${needed(threshold)} before its own documents enter against full lists`,
	'reorder-impossible': ({ leg }) =>
		`a test of ${leg} as a source: it decides which documents are there, and its order of what the others return does not count`,
	'demote-only': ({ leg }) =>
		`a test of ${leg} as a source only: it can push down what the others put on top, never lift it`,
	'seed-locked': ({ leg, threshold }) =>
		`a test of ${leg} as a repetition of its seeds; ${needed(threshold)} before a newcomer passes them`,
	dominant: ({ leg }) => `a test of ${leg} alone, for its order decides the top: the legs beside it are not tested`,
	constant: ({ leg, measured }) =>
		`a test of ${leg} as a set of documents: all its scores are equal for ${share(measured?.constantQueries, measured?.queries)}`,
	empty: ({ leg, measured }) =>
		`a test of ${leg} on few queries: it returns nothing for ${share(measured?.emptyQueries, measured?.queries)}`,
	starved: ({ leg }) => `a test of what is left of ${leg}: most of its documents are cut before they compete`,
};

function needed(threshold: number | null): string {
	return threshold === null ? 'no weight is enough' : `a weight of ${shortWeight(threshold)} is needed`;
}

/** Where its own documents got in all the same. */
function asSource(measured: MeasuredLeg | undefined): string {
	if (measured === undefined || measured.enteredQueries === 0) return ', not as a source';
	return `, and as a source for the ${measured.enteredQueries} of ${measured.queries} queries where the other lists left room`;
}

function share(count = 0, all = 0): string {
	return `${count} of ${all} queries${all === 0 ? '' : ` (${percent(count / all)})`}`;
}

function coverage({ leg, measured }: Audited): string | null {
	if (measured === undefined || measured.relevant.all === 0 || measured.relevant.returned > 0) return null;
	return `a test of what ${leg} displaces: it returned none of the ${measured.relevant.all} relevant documents`;
}
