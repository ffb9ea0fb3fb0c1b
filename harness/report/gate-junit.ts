import type { GateCheck, GateResult } from '../compare/gate/result.ts';

/** One test case per check: failed checks are failures, inconclusive ones and notes are skipped. */
export function gateJunit({ checks, baseline, candidate }: GateResult): string {
	const count = (outcome: GateCheck['outcome']): number => checks.filter((check) => check.outcome === outcome).length;
	const name = escapeXml(`bench gate: ${candidate.system} against ${baseline.system}`);
	return [
		'<?xml version="1.0" encoding="UTF-8"?>',
		'<testsuites>',
		`\t<testsuite name="${name}" tests="${checks.length}" failures="${count('fail')}" errors="0" skipped="${count('inconclusive') + count('note')}">`,
		...checks.map(testCase),
		'\t</testsuite>',
		'</testsuites>',
		'',
	].join('\n');
}

function testCase({ kind, name, outcome, reason }: GateCheck): string {
	const open = `\t\t<testcase classname="bench.gate.${kind}" name="${escapeXml(name)}"`;
	const message = escapeXml(reason);
	switch (outcome) {
		case 'pass':
			return `${open}/>`;
		case 'fail':
			return `${open}>\n\t\t\t<failure message="${message}">${message}</failure>\n\t\t</testcase>`;
		case 'inconclusive':
		case 'note':
			return `${open}>\n\t\t\t<skipped message="${outcome}: ${message}"/>\n\t\t</testcase>`;
	}
}

function escapeXml(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replaceAll("'", '&apos;');
}
