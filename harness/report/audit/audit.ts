import { missedBudget } from '../../run/folder/rerank-facts.ts';
import { thresholdsOfAudit } from '../pictures/of-audit.ts';
import { rerankSection } from '../rerank.ts';
import { pictureOf, type View } from '../view.ts';
import { auditAnswer } from './audit-answer.ts';
import { type AuditReport, auditData } from './audit-data.ts';
import { evidenceSection, measuredSections, stagesSection, thresholdsSection, verdictTable } from './audit-tables.ts';

/** The reach of each leg, its measured effect, and the evidence for both. */
export function auditView(report: AuditReport): View {
	const { system, cutoff, legs, stages, rerank } = report;
	const missed = missedBudget(rerank?.rerank);
	return {
		kind: 'audit',
		title: `Audit of ${system}: what its legs can do to the top ${cutoff}`,
		answer: auditAnswer(legs),
		warnings: missed === undefined ? [] : [`${missed}.`],
		sections: [
			{ name: 'verdicts', ...pictureOf(thresholdsOfAudit(legs, cutoff)), table: verdictTable(legs, cutoff) },
			...(stages.length > 0 ? [stagesSection(stages)] : []),
			...(rerank === undefined ? [] : [{ ...rerankSection(rerank), detail: false }]),
			...legs.map(evidenceSection),
			thresholdsSection(legs),
			...measuredSections(legs, cutoff),
		],
		notes: [
			`enters top ${cutoff} above: at a larger weight the first document that only this leg returns enters, where the others return full lists with nothing in common.`,
			'for full lists: the smallest such weight over all full lists that the others may return. At a smaller one its own documents enter only where the others leave room (for any lists).',
			'any: every weight above 0. never: no weight is enough. -: none was found, which is no proof, or the list that the leg returned decides.',
		],
		data: auditData(report),
	};
}
