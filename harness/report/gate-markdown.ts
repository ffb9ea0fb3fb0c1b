import type { GateResult } from '../gate/result.ts';
import { percentOf } from './compare-words.ts';
import { changeText, intervalText, limitText, valueText } from './gate.ts';
import { markdownTable } from './markdown-table.ts';

/** A summary for a pull request. */
export function gateMarkdown({ outcome, checks, baseline, candidate, options, warnings }: GateResult): string {
	const right = (header: string) => ({ header, align: 'right' as const });
	const escaped = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
	return [
		`### bench gate: ${outcome}`,
		`${candidate.system} against ${baseline.system}, paired by query.`,
		...(warnings.length > 0 ? [warnings.map((warning) => `> **Note:** ${warning}`).join('\n>\n')] : []),
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
				escaped(limitText(check)),
				valueText(check, check.baseline),
				valueText(check, check.candidate),
				changeText(check),
				intervalText(check),
				escaped(check.reason),
			]),
		),
		'',
	].join('\n\n');
}
