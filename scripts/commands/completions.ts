import type { Command } from 'commander';

export function registerCompletions(program: Command): void {
	program
		.command('completions')
		.summary('shell completions for bash or zsh')
		.description(
			'Prints a completion script.\n  bash: source <(bench completions bash)\n  zsh:  source <(bench completions zsh)',
		)
		.argument('<shell>', 'bash or zsh')
		.action(async (shell: string) => {
			const { completionScript } = await import('../actions/completions.ts');
			process.stdout.write(completionScript(program, shell));
		});
}
