import type { LegAudit } from './leg-audit.ts';
import { LEG_VERDICTS } from './verdicts.ts';

/**
 * Whether a difference made by this leg may be taken for its worth: it is live, and it returned at least one relevant
 * document, where that is known. Anything else tests the plumbing.
 */
export function isFairTest(audit: LegAudit): boolean {
	return audit.verdict === 'live' && !coversNothing(audit);
}

/** What stands in place of a verdict where {@link isFairTest} says no. */
export function notATestOf(leg: string): string {
	return `not a test of ${leg}`;
}

/** The reason, to stand behind {@link notATestOf}; undefined for a fair test. */
export function whyNotATest(audit: LegAudit): string | undefined {
	if (audit.verdict !== 'live') return `${audit.verdict}: ${LEG_VERDICTS[audit.verdict]}`;
	if (coversNothing(audit)) return `it returned none of the ${audit.measured?.relevant.all} relevant documents`;
	return undefined;
}

function coversNothing({ measured }: LegAudit): boolean {
	return measured !== undefined && measured.relevant.all > 0 && measured.relevant.returned === 0;
}
