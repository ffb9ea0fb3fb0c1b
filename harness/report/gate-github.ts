import type { BrokenQueries } from '../compare/gate/broken.ts';
import type { CheckOutcome, GateResult } from '../compare/gate/result.ts';
import { brokenMetrics, brokenText } from './gate-words.ts';
import { formatMetric } from './numbers.ts';

const COMMANDS: Record<CheckOutcome, string> = {
	pass: 'notice',
	note: 'notice',
	fail: 'error',
	inconclusive: 'warning',
};

/** Workflow commands: an annotation per check, and one per metric on which queries lost. */
export function gateGithub(result: GateResult): string {
	const checks = result.checks.map(({ outcome, name, reason }) =>
		annotation(COMMANDS[outcome], `bench gate: ${name} ${outcome}`, reason),
	);
	const warnings = result.warnings.map((warning) => annotation('warning', 'bench gate', warning));
	return [...checks, ...warnings, ...brokenMetrics(result).map(brokenAnnotation)].join('\n');
}

function brokenAnnotation(broken: BrokenQueries): string {
	const lines = broken.queries.map(
		({ queryId, before, after }) => `${queryId}: ${formatMetric(before)} -> ${formatMetric(after)}`,
	);
	return annotation(
		'notice',
		`bench gate: ${broken.metric}, queries that lost`,
		[brokenText(broken), ...lines].join('\n'),
	);
}

function annotation(command: string, title: string, text: string): string {
	return `::${command} title=${escapeProperty(title)}::${escapeData(text)}`;
}

function escapeData(text: string): string {
	return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
	return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
