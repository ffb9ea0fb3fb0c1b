import type { Comparison } from '../compare/comparison.ts';
import {
	comparisonNotes,
	couldFindText,
	formatInterval,
	percentOf,
	queriesNeededText,
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
			{ header: 'system' },
			right('queries'),
			{ header: 'verdict' },
			right('delta'),
			right(`${percentOf(1 - options.alpha)} interval`),
			right('baseline'),
			right('challenger'),
			right(options.correction === 'none' ? 'p' : `p (${options.correction})`),
			right('could find'),
			right('queries needed'),
		],
		rows.map((row) => [
			row.metric,
			stratumLabel(row).replace('*', '\\*'),
			markdownText(row.challenger),
			String(row.effect.n),
			`**${markdownText(verdictText(row))}**`,
			formatDelta(row.effect.meanDelta),
			formatInterval(row.interval),
			formatMetric(row.baselineMean),
			formatMetric(row.challengerMean),
			markdownText(formatP(row.studentisedP)),
			markdownText(couldFindText(row)),
			queriesNeededText(row),
		]),
	);
	return [
		`### ${markdownText(challengers.map(({ label }) => label).join(', '))} against ${markdownText(baseline.label)}`,
		`Dataset ${dataset.name} (\`${dataset.fingerprint.slice(0, 12)}\`), paired by query.`,
		...(warnings.length > 0 ? [warnings.map((warning) => `> **Note:** ${markdownText(warning)}`).join('\n>\n')] : []),
		table,
		comparisonNotes(comparison)
			.map((note) => `- ${markdownText(note).replace(/^\*/, '\\*')}`)
			.join('\n'),
		'',
	].join('\n\n');
}
