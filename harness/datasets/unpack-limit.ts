import { statSync } from 'node:fs';
import { BenchError } from '../errors.ts';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/** How much larger than itself a packed file may get where no limit was named: real data sets get 3 to 20 times. */
const RATIO = 100;

/**
 * How many bytes a zip or gzip file may unpack to.
 *
 * @param given in GiB; 0: 64 GiB, and 100 times the size of the file where that is more than 64 MiB
 */
export function unpackLimit(path: string, given = 0, size = statSync(path).size): number {
	return given > 0 ? given * GIB : Math.min(64 * GIB, Math.max(64 * MIB, RATIO * size));
}

/** The error for a packed file that goes on past its limit. */
export function unpacksToMore(
	path: string,
	limit: number,
	hint = 'Where it is right, name the limit: --max-unpacked <GiB>.',
): BenchError {
	const size = limit < GIB ? `${Math.floor(limit / MIB)} MiB` : `${Number((limit / GIB).toFixed(1))} GiB`;
	return new BenchError('data', `${path} unpacks to more than ${size}`, {
		hint: `A file that grows so much is rarely what it says. ${hint}`,
	});
}
