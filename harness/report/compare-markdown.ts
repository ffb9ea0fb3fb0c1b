import type { Comparison } from '../compare/comparison.ts';
import { comparisonAnswers } from './compare-answer.ts';
import {
	comparisonNotes,
	formatInterval,
	percentOf,
	queriesForMarginText,
	rowMdeText,
	stratumLabel,
	verdictText,
} from './compare-words.ts';
import { markdownTable, markdownText } from './markdown-table.ts';
import { formatDelta, formatMetric, formatP } from './numbers.ts';

/** A comparison for a pull request or a note. */
export function comparisonMarkdown(comparison: Comparison): string {
	const { baseline, challengers, dataset, options, rows, warnings } = comparison;
	const right = (header: string) => ({ header, align: 'right' as const });
	const table = markdownTable(
		[
			{ header: 'metric' },
			{ header: 'stratum' },
			{ header: 'family' },
			{ header: 'system' },
			right('queries'),
			{ header: 'verdict' },
			right('delta'),
			right(`${percentOf(1 - options.alpha)} interval`),
			right('baseline'),
			right('challenger'),
			right(options.correction === 'none' ? 'p studentised' : `p studentised (${options.correction})`),
			right('MDE'),
			...(options.margin === undefined ? [] : [right(`queries for ${options.margin}`)]),
		],
		rows.map((row) => [
			row.metric,
			stratumLabel(row).replace('*', '\\*'),
			row.role,
			markdownText(options.allPairs ? `${row.challenger} - ${row.baseline}` : row.challenger),
			String(row.effect.n),
			`**${markdownText(verdictText(row))}**`,
			formatDelta(row.effect.meanDelta),
			formatInterval(row.interval),
			formatMetric(row.baselineMean),
			formatMetric(row.challengerMean),
			row.notATest === undefined ? markdownText(formatP(row.studentisedP)) : '-',
			rowMdeText(row),
			...(options.margin === undefined ? [] : [queriesForMarginText(row)]),
		]),
	);
	return [
		options.allPairs
			? `### ${markdownText([baseline, ...challengers].map(({ label }) => label).join(', '))}, each against each`
			: `### ${markdownText(challengers.map(({ label }) => label).join(', '))} against ${markdownText(baseline.label)}`,
		comparisonAnswers(comparison)
			.map((sentence) => `**${markdownText(sentence)}**`)
			.join('\n\n'),
		`Dataset ${dataset.name} (\`${dataset.fingerprint.slice(0, 12)}\`), paired by query.`,
		...(warnings.length > 0 ? [warnings.map((warning) => `> **Note:** ${markdownText(warning)}`).join('\n>\n')] : []),
		table,
		comparisonNotes(comparison)
			.map((note) => `- ${markdownText(note).replace(/^\*/, '\\*')}`)
			.join('\n'),
		'',
	].join('\n\n');
}
