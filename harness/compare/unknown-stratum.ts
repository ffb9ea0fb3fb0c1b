import type { BenchError } from '../errors.ts';
import { unknownName } from '../names.ts';

/** The error for a stratum that the compared runs do not have; `asked` is the flag or metric that names it. */
export function unknownStratum(asked: string, stratum: string, known: readonly string[]): BenchError {
	return unknownName('stratum', stratum, known, {
		message: `${asked}: the runs have no stratum "${stratum}" with queries that can be scored`,
	});
}
