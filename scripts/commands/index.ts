import type { Command } from 'commander';

/** One subcommand: how it enters the program, and the one example that the overview shows. */
export interface CommandEntry {
	readonly register: (program: Command) => void;
	readonly example: string;
}

/** Every subcommand, in the order the overview shows them. */
export const COMMANDS: readonly CommandEntry[] = [];
