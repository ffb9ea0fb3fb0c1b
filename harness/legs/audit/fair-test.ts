import type { LegAudit } from './leg-audit.ts';
import { LEG_VERDICTS } from './verdicts.ts';

/** Whether a difference made by this leg may be taken for its worth without a remark. */
export function isFairTest(audit: LegAudit): boolean {
	return audit.canMatter && audit.remark === null;
}

/** The words in place of a verdict, used only where the leg cannot change the top K at all. */
export function notATestOf(leg: string): string {
	return `not a test of ${leg}`;
}

/** The reason, to stand behind {@link notATestOf}; undefined where the leg can matter. */
export function whyNotATest(audit: LegAudit): string | undefined {
	return audit.canMatter ? undefined : `${audit.verdict}: ${LEG_VERDICTS[audit.verdict]}`;
}
