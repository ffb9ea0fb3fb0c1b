import { circular } from './circular.ts';
import { condensed } from './condensed.ts';
import { type DataAuditTask, dataAuditContext } from './context.ts';
import type { AuditColumn, DataCheck, Finding } from './finding.ts';
import { holes } from './holes.ts';
import { labels } from './labels.ts';
import { nearDuplicates } from './near-duplicates.ts';
import { overlap } from './overlap.ts';
import { poolBias } from './pool-bias.ts';
import { singleRelevant } from './single-relevant.ts';
import { unanimous } from './unanimous.ts';

/** Every check, in the order of the report. */
const CHECKS: readonly DataCheck[] = [
	labels,
	holes,
	condensed,
	poolBias,
	nearDuplicates,
	circular,
	overlap,
	unanimous,
	singleRelevant,
];

export interface CheckResult {
	readonly name: string;
	readonly title: string;
	readonly columns: readonly AuditColumn[];
	readonly findings: readonly Finding[];
}

export interface DataAudit {
	readonly baseline: string;
	readonly others: readonly string[];
	readonly headline: string;
	readonly checks: readonly CheckResult[];
}

/**
 * Finds what a dataset's labels can't support in the comparison of these runs. Deterministic: nothing is drawn, nothing is
 * tested for significance; each line follows from its numbers by the rule of its check.
 */
export function auditData(task: DataAuditTask): DataAudit {
	const context = dataAuditContext(task);
	const [baseline = '', ...others] = context.labels;
	return {
		baseline,
		others,
		headline: context.headline.name,
		checks: CHECKS.map((check) => ({
			name: check.name,
			title: check.title,
			columns: check.columns(context),
			findings: check.run(context),
		})),
	};
}
