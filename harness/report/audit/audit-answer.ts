import { type LegAudit, notATestOf, whyNotATest } from '../../legs/audit/index.ts';
import { LEG_VERDICTS } from '../../legs/audit/verdicts.ts';
import { listed } from '../../legs/audit/wording.ts';

/** The reach of each leg, in a sentence per leg that is not live; those that are live share one. */
export function auditAnswer(legs: readonly LegAudit[]): readonly string[] {
	const live = legs.filter(({ canMatter, remark }) => canMatter && remark === null);
	const sentences = legs.filter((leg) => !live.includes(leg)).map(sentenceOn);
	if (live.length === 0) return sentences;
	const names = listed(live.map(({ leg }) => leg));
	const [first] = live as [LegAudit];
	const can = `a document that only it returns can enter the top ${first.cutoff}, and it can reorder what the others return`;
	return [...sentences, live.length === 1 ? `${names} is live: ${can}.` : `${names} are live, each of them: ${can}.`];
}

function sentenceOn(audit: LegAudit): string {
	const { leg, weight, remark, verdict } = audit;
	if (weight === 0) return `${leg} has weight 0 and is no part of the system.`;
	if (whyNotATest(audit) === undefined)
		return `${leg} is ${verdict} at weight ${weight}: a comparison with and without it is ${remark}.`;
	// Before retrieving nobody knows whether the lists are full.
	const unless =
		verdict === 'cannot-matter' && audit.measured === undefined
			? ' as long as those lists are full; the audit without --static looks whether they are'
			: '';
	return `${leg} cannot matter at weight ${weight}: ${reasonFor(audit)}. A comparison with and without it is ${notATestOf(leg)}${unless}.`;
}

/** Why a leg cannot matter, and how far that is known. */
function reasonFor({ verdict, cutoff, measured, thresholds }: LegAudit): string {
	const same =
		measured === undefined || measured.queries === 0
			? ''
			: `, and on these ${measured.queries} queries the top ${cutoff} is the same with and without it`;
	if (verdict !== 'cannot-matter') return `${LEG_VERDICTS[verdict]}${same}`;
	const searched = thresholds.proven ? 'nothing that it returns changes' : 'no input that was tried changes';
	return `where the other legs return full lists, ${searched} the top ${cutoff}${same}`;
}
