import type { Command } from 'commander';
import type { AblateFlags } from '../actions/ablate-system.ts';
import {
	addDatasetFlags,
	addOutputFlags,
	addPlaceFlags,
	addSystemFlags,
	commaList,
	positiveInteger,
} from '../flags.ts';

export function registerAblate(program: Command): void {
	const command = program
		.command('ablate')
		.summary('take a fused system apart: every subset of its legs, every stage left out')
		.description(
			'Retrieves the legs once, then scores every subset of them and every stage left out; says what each part adds, with interval and corrected verdict, and which parts the system gives no chance to show anything, and whether any smaller system beats the whole.',
		);
	addSystemFlags(addDatasetFlags(command))
		.option('--metrics <names>', 'comma-separated (default: recall@5,recall@10,nDCG@10,MRR)', commaList)
		.option(
			'--primary <metric[/stratum]>',
			'the question that is decided first, over all parts (default: the first metric, overall)',
		)
		.option('--depth <n>', 'documents returned per query', positiveInteger, 100)
		.option('--cutoff <k>', 'the K of "can it reach the top K" (default: the largest of the metrics)', positiveInteger)
		.option('--out <dir>', 'the folder to write');
	addOutputFlags(addPlaceFlags(command)).action(async (flags: AblateFlags) => {
		const { ablateSystem } = await import('../actions/ablate-system.ts');
		await ablateSystem(flags);
	});
}
