import type { DataAuditContext } from './context.ts';

/** How much a finding weighs: nothing to mind; mind it when reading; the comparison can't say what it seems to. */
export type Weight = 'fine' | 'caution' | 'limit';

/** One row of the audit: numbers, and one line on what they mean for the comparison at hand. */
export interface Finding {
	/** A system, a stratum, or `all`. */
	readonly about: string;
	/** By column; null where it is not defined. */
	readonly numbers: Readonly<Record<string, number | null>>;
	readonly weight: Weight;
	/** Decided by the rule of its check from the numbers alone. */
	readonly means: string;
}

export interface AuditColumn {
	readonly key: string;
	readonly header: string;
	readonly form: 'count' | 'share' | 'value' | 'delta';
}

/** One question to the labels. Each stands in a file of its own. */
export interface DataCheck {
	readonly name: string;
	/** The question it answers, in a few words. */
	readonly title: string;
	columns(context: DataAuditContext): readonly AuditColumn[];
	run(context: DataAuditContext): readonly Finding[];
}
