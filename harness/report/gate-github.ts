import type { GateOutcome, GateResult } from '../gate/result.ts';

const COMMANDS: Record<GateOutcome, string> = { pass: 'notice', fail: 'error', inconclusive: 'warning' };

/** Workflow commands: an annotation per check. */
export function gateGithub({ checks }: GateResult): string {
	return checks
		.map(({ outcome, name, reason }) => {
			const title = escapeProperty(`bench gate: ${name} ${outcome}`);
			return `::${COMMANDS[outcome]} title=${title}::${escapeData(reason)}`;
		})
		.join('\n');
}

function escapeData(text: string): string {
	return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
	return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
