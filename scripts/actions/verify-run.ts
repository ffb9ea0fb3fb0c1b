import { renderTable } from '../../harness/report/table.ts';
import { readRun } from '../../harness/run/folder/read.ts';
import { verifyRun } from '../../harness/run/folder/verify.ts';
import type { PlaceFlags } from '../open-dataset.ts';
import { type OutputFlags, openTerminal } from '../terminal.ts';
import { repeatRun } from './repeat-run.ts';

export interface VerifyFlags extends OutputFlags, PlaceFlags {
	readonly data?: string;
}

/** `bench verify`: exit code 1 where a byte differs. */
export async function verifyNamedRun(name: string, flags: VerifyFlags): Promise<void> {
	const terminal = await openTerminal(flags);
	const run = readRun(name, flags.resultsDir);
	const verification = verifyRun(run, await repeatRun(run.manifest, flags, terminal));
	if (!verification.verified) process.exitCode = 1;
	if (terminal.json) {
		terminal.printJson({ run: run.path, ...verification });
		return;
	}
	const columns = [{ header: 'file' }, { header: 'in the folder' }, { header: 'repeated' }];
	terminal.print(
		renderTable(
			columns,
			verification.files.map(({ file, stored, repeated }) => [file, stored, repeated]),
		),
	);
	for (const { field, recorded, repeated } of verification.manifest)
		terminal.print(`\n${field} differs\n  recorded  ${recorded}\n  repeated  ${repeated}`);
	terminal.print(
		verification.verified
			? `\nverified: ${run.path} repeats to the byte`
			: `\nnot verified: ${run.path} does not repeat to the byte`,
	);
}
