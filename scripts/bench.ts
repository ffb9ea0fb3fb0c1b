#!/usr/bin/env node
import { Console } from 'node:console';
import { unansweredCalls } from '../retrievers/user/user-call.ts';
import { processIo } from './io.ts';
import { main } from './main.ts';
import { neverAnswered, printAny, printError } from './print-error.ts';

const argv = process.argv.slice(2);
const io = processIo();

// Standard output is for results alone: what a module of the user's logs goes where notes go.
globalThis.console = new Console(process.stderr);

process.on('SIGINT', () => {
	process.stderr.write('\ninterrupted: what was written is whole, and the same command goes on from there\n');
	process.exit(130);
});
// A closed pipe (`bench ... | head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
	if (error.code === 'EPIPE') process.exit(0);
	throw error;
});
// An error that nobody awaited: without this the exit code would be 1, which means that a gate failed.
process.on('uncaughtException', (error) => {
	printAny(error, io, argv);
	process.exit(2);
});
// Nothing is left to do, and the command has not ended: it waits for a promise that nothing will settle.
process.on('beforeExit', () => {
	if (ended) return;
	printError(neverAnswered(unansweredCalls()), io, argv);
	process.exit(2);
});

let ended = false;
const code = await main(argv, io);
ended = true;
// Commands that still set it themselves keep their say.
process.exitCode = code === 0 ? process.exitCode : code;
