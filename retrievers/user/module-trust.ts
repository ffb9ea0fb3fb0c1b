import { AsyncLocalStorage } from 'node:async_hooks';
import { BenchError } from '../../harness/errors.ts';
import { hashUserCode } from './user-code.ts';

/** The rights of a manifest that somebody else may have written. */
export interface ModuleTrust {
	/** Whether the user said that its modules may run at all (`--allow-modules`). */
	readonly allowed: boolean;
	/** The `code_sha256` that the manifest records: a module with another one does not run. */
	readonly hashes: ReadonlySet<string>;
}

const trust = new AsyncLocalStorage<ModuleTrust>();

/** Does work in which modules are imported only as far as they are trusted. Without it the user named them: all are. */
export function withModuleTrust<T>(given: ModuleTrust, work: () => T): T {
	return trust.run(given, work);
}

/**
 * Asked before any module of the user's is imported, for importing it is running it.
 *
 * @throws BenchError `results` where a manifest names the module and it is not allowed, or is not the recorded code
 */
export async function requireTrusted(file: string): Promise<void> {
	const given = trust.getStore();
	if (given === undefined) return;
	if (!given.allowed)
		throw new BenchError(
			'results',
			`the run was made with the module ${file}, which this command does not run by itself`,
			{
				hint: 'It is code, and runs with all your rights: look at it, then give --allow-modules.',
			},
		);
	const { codeHash } = await hashUserCode(file);
	if (!given.hashes.has(codeHash))
		throw new BenchError('results', `${file} is not the code that the run was made with: it was not run`, {
			hint: `Its sha-256 is ${codeHash.slice(0, 12)}..., which the manifest does not record. Bring the recorded code back, or run the system anew.`,
		});
}
