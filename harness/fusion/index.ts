import type { Fusion } from '../contract.ts';
import { findNamed } from '../names.ts';
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
	return findNamed('fusion', name, fusions, { hint: 'Your own goes by its path: fusion=./my-fusion.ts' });
}
