import type { CheckResult, DataAudit } from '../../labels/audit/audit-data.ts';
import type { AuditColumn, Finding, Weight } from '../../labels/audit/finding.ts';
import { formatCount, formatDelta } from '../numbers.ts';
import { toJsonObject } from '../snake-case.ts';
import { type Cell, type Section, type Tone, type View, viewTable } from '../view.ts';

const MARKS: Readonly<Record<Weight, string>> = { fine: '  ', caution: '! ', limit: '!!' };
const TONES: Readonly<Record<Weight, Tone>> = { fine: 'quiet', caution: 'open', limit: 'bad' };

/** A data audit: per check a table of numbers, then what they mean, one line each. */
export function dataAuditView(
	{ baseline, others, headline, checks }: DataAudit,
	dataset: { readonly name: string; readonly fingerprint: string },
	warnings: readonly string[] = [],
): View {
	const limits = checks.filter(({ findings }) => findings.some(({ weight }) => weight === 'limit'));
	return {
		kind: 'data_audit',
		title: `What the labels of ${dataset.name} can carry`,
		answer: [
			limits.length === 0
				? 'No check found a limit on what this comparison can say.'
				: `The comparison cannot say all that it seems to: see ${limits.map(({ name }) => name).join(', ')}.`,
		],
		warnings,
		sections: [
			{
				name: 'runs',
				findings: [
					`dataset   ${dataset.name} (${dataset.fingerprint.slice(0, 12)})`,
					`baseline  ${baseline}`,
					`others    ${others.length === 0 ? 'no other run' : others.join(', ')}`,
				],
			},
			...checks.flatMap(checkSections),
		],
		notes: [
			'!! the comparison cannot say here what it seems to; ! mind it when reading.',
			'Each line follows from its numbers by a fixed rule; nothing here is a significance test.',
		],
		data: toJsonObject({
			dataset,
			baseline,
			others,
			headline,
			checks: checks.map(({ name, title, findings }) => ({
				check: name,
				title,
				// Some numbers are called by a metric or a stratum.
				findings: findings.map(({ numbers, ...finding }) => ({
					...finding,
					numbers: new Map(Object.entries(numbers)),
				})),
			})),
		}),
	};
}

function checkSections({ name, title, columns, findings }: CheckResult): readonly Section[] {
	const tabled = columns.length > 0 && findings.some(({ numbers }) => Object.keys(numbers).length > 0);
	const key = name.replaceAll('-', '_');
	const heading = `${name}: ${title}`;
	const meanings: Section = { name: `${key}_meaning`, table: meaningTable(findings) };
	if (!tabled) return [{ ...meanings, title: heading }];
	const numbers: Section = {
		name: key,
		title: heading,
		table: viewTable<Finding>(
			[
				{ key: 'about', header: '', identifies: true, cell: ({ about }) => about },
				...columns.map((column) => ({
					key: column.key,
					header: column.header,
					align: 'right' as const,
					cell: (finding: Finding) => numberCell(column, finding.numbers[column.key]),
				})),
			],
			findings,
		),
	};
	return [numbers, meanings];
}

interface Meaning {
	readonly weight: Weight;
	readonly about: string;
	readonly means: string;
}

/** One row for each finding; findings that mean the same share one. */
function meaningTable(findings: readonly Finding[]) {
	const groups = new Map<string, Finding[]>();
	for (const finding of findings) {
		const key = `${finding.weight} ${finding.means}`;
		groups.set(key, [...(groups.get(key) ?? []), finding]);
	}
	const rows = [...groups.values()].map((group): Meaning => {
		const { weight, means } = group[0] as Finding;
		return { weight, means, about: group.map(({ about }) => about).join(', ') };
	});
	return viewTable<Meaning>(
		[
			{
				key: 'weight',
				header: '',
				cell: ({ weight }) => ({ text: MARKS[weight], value: weight, tone: TONES[weight] }),
			},
			{ key: 'about', header: 'about', identifies: true, wraps: true, cell: ({ about }) => about },
			{ key: 'means', header: 'what it means', wraps: true, cell: ({ means }) => means },
		],
		rows,
	);
}

function numberCell({ form }: AuditColumn, value: number | null | undefined): Cell {
	if (value === null || value === undefined || Number.isNaN(value)) return { text: '-', value: null };
	return { text: FORMS[form](value), value };
}

const FORMS: Readonly<Record<AuditColumn['form'], (value: number) => string>> = {
	count: (value) => (Number.isInteger(value) ? formatCount(value) : value.toFixed(1)),
	share: (value) => `${(value * 100).toFixed(1)} %`,
	value: (value) => value.toFixed(4),
	delta: formatDelta,
};
