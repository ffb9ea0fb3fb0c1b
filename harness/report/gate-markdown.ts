import type { BrokenQueries } from '../compare/gate/broken.ts';
import type { GateResult } from '../compare/gate/result.ts';
import { percentOf } from './compare-words.ts';
import { brokenMetrics, brokenText, changeText, intervalText, limitText, noiseNote, valueText } from './gate-words.ts';
import { markdownTable, markdownText } from './markdown-table.ts';
import { formatDelta, formatMetric } from './numbers.ts';

const right = (header: string) => ({ header, align: 'right' as const });

/** A summary for a pull request. */
export function gateMarkdown(result: GateResult): string {
	const { outcome, checks, baseline, candidate, options, warnings } = result;
	const noise = noiseNote(result);
	return [
		`### bench gate: ${outcome}`,
		`${markdownText(candidate.system)} against ${markdownText(baseline.system)}, paired by query.`,
		...(warnings.length > 0 ? [warnings.map((warning) => `> **Note:** ${markdownText(warning)}`).join('\n>\n')] : []),
		markdownTable(
			[
				{ header: 'check' },
				{ header: 'outcome' },
				{ header: 'limit' },
				right('baseline'),
				right('candidate'),
				right('change'),
				right(`${percentOf(1 - options.alpha)} interval`),
				{ header: 'reason' },
			],
			checks.map((check) => [
				markdownText(check.name),
				`**${check.outcome}**`,
				markdownText(limitText(check)),
				valueText(check, check.baseline),
				valueText(check, check.candidate),
				changeText(check),
				intervalText(check),
				markdownText(check.reason),
			]),
		),
		...brokenMetrics(result).map(brokenMarkdown),
		...(noise === undefined ? [] : [markdownText(noise)]),
		'',
	].join('\n\n');
}

function brokenMarkdown(broken: BrokenQueries): string {
	const title = markdownText(brokenText(broken));
	if (broken.queries.length === 0) return title;
	const table = markdownTable(
		[{ header: 'query' }, { header: 'stratum' }, right('baseline'), right('candidate'), right('change')],
		broken.queries.map(({ queryId, stratum, before, after }) => [
			markdownText(queryId),
			markdownText(stratum),
			formatMetric(before),
			formatMetric(after),
			formatDelta(after - before),
		]),
	);
	return `${title}\n\n${table}`;
}
