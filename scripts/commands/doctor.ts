import type { Command } from 'commander';
import { addOutputFlags } from '../flags.ts';
import { type OutputFlags, openTerminal } from '../terminal.ts';

export function registerDoctor(program: Command): void {
	const command = program
		.command('doctor')
		.summary('check node, native modules, FTS5, model, cache and disk')
		.description('Looks at everything a run needs. Exit code 2 where something is broken.')
		.option('--cache-dir <dir>', 'vectors, models and kept legs', 'cache')
		.option('--results-dir <dir>', 'run folders', 'results');
	addOutputFlags(command).action(async (flags: OutputFlags & { cacheDir: string; resultsDir: string }) => {
		const terminal = await openTerminal(flags);
		const { examine } = await import('../actions/doctor.ts');
		const findings = await examine(flags);
		if (findings.some(({ state }) => state === 'broken')) process.exitCode = 2;
		if (terminal.json) {
			terminal.printJson({ findings });
			return;
		}
		const { renderTable } = await import('../../harness/report/table.ts');
		const color = { ok: 'green', missing: 'yellow', broken: 'red' } as const;
		terminal.print(
			renderTable(
				[{ header: 'what' }, { header: 'state' }, { header: 'detail' }],
				findings.map(({ what, state, detail }) => [what, terminal.style(color[state], state), detail]),
			),
		);
	});
}
