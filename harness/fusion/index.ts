import type { Fusion } from '../contract.ts';
import { BenchError } from '../errors.ts';
import { nearNames } from '../options.ts';
import { append } from './append.ts';
import { combmnz } from './combmnz.ts';
import { combsum } from './combsum.ts';
import { dbsf } from './dbsf.ts';
import { isr } from './isr.ts';
import { minmaxFusion } from './minmax.ts';
import { rbc } from './rbc.ts';
import { rrf } from './rrf.ts';
import { tm2c2 } from './tm2c2.ts';
import { zscoreFusion } from './zscore.ts';

/** Every built-in fusion by name. */
export const fusions: Readonly<Record<string, Fusion>> = {
	rrf,
	tm2c2,
	minmax: minmaxFusion,
	zscore: zscoreFusion,
	dbsf,
	combsum,
	combmnz,
	isr,
	rbc,
	append,
};

/** Throws `usage` for an unknown name, with the near ones. */
export function findFusion(name: string): Fusion {
	const found = Object.hasOwn(fusions, name) ? fusions[name] : undefined;
	if (found !== undefined) return found;
	const near = nearNames(name, Object.keys(fusions));
	throw new BenchError('usage', `there is no fusion "${name}"`, {
		hint:
			near.length > 0
				? `Did you mean ${near.join(' or ')}? Your own goes by its path: fusion=./my-fusion.ts`
				: `There are: ${Object.keys(fusions).join(', ')}. Your own goes by its path: fusion=./my-fusion.ts`,
	});
}
