import type { Command } from '@commander-js/extra-typings';
import type { Io } from './io.ts';

/** A file or folder of `commands/`: it declares a command's flags and does what the command is for. */
export interface CommandModule {
	/** Adds description, arguments, flags and action to `command`, whose name and summary are set. */
	define(command: Command, io: Io): void;
}

/** A command as `bench` alone lists it; its module is loaded only when it is called. */
export interface CommandEntry {
	readonly name: string;
	readonly aliases?: readonly string[];
	readonly summary: string;
	readonly example: string;
	load(): Promise<CommandModule>;
}
