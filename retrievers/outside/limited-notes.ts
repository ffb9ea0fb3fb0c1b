import type { IndexContext } from '../../harness/contract.ts';

const MOST = 20;

/** Passes on the first lines of a process's stderr as notes under its name; of the rest, errors show the last. */
export function limitedNotes(label: string, { note }: Pick<IndexContext, 'note'>): (line: string) => void {
	let lines = 0;
	return (line) => {
		lines++;
		if (lines <= MOST) note(`${label}: ${line.slice(0, 500)}`);
		if (lines === MOST) note(`${label}: (its further lines are shown only with an error)`);
	};
}
