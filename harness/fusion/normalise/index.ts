import { BenchError } from '../../errors.ts';
import { nearNames } from '../../options.ts';
import { dbsfScale } from './dbsf.ts';
import { minmax } from './minmax.ts';
import { none } from './none.ts';
import type { Normaliser } from './scale.ts';
import { zscore } from './zscore.ts';

/** The normalisers that `norm` of combsum and combmnz may name. */
export const normalisers: Readonly<Record<string, Normaliser>> = { none, minmax, zscore, dbsf: dbsfScale };

/** Throws `usage` for an unknown name, with the near ones. */
export function findNormaliser(name: string): Normaliser {
	const found = Object.hasOwn(normalisers, name) ? normalisers[name] : undefined;
	if (found !== undefined) return found;
	const near = nearNames(name, Object.keys(normalisers));
	throw new BenchError('usage', `there is no normaliser "${name}"`, {
		hint: near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `There are: ${Object.keys(normalisers).join(', ')}.`,
	});
}
