import type { GateResult } from '../gate/result.ts';
import { percentOf } from './compare-words.ts';
import { changeText, intervalText, limitText, valueText } from './gate.ts';
import { markdownTable, markdownText } from './markdown-table.ts';

/** A summary for a pull request. */
export function gateMarkdown({ outcome, checks, baseline, candidate, options, warnings }: GateResult): string {
	const right = (header: string) => ({ header, align: 'right' as const });
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
				check.name,
				`**${check.outcome}**`,
				markdownText(limitText(check)),
				valueText(check, check.baseline),
				valueText(check, check.candidate),
				changeText(check),
				intervalText(check),
				markdownText(check.reason),
			]),
		),
		'',
	].join('\n\n');
}
