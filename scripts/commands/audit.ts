import type { Command } from 'commander';
import { LEG_VERDICTS } from '../../harness/legs/audit/verdicts.ts';
import type { AuditFlags } from '../actions/audit-system.ts';
import { addDatasetFlags, addOutputFlags, addPlaceFlags, addSystemFlags, positiveInteger } from '../flags.ts';

export function registerAudit(program: Command): void {
	const command = program
		.command('audit')
		.summary('can each leg of a fused system affect the top K at all, and did it')
		.description(
			'Pushes extreme rankings through the fusion that runs and says for each leg whether its documents can enter the top K, from which weight, and whether it can reorder anything, with the rankings that show it. Then measures what each leg did on the dataset, beside a control of the same size, a placebo and the best possible order.',
		);
	addSystemFlags(addDatasetFlags(command))
		.option('--cutoff <k>', 'the K of "top K"', positiveInteger, 10)
		.option('--static', 'only what can be said without retrieving')
		.addHelpText('after', `\nVerdicts, the first that holds:\n${glossary()}`);
	addOutputFlags(addPlaceFlags(command)).action(async (flags: AuditFlags) => {
		const { auditSystem } = await import('../actions/audit-system.ts');
		await auditSystem(flags);
	});
}

function glossary(): string {
	return Object.entries(LEG_VERDICTS)
		.map(([verdict, meaning]) => `  ${verdict.padEnd(20)}${meaning}`)
		.join('\n');
}
