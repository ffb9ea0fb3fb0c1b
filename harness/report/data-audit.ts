import type { CheckResult, DataAudit } from '../labels/audit/audit-data.ts';
import type { AuditColumn, Finding, Weight } from '../labels/audit/finding.ts';
import { formatCount, formatDelta } from './numbers.ts';
import { type Row, renderTable } from './table.ts';

/** Colours a weight's mark, or leaves it as it is. */
export type PaintWeight = (weight: Weight, text: string) => string;

const MARKS: Readonly<Record<Weight, string>> = { fine: ' ', caution: '!', limit: '!!' };

/** A data audit as text: per check a table of numbers, then what they mean, one line each. */
export function renderDataAudit(audit: DataAudit, paint: PaintWeight = (_, text) => text): string {
	const others = audit.others.length === 0 ? 'no other run' : audit.others.join(', ');
	return [
		`baseline  ${audit.baseline}\nothers    ${others}`,
		...audit.checks.map((check) => renderCheck(check, paint)),
		[
			'!! the comparison cannot say here what it seems to; ! mind it when reading.',
			'Each line follows from its numbers by a fixed rule; nothing here is a significance test.',
		].join('\n'),
	].join('\n\n');
}

function renderCheck({ name, title, columns, findings }: CheckResult, paint: PaintWeight): string {
	const tabled = columns.length > 0 && findings.some(({ numbers }) => Object.keys(numbers).length > 0);
	const rows = findings.map(
		({ about, numbers }): Row => [about, ...columns.map((column) => cell(column, numbers[column.key]))],
	);
	const table = renderTable(
		[{ header: '' }, ...columns.map(({ header }) => ({ header, align: 'right' as const }))],
		rows,
	);
	return [`${name}: ${title}`, ...(tabled ? [table] : []), ...meanings(findings, paint)].join('\n');
}

/** One line for each finding; findings that mean the same share one. */
function meanings(findings: readonly Finding[], paint: PaintWeight): string[] {
	const groups = new Map<string, Finding[]>();
	for (const finding of findings) {
		const key = `${finding.weight} ${finding.means}`;
		groups.set(key, [...(groups.get(key) ?? []), finding]);
	}
	return [...groups.values()].map((group) => {
		const { weight, means } = group[0] as Finding;
		return `${paint(weight, MARKS[weight].padEnd(2))} ${group.map(({ about }) => about).join(', ')}: ${means}`;
	});
}

function cell({ form }: AuditColumn, value: number | null | undefined): string {
	if (value === null || value === undefined || Number.isNaN(value)) return '-';
	return FORMS[form](value);
}

const FORMS: Readonly<Record<AuditColumn['form'], (value: number) => string>> = {
	count: (value) => (Number.isInteger(value) ? formatCount(value) : value.toFixed(1)),
	share: (value) => `${(value * 100).toFixed(1)} %`,
	value: (value) => value.toFixed(4),
	delta: formatDelta,
};
