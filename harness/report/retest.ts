import { OVERALL } from '../compare/comparison.ts';
import { notBeaten } from '../legs/retest/conclusion.ts';
import type { RetestReport, TestedVariant, VariantReport } from '../legs/retest/report.ts';
import { formatInterval } from './compare-words.ts';
import { formatDelta, formatMetric, formatP } from './numbers.ts';
import { conclusionParagraph } from './retest-paragraph.ts';
import { type Column, renderTable } from './table.ts';

const WIDTH = 110;

/** A retest in short: the variants overall, and the conclusion. */
export function renderRetest(report: RetestReport): string {
	const { variants, conclusion, options, leg } = report;
	const right = (header: string): Column => ({ header, align: 'right' });
	const table = renderTable(
		[
			{ header: `variant of ${leg}` },
			right('pool recall'),
			right('control'),
			right(`${options.metric.name} unseen`),
			right('against base'),
			right('95 % interval'),
			right('p'),
			{ header: 'verdict' },
		],
		variants.map((variant) => [
			variant.label,
			formatMetric(variant.pool.withLeg),
			formatMetric(variant.pool.control),
			...verdictCells(variant),
		]),
	);
	const reasons = [
		...new Set(
			variants.flatMap(({ label, instead, why, remark }) =>
				remark !== undefined ? [`${label}, limited: ${remark}`] : why === undefined ? [] : [`${instead}: ${why}`],
			),
		),
	];
	return [
		table,
		...(reasons.length > 0 ? [reasons.map((reason) => wrapped(reason)).join('\n')] : []),
		`${conclusion.word.toUpperCase()}${conclusion.scopes.length > 0 ? ` (${conclusion.scopes.join(', ')})` : ''}\n${wrapped(conclusionParagraph(report))}`,
	].join('\n\n');
}

function verdictCells({ instead, tested }: VariantReport): readonly string[] {
	const row = tested?.againstBase.find(({ stratum }) => stratum === OVERALL);
	if (tested === undefined || row === undefined) return ['', '', '', '', instead ?? ''];
	return [
		formatMetric(row.challengerMean),
		formatDelta(row.effect.meanDelta),
		formatInterval(row.interval),
		formatP(Math.max(row.correctedP, row.foldsP)),
		verdictText(row.verdict, tested),
	];
}

function verdictText(verdict: string, tested: TestedVariant): string {
	if (tested.switchedOff) return `${verdict} (leg switched off)`;
	const by = verdict === 'win' ? notBeaten(OVERALL, tested) : [];
	return by.length === 0 ? verdict : `${verdict}, not over the ${by.join(' and the ')}`;
}

function wrapped(text: string): string {
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(' ')) {
		if (line !== '' && line.length + 1 + word.length > WIDTH) {
			lines.push(line);
			line = word;
		} else line = line === '' ? word : `${line} ${word}`;
	}
	return [...lines, line].join('\n');
}
