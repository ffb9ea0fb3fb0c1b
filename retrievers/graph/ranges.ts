import type { Options } from '../../harness/contract.ts';
import { BenchError } from '../../harness/errors.ts';

/** What a number may be: `wanted` completes "takes ...". */
export interface Range {
	readonly wanted: string;
	holds(value: number): boolean;
}

export const share: Range = { wanted: 'a number from 0 to 1', holds: (value) => value >= 0 && value <= 1 };
export const count: Range = {
	wanted: 'a whole number from 1',
	holds: (value) => Number.isInteger(value) && value >= 1,
};
export const atLeastOne: Range = { wanted: 'a number from 1', holds: (value) => value >= 1 };

/** Throws `usage` for an option that is out of its range. */
export function checkRanges(owner: string, options: Options, ranges: Readonly<Record<string, Range>>): void {
	for (const [name, { wanted, holds }] of Object.entries(ranges)) {
		const value = options[name];
		if (typeof value !== 'number' || !holds(value))
			throw new BenchError('usage', `${owner}: option ${name} takes ${wanted}, not ${String(value)}`);
	}
}
