import type { Command } from '@commander-js/extra-typings';
import type { Io } from '../../io.ts';
import { completionScript } from './script.ts';

export function define(command: Command, io: Io): void {
	command
		.description(
			'Prints a completion script.\n  bash: source <(bench completions bash)\n  zsh:  source <(bench completions zsh)',
		)
		.argument('<shell>', 'bash or zsh')
		.action((shell) => {
			io.stdout.write(completionScript(command.parent as Command, shell));
		});
}
