import type { Command } from 'commander';
import type { VerifyFlags } from '../actions/verify-run.ts';
import { addOutputFlags, addPlaceFlags } from '../flags.ts';

export function registerVerify(program: Command): void {
	const command = program
		.command('verify')
		.summary('repeat a run from its manifest and compare every byte')
		.description(
			'Repeats a run from its manifest alone and checks that every deterministic byte agrees.\nExit code 0: verified; 1: something differs.',
		)
		.argument('[run]', 'run folder, or its name under results/', 'latest')
		.option('--data <dir>', 'where the dataset stands now, if it has moved');
	addOutputFlags(addPlaceFlags(command)).action(async (name: string, flags: VerifyFlags) => {
		const { verifyNamedRun } = await import('../actions/verify-run.ts');
		await verifyNamedRun(name, flags);
	});
}
